import { BLANK, faultsOf, ORIGIN, serveFrom, type Shot } from '@holdfast/testkit/gallery';
import type { Browser, Page } from '@playwright/test';
import { lookOverMarks } from '../e2e/support/line-ends.ts';
import { happen, type Moment, type Picture, type State } from './picture.ts';

const LANGUAGES = ['zh-TW', 'en'] as const;
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const PHONE = { width: 390, height: 844 };
const SIZES = {
  phone: { ...PHONE, themes: THEMES },
  /** The narrowest phone: the layout is a phone's, so nothing is staged anew, and one theme shows it. */
  small: { width: 360, height: 740, themes: ['light'] },
  wide: { width: 1280, height: 800, themes: THEMES },
} as const satisfies Record<Shot['width'], { width: number; height: number; themes: readonly Theme[] }>;
const READY_MS_MAX = 8000;
/** What stands by the window, and not by the page, follows a new size a moment later. */
const RESIZED_MS = 250;

const WORLD_OF: Readonly<Record<State, 'data' | 'empty' | 'long'>> = {
  data: 'data',
  empty: 'empty',
  loading: 'data',
  error: 'data',
  long: 'long',
};

/** Waits until the screen shows what it is going to show: nothing busy, or, in `loading`, something busy. */
async function settle(page: Page, state: State): Promise<void> {
  await page.waitForFunction(
    (isLoading) => {
      // A panel's code comes after the screen beneath it.
      const wanted = location.search.includes('panel=') ? '[role="dialog"]' : 'main, [role="dialog"]';
      const isThere = document.querySelector(wanted) !== null;
      const isBusy = document.querySelector('[aria-busy="true"]') !== null;
      // Customer service looks for its place when the rest stands.
      const isPlaced = document.querySelector('[data-side="none"]') === null;
      return isThere && isPlaced && isBusy === isLoading && document.fonts.status === 'loaded';
    },
    state === 'loading',
    { timeout: READY_MS_MAX },
  );
}

interface Wanted {
  picture: Picture;
  state: State;
  language: (typeof LANGUAGES)[number];
}

/** Opens the screen as the scene wants it, does what a hand does before the picture, and waits for the rest. */
async function stage(page: Page, { picture, state, language }: Wanted): Promise<void> {
  const {
    reads = [],
    orders,
    change,
    flag,
    startsOffline,
    freezeLink,
    lock,
    isSignedOut = false,
    refusal = 'PROXY_UNREACHABLE',
    refusalData = {},
    act,
  } = picture;
  const scene = {
    world: WORLD_OF[state],
    isSignedOut,
    ...(flag && { flag }),
    ...(startsOffline && { startsOffline }),
    ...(freezeLink && { freezeLink }),
    ...(lock && { lock }),
    ...(change && { change: { ...change[state] } }),
    ...(orders && state !== 'empty' && state !== 'long' && { orders }),
    silent: state === 'loading' ? reads : [],
    failing: state === 'error' ? reads.map((path) => [path, refusal, refusalData]) : [],
  };
  const settings = { language, theme: 'system', hidesAmounts: false };
  await page.evaluate(
    ([scene, settings]) => {
      localStorage.clear();
      sessionStorage.clear();
      localStorage.setItem('scene', scene ?? '');
      localStorage.setItem('settings', settings ?? '');
    },
    [JSON.stringify(scene), JSON.stringify(settings)],
  );
  await page.goto(ORIGIN + (picture.addresses?.[state] ?? picture.address));
  if (act) {
    await page.locator('h1, h2').first().waitFor();
    await act(page, state);
  }
  await settle(page, state);
}

/**
 * Takes one picture for each theme of each size. The theme follows the device, so it needs no new page, and neither does a narrower
 * phone; the wide window does where a hand has done something that another layout may forget.
 */
async function shootSizes(
  page: Page,
  {
    restages,
    stage: put,
    state,
    take,
  }: { restages: boolean; stage: () => Promise<void>; state: State; take: Take },
): Promise<void> {
  let isStaged = false;
  for (const [width, { themes, ...size }] of Object.entries(SIZES) as [
    Shot['width'],
    (typeof SIZES)['phone'],
  ][]) {
    const isNew = !isStaged || (restages && width === 'wide');
    // Left before the size changes: a sheet that another layout takes away goes back over its step, and would break off the next page.
    if (isNew) await page.goto(BLANK);
    await page.setViewportSize(size);
    if (isNew) await put();
    else {
      await page.waitForTimeout(RESIZED_MS);
      // A wide window reads more than a phone does.
      await settle(page, state);
    }
    isStaged = true;
    await take(width, themes);
  }
}
type Take = (width: Shot['width'], themes: readonly Theme[]) => Promise<void>;

/** What axe finds, and what is wider than the window, is a fault of the picture. The narrower phone has the other one's layout. */
async function look(
  page: Page,
  { names, width, theme, tell }: { names: readonly string[]; width: Shot['width']; theme: Theme; tell: Tell },
): Promise<void> {
  const where = [...names, width, theme].join(', ');
  if (width !== 'small') for (const fault of await faultsOf(page, theme)) tell(`${where}: ${fault}`);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) tell(`${where}: ${over} px wider than the window`);
}
type Tell = (fault: string) => void;

/** One state in one language, in all sizes and themes. */
async function shootState(page: Page, wanted: Wanted, tell: Tell): Promise<Shot[]> {
  const { picture, state, language } = wanted;
  const shots: Shot[] = [];
  await shootSizes(page, {
    restages: picture.act !== undefined,
    stage: () => stage(page, wanted),
    state,
    take: async (width, themes) => {
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await look(page, { names: [picture.name, state, language], width, theme, tell });
        const png = await page.screenshot({ animations: 'disabled' });
        shots.push({ state, language, theme, width, png });
      }
    },
  });
  return shots;
}

/** Raises one dialog after the other over the standing screen. */
async function shootMoments(
  page: Page,
  wanted: Wanted,
  { moments, tell }: { moments: readonly Moment[]; tell: Tell },
): Promise<Shot[]> {
  const { language } = wanted;
  const shots: Shot[] = [];
  const dialog = page.locator('[data-notice] > *');
  const raise = async ({ happens }: Moment): Promise<void> => {
    await happen(page, { is: 'quiet' });
    await dialog.waitFor({ state: 'detached' });
    await happen(page, happens);
    await dialog.waitFor();
  };
  if (wanted.picture.isWordsOnly) {
    await page.goto(BLANK);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize(SIZES.small);
    await stage(page, wanted);
    for (const moment of moments) {
      await raise(moment);
      const png = await dialog.screenshot({ animations: 'disabled' });
      shots.push({ state: moment.name, language, theme: 'light', width: 'small', png });
    }
    return shots;
  }
  await shootSizes(page, {
    restages: false,
    stage: () => stage(page, wanted),
    state: wanted.state,
    take: async (width, themes) => {
      for (const moment of moments) {
        await raise(moment);
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await look(page, { names: [wanted.picture.name, moment.name, language], width, theme, tell });
          const png = await page.screenshot({ animations: 'disabled' });
          shots.push({ state: moment.name, language, theme, width, png });
        }
      }
    },
  });
  return shots;
}

/** All pictures of one screen. A page that throws or logs an error fails its picture: a gallery of broken pages is none. */
export async function shoot(
  { browser, folder, tell }: { browser: Browser; folder: string; tell: Tell },
  picture: Picture,
): Promise<Shot[]> {
  const { moments, userAgent, hasOwnClock = false } = picture;
  const context = await browser.newContext({
    // A picture is of what the build says, and the gallery serves no worker.
    serviceWorkers: 'block',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    ...(userAgent !== undefined && { userAgent }),
  });
  await serveFrom(folder, context);
  const page = await context.newPage();
  lookOverMarks(page);
  page.setDefaultTimeout(READY_MS_MAX);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  if (hasOwnClock) await page.clock.install();
  const shots: Shot[] = [];
  try {
    for (const state of picture.states ?? ['data'])
      for (const language of LANGUAGES) {
        const where = `${picture.name}, ${state}, ${language}`;
        try {
          const wanted = { picture, state, language };
          shots.push(
            ...(await (moments
              ? shootMoments(page, wanted, { moments, tell })
              : shootState(page, wanted, tell))),
          );
        } catch (cause) {
          throw new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
        }
        if (errors.length > 0) throw new Error(`${where}: ${errors.join('; ')}`);
      }
  } finally {
    await context.close();
  }
  return shots;
}
