// The visits that `npm run bench:felt` times, each by somebody who was never here before.
import type { Browser, Locator, Page } from '@playwright/test';
import { type Felt, type FeltWindow, layoutShift, probePage } from './felt-probe.ts';
import { openSlowPhone } from './slow-phone.ts';
import { readWaterfall, type Waterfall } from './waterfall.ts';

export interface Member {
  readonly account: string;
  readonly password: string;
}

export interface Measured {
  readonly ms: number;
  /** When there was something to see already: of the sign-in form, which may wait for its code. */
  readonly shownMs?: number | undefined;
  /** Cumulative layout shift. */
  readonly cls: number;
  readonly waterfall: Waterfall;
}

const GIVE_UP_MS = 60_000;
const POLL_MS = 200;
/** Nobody types an account and a password faster on a phone. What the app fetches meanwhile is its own merit. */
const TYPING_MS = 5000;
/** Home has settled when it stays so for this long: parts may still change places after the first full picture. */
const STAYS_MS = 2000;

const readFelt = (page: Page): Promise<Felt> =>
  page.evaluate(() => (globalThis as unknown as FeltWindow).felt);

async function waitForFelt(
  page: Page,
  what: string,
  isTrue: (felt: Felt, now: number) => boolean,
): Promise<Felt> {
  const end = Date.now() + GIVE_UP_MS;
  while (Date.now() < end) {
    const felt = await readFelt(page);
    if (isTrue(felt, await page.evaluate(() => performance.now()))) return felt;
    await page.waitForTimeout(POLL_MS);
  }
  throw new Error(`${page.url()}: ${what} took longer than ${GIVE_UP_MS / 1000} s`);
}

/** Some builds ask something before anybody has signed in, such as about notifications: not now. */
async function dismissDialogs(page: Page, field: Locator): Promise<void> {
  for (
    let tries = 0;
    tries < 5 && (await field.evaluate((input) => input.closest('[inert]') !== null));
    tries += 1
  ) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(POLL_MS);
  }
}

/** From the navigation until the form can be used. */
async function timeLogin(browser: Browser, url: string): Promise<Omit<Measured, 'cls'>> {
  const { context, page } = await openSlowPhone(browser);
  try {
    await page.addInitScript(probePage, true);
    await page.goto(`${url}/login`, { waitUntil: 'commit' });
    const { usableAt: ms = Number.NaN, shownAt: shownMs } = await waitForFelt(
      page,
      'the sign-in form',
      ({ usableAt }) => usableAt !== undefined,
    );
    return { ms, shownMs, waterfall: await readWaterfall(page, 0) };
  } finally {
    await context.close();
  }
}

/** From the tap that signs in until home shows everything; and how much the sign-in page moved before, which nobody had touched. */
async function timeHome(
  browser: Browser,
  url: string,
  member: Member,
): Promise<{ home: Measured; loginShift: number }> {
  const { context, page } = await openSlowPhone(browser);
  page.setDefaultTimeout(GIVE_UP_MS);
  try {
    await page.addInitScript(probePage, false);
    await page.goto(`${url}/login`, { waitUntil: 'load' });
    const password = page.locator('input[autocomplete="current-password"]');
    await password.waitFor();
    await page.waitForTimeout(TYPING_MS);
    const loginShift = layoutShift((await readFelt(page)).shifts);
    await dismissDialogs(page, password);
    await page.locator('input[autocomplete="username"]').fill(member.account);
    await password.fill(member.password);
    await page.locator('form', { has: password }).locator('button[type="submit"]').tap();
    const {
      shifts,
      tappedAt = 0,
      settledAt = Number.NaN,
    } = await waitForFelt(
      page,
      'home',
      (felt, now) => felt.settledAt !== undefined && now - felt.settledAt > STAYS_MS,
    );
    const waterfall = await readWaterfall(page, tappedAt);
    return { home: { ms: settledAt - tappedAt, cls: layoutShift(shifts, tappedAt), waterfall }, loginShift };
  } finally {
    await context.close();
  }
}

/** Both cases, each with an empty cache. */
export async function visit(
  browser: Browser,
  url: string,
  member: Member,
): Promise<{ login: Measured; home: Measured }> {
  const login = await timeLogin(browser, url);
  const { home, loginShift } = await timeHome(browser, url, member);
  return { login: { ...login, cls: loginShift }, home };
}
