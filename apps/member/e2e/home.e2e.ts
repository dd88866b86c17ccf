import { button } from './support/hands.ts';
import { doubleText, tornWords } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** Home in a real browser: what only layout can show. */

const SMALL = { width: 360, height: 740 };

/** Runs before the page's own code. */
function speakEnglish(): void {
  try {
    localStorage.setItem('settings', '{"language":"en","theme":"system"}');
  } catch {
    // The empty page that comes first has no storage.
  }
}

/** Keeps what moves by itself from the first picture on. */
function keepShifts(): void {
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
  const shifts: { value: number; moved: (string | undefined)[] }[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) });
  }).observe({ type: 'layout-shift', buffered: true });
}

test('at 360 px four actions stand in a row, and what happened last is on the first screen', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member({ TWD: '500.00' }), viewport: SMALL });
  await page.goto('/home');
  const actions = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.getByRole('link', { name: '收支紀錄' }) });
  await expect(actions.getByRole('link')).toHaveCount(4);
  const tops = await actions
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const coins = await page
    .getByRole('radio', { name: /^(TWD|USDT)$/ })
    .evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.getBoundingClientRect().top));
  expect(coins).toEqual([coins[0], coins[0]]);
  const line = page.getByText('撥入 500 TWD');
  await expect(line).toBeInViewport({ ratio: 1 });
  const [bar, row] = await Promise.all([page.getByRole('navigation').boundingBox(), line.boundingBox()]);
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await lookAt(page, 'home at 360 px');
});

test('a first visit loads no texts of refusals, and the first panel brings them', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member({ TWD: '500.00' }) });
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
  await page.goto('/home');
  await expect(page.getByText('撥入 500 TWD')).toBeVisible();
  const isTexts = (path: string) => path.startsWith('/assets/catalogue-');
  expect(loaded.filter(isTexts)).toEqual([]);
  await page.getByRole('link', { name: '設定', exact: true }).click();
  await expect.poll(() => loaded.filter(isTexts)).toHaveLength(1);
});

test('nothing moves while home loads, however late each part comes', async ({ open, member }) => {
  const page = await open({ as: await member({ TWD: '500.00' }), before: keepShifts });
  let asked = 0;
  await page.route(/\/proxy(post|get)$/, async (route) => {
    asked += 1;
    const wait = (asked * 7) % 5; // each in its turn, and not in the order in which they were asked
    await new Promise((resolve) => setTimeout(resolve, wait * 150));
    await route.continue();
  });
  await page.goto('/home');
  await expect(page.getByText('撥入 500 TWD')).toBeVisible();
  await expect(page.getByRole('list', { name: '完成設定' })).toBeAttached();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts') as unknown[])).toEqual([]);
});

test('at 200 % text no word is torn apart, on the sign-in page and on home', async ({ open, member }) => {
  const guest = await open({ viewport: SMALL, before: speakEnglish });
  await guest.goto('/login');
  await expect(button(guest, 'Sign in')).toBeVisible();
  await doubleText(guest);
  expect(await tornWords(guest)).toEqual([]);

  const who = await member({ TWD: '500.00' });
  const names = [who.account, who.nick];
  const page = await open({ as: who, viewport: SMALL, before: speakEnglish });
  await page.goto('/home');
  await expect(page.getByText('Credited 500 TWD')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Finish setting up' })).toBeAttached();
  await doubleText(page);
  expect(await tornWords(page, names)).toEqual([]);
  await page.goto('/home?panel=journal');
  await expect(page.getByRole('dialog').getByText('Credited 500 TWD')).toBeVisible();
  await doubleText(page);
  expect(await tornWords(page, names)).toEqual([]);
});
