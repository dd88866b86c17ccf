import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api-member.ts';
import { button, tab } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** What stands on the screen before any code of the app has come, and how the app takes it over. */

/** Holds the app's code back until `release` is called: it stands last in the page, here behind a script that does not come. */
async function holdCode(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/held.js', async (route) => {
    await promise;
    await route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const code = '<script type="module">';
    const body = (await response.text()).replace(code, () => `<script src="/held.js"></script>${code}`);
    return route.fulfill({ response, body });
  });
  return { release };
}

const isTakenOver = (page: Page) => page.waitForFunction(() => !document.querySelector('[data-static]'));

test('the first answer alone shows the brand and the sign-in form', async ({ open }) => {
  const page = await open();
  await holdCode(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: '穩付', exact: true })).toBeVisible();
  await expect(page.getByLabel('登入密碼', { exact: true })).toBeEditable();
  await expect(page.getByRole('link', { name: '註冊新帳號' })).toBeVisible();
  await lookAt(page, 'the first paint');
});

test('the first answer alone runs the sign-in form', async ({ open }) => {
  const page = await open();
  await page.route('**/assets/**', () => {}); // never answered
  await page.goto('/login');
  await button(page, '登入').click();
  await expect(page.getByText('請輸入帳號')).toBeVisible();
});

test('the first paint speaks the language and wears the theme that were chosen on this device', async ({
  open,
}) => {
  const page = await open({
    before: () => {
      try {
        localStorage.setItem('settings', '{"language":"en","theme":"dark"}');
      } catch {
        // The empty page that comes first has no storage.
      }
    },
  });
  await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(button(page, 'Sign in')).toBeVisible();
  const look = await page.evaluate(() => {
    const { lang } = document.documentElement;
    return { lang, paper: getComputedStyle(document.documentElement).backgroundColor };
  });
  expect(look).toEqual({ lang: 'en', paper: 'rgb(11, 20, 18)' });
});

test('what is typed and pressed before the code has come is done when it has', async ({ open, member }) => {
  const { account } = await member();
  const page = await open();
  const code = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('帳號', { exact: true }).fill(account);
  await page.getByLabel('登入密碼', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  code.release();
  await page.waitForURL('**/home');
  await expect(tab(page, '錢包')).toBeVisible();
});

test('the app takes the form over as it stands: same field, same focus, nothing moves', async ({ open }) => {
  const page = await open({
    before: () => {
      let shift = 0;
      Object.assign(globalThis, { shiftSoFar: () => shift });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    },
  });
  const code = await holdCode(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const account = page.getByLabel('帳號', { exact: true });
  await account.pressSequentially('amberlin');
  await account.evaluate((field) => Object.assign(globalThis, { field }));
  code.release();
  await isTakenOver(page);
  await page.keyboard.type('88');
  await expect(account).toHaveValue('amberlin88');
  await expect(account).toBeFocused();
  expect(await account.evaluate((field) => field === Reflect.get(globalThis, 'field'))).toBe(true);
  await button(page, '顯示密碼').click();
  expect(await page.evaluate(() => (Reflect.get(globalThis, 'shiftSoFar') as () => number)())).toBe(0);
});

test('a member who comes back sees the frame at once, with the tab of the address as the present one', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member() });
  const code = await holdCode(page);
  await page.goto('/transaction', { waitUntil: 'commit' });
  await expect(tab(page, '交易')).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('[aria-current]')).toHaveCount(1);
  code.release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('under the PIN lock the first paint shows nothing of the app', async ({ open, member }) => {
  const page = await open({
    as: await member(),
    before: () => {
      try {
        const kept = JSON.parse(localStorage.getItem('memberData') ?? 'null') as {
          login: { access_token: string };
        } | null;
        if (kept) kept.login.access_token = '';
        if (kept) localStorage.setItem('memberData', JSON.stringify(kept));
      } catch {
        // The empty page that comes first has no storage.
      }
    },
  });
  await holdCode(page);
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.locator('template').first()).toBeAttached();
  await expect(page.locator('#root')).toBeEmpty();
});
