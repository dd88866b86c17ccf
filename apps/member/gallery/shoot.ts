import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Picture, State } from './screens.ts';
import type { Shot } from './sheet.ts';

const LANGUAGES = ['zh-TW', 'en'] as const;
const THEMES = ['light', 'dark'] as const;
const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const;
const READY_MS_MAX = 8000;
/** What stands by the window, and not by the page, follows a new size a moment later. */
const RESIZED_MS = 250;

/** Nothing listens there: every request is answered from the folder of the built app. */
const ORIGIN = 'http://localhost:1';
const BLANK = `${ORIGIN}/blank`;

async function serveFrom(folder: string, context: BrowserContext): Promise<void> {
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (pathname === '/blank')
      await route.fulfill({ contentType: 'text/html', body: '<title>blank</title>' });
    else if (/\.\w+$/.test(pathname) && existsSync(file)) await route.fulfill({ path: file });
    else await route.fulfill({ path: join(folder, 'index.html') });
  });
}

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
    lock,
    isSignedOut = false,
    refusal = 'PROXY_UNREACHABLE',
    act,
  } = picture;
  const scene = {
    world: WORLD_OF[state],
    isSignedOut,
    ...(lock && { lock }),
    ...(change && { change: { ...change[state] } }),
    ...(orders && state !== 'empty' && state !== 'long' && { orders }),
    silent: state === 'loading' ? reads : [],
    failing: state === 'error' ? reads.map((path) => [path, refusal]) : [],
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
 * One state in one language, in both themes and sizes. The theme follows the device, so it needs no new page; a size only where a
 * hand has done something that another layout may forget.
 */
async function shootState(page: Page, wanted: Wanted): Promise<Shot[]> {
  const { picture, state, language } = wanted;
  const shots: Shot[] = [];
  let isStaged = false;
  for (const [width, size] of Object.entries(SIZES) as [Shot['width'], (typeof SIZES)['phone']][]) {
    const isNew = !isStaged || picture.act !== undefined;
    // Left before the size changes: a sheet that another layout takes away goes back over its step, and would break off the next page.
    if (isNew) await page.goto(BLANK);
    await page.setViewportSize(size);
    if (isNew) await stage(page, wanted);
    else await page.waitForTimeout(RESIZED_MS);
    isStaged = true;
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const png = await page.screenshot({ animations: 'disabled' });
      shots.push({ state, language, theme, width, png });
    }
  }
  return shots;
}

/** All pictures of one screen. A page that throws or logs an error fails its picture: a gallery of broken pages is none. */
export async function shoot(browser: Browser, folder: string, picture: Picture): Promise<Shot[]> {
  const context = await browser.newContext({ locale: 'zh-TW', timezoneId: 'Asia/Taipei' });
  await serveFrom(folder, context);
  const page = await context.newPage();
  page.setDefaultTimeout(READY_MS_MAX);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const shots: Shot[] = [];
  try {
    for (const state of picture.states ?? ['data'])
      for (const language of LANGUAGES) {
        const where = `${picture.name}, ${state}, ${language}`;
        try {
          shots.push(...(await shootState(page, { picture, state, language })));
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
