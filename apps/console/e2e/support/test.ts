import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { running, signInOperator } from '@holdfast/testkit/e2e';
import { openBooks, type Books } from '@holdfast/testkit/setup';
import { expect, test as base, type Browser, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { TOTP } from 'otpauth';

export { expect } from '@playwright/test';

export { running } from '@holdfast/testkit/e2e';

export const PASSWORD = 'harbour light 7';

/** An operator at a browser of their own. */
export interface Desk {
  readonly page: Page;
  readonly email: string;
  readonly name: string;
  /** A code of the authenticator that was not used yet: the one after that of the enrolment. */
  readonly code: () => string;
  readonly recoveryCodes: readonly string[];
}

export interface Fixtures {
  /** Somebody with that role, enrolled and signed in by the screens. */
  operator: (role: string) => Promise<Desk>;
  books: Books;
}

/** Whatever a page complains about fails its test at the end. */
async function openPage(browser: Browser, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({
    baseURL: running.consoleUrl,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    // A network of its own, so that limits by network do not meet other tests.
    extraHTTPHeaders: { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.9` },
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return page;
}

async function enrol(page: Page, invitation: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto('/enrol');
  await page.getByLabel('邀請碼').fill(invitation);
  await page.getByRole('button', { name: '下一步' }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{32}/).textContent())?.trim().slice(0, 32) ?? '';
  await page.getByRole('textbox', { name: '設定密碼' }).fill(PASSWORD);
  await page.getByLabel('驗證器上的 6 位數驗證碼').fill(codeOf(secret));
  await page.getByRole('button', { name: '完成註冊' }).click();
  await page.getByRole('heading', { name: '請保存復原碼' }).waitFor();
  const recoveryCodes = await page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).allTextContents();
  await page.getByLabel('已將復原碼存放在安全的地方').check();
  await page.getByRole('button', { name: '進入後台' }).click();
  await page.getByRole('heading', { name: '總覽' }).waitFor();
  return { secret, recoveryCodes };
}

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

export const signIn = (page: Page, { email, code }: { email: string; code: string }): Promise<void> =>
  signInOperator(page, { email, password: PASSWORD, code });

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe finds nothing on what is shown now, in both themes. */
export async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => {
      // One that follows a scroll never ends. The others are not waited for: what goes away meanwhile may never say that it has finished.
      for (const animation of document.getAnimations())
        if (animation.timeline === document.timeline) animation.finish();
    });
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
    const found = await page.evaluate(async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run(document, { runOnly, preload: false });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      );
    }, EVERYTHING);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here
  async books({}, use) {
    const books = openBooks(running);
    await use(books);
    await books.close();
  },
  async operator({ browser, books }, use) {
    const complaints: string[] = [];
    const pages: Page[] = [];
    await use(async (role) => {
      const { email, name, invitation } = await books.inviteOperator(role);
      const page = await openPage(browser, complaints);
      pages.push(page);
      const { secret, recoveryCodes } = await enrol(page, invitation);
      return { page, email, name, recoveryCodes, code: () => codeOf(secret, 1) };
    });
    for (const page of pages) await page.context().close();
    if (complaints.length > 0) throw new Error(`the console complained:\n${complaints.join('\n')}`);
  },
});
