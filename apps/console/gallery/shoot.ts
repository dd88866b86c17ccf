import { BLANK, faultsOf, ORIGIN, serveFrom, type Shot } from '@holdfast/testkit/gallery';
import type { Browser, Page } from '@playwright/test';
import type { Scene } from '../src/test/fake-main.tsx';
import type { Picture, State } from './picture.ts';

const LANGUAGES = ['zh-TW', 'en'] as const;
const SIZES = {
  small: { width: 360, height: 740 },
  wide: { width: 1280, height: 800 },
} as const satisfies Partial<Record<Shot['width'], { width: number; height: number }>>;
const THEMES = ['light', 'dark'] as const;
const READY_MS_MAX = 8000;

function statesOf({ reads, empty }: Picture): State[] {
  return [
    'full',
    ...(empty ? (['empty'] as const) : []),
    ...(reads ? (['loading', 'failing', 'refused'] as const) : []),
  ];
}

function sceneOf(
  {
    isSignedOut = false,
    role = 'admin',
    answers,
    empty,
    later,
    reads = [],
    refusal = 'ROLE_NOT_ALLOWED',
  }: Picture,
  state: State,
): Scene {
  return {
    ...(!isSignedOut && { role }),
    answers: { ...answers, ...(state === 'empty' && empty) },
    ...(later && { later }),
    silent: state === 'loading' ? reads : [],
    failing:
      state === 'failing'
        ? reads.map((path) => [path, 'PROXY_UNREACHABLE', {}] as const)
        : state === 'refused'
          ? reads.map((path) => [path, refusal, {}] as const)
          : [],
  };
}

/** Waits until the screen shows what it is going to show: nothing busy, or, in `loading`, something busy. */
const settle = (page: Page, state: State) =>
  page.waitForFunction(
    (isLoading) =>
      document.querySelector('h1') !== null &&
      (document.querySelector('[aria-busy="true"]') !== null) === isLoading &&
      document.fonts.status === 'loaded',
    state === 'loading',
    { timeout: READY_MS_MAX },
  );

interface Wanted {
  readonly picture: Picture;
  readonly state: State;
  readonly language: (typeof LANGUAGES)[number];
}

/** One state in one language: both sizes, both themes. What axe finds and what is wider than the window are faults. */
async function shootState(
  page: Page,
  { picture, state, language }: Wanted,
  tell: (fault: string) => void,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [width, size] of Object.entries(SIZES) as [keyof typeof SIZES, (typeof SIZES)['wide']][]) {
    const where = `${picture.name}, ${state}, ${language}, ${width}`;
    await page.goto(BLANK);
    await page.setViewportSize(size);
    await page.evaluate(
      ([scene, settings]) => {
        localStorage.clear();
        sessionStorage.clear();
        localStorage.setItem('scene', scene ?? '');
        localStorage.setItem('settings', settings ?? '');
      },
      [JSON.stringify(sceneOf(picture, state)), JSON.stringify({ language, theme: 'system' })],
    );
    await page.goto(ORIGIN + picture.address);
    if (picture.act) {
      await page.locator('h1').first().waitFor();
      await picture.act(page, state);
    }
    await settle(page, state);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const fault of await faultsOf(page, theme)) tell(`${where}, ${theme}: ${fault}`);
      const png = await page.screenshot({
        animations: 'disabled',
        fullPage: width === 'small' && !picture.act,
      });
      shots.push({ state, language, theme, width, png });
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) tell(`${where}: ${over} px wider than the window`);
  }
  return shots;
}

/** All pictures of one screen. Whatever a page complains about, and whatever axe finds, fails it. */
export async function shoot(
  { browser, folder, tell }: { browser: Browser; folder: string; tell: (fault: string) => void },
  picture: Picture,
): Promise<Shot[]> {
  const context = await browser.newContext({ locale: 'zh-TW', timezoneId: 'Asia/Taipei' });
  await serveFrom(folder, context);
  const page = await context.newPage();
  page.setDefaultTimeout(READY_MS_MAX);
  page.on('pageerror', (error) => tell(`${picture.name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') tell(`${picture.name}: ${message.text()}`);
  });
  const shots: Shot[] = [];
  try {
    for (const state of statesOf(picture))
      for (const language of LANGUAGES)
        try {
          shots.push(...(await shootState(page, { picture, state, language }, tell)));
        } catch (cause) {
          const text = cause instanceof Error ? cause.message : String(cause);
          throw new Error(`${picture.name}, ${state}, ${language}: ${text}`, { cause });
        }
  } finally {
    await context.close();
  }
  return shots;
}
