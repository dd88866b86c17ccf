import { INACTIVITY_TIMEOUT_MS, INACTIVITY_TIMER_NAME } from '@holdfast/contract/constants';
import type { Page } from '@playwright/test';
import { PASSWORD, type ApiMember } from './support/api-member.ts';
import { button, hearsNews, pressEscape, signIn, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { look } from './support/pin.ts';
import { expect, test, type Fixtures } from './support/test.ts';

/** Several tabs of one browser: whatever ends the session, each of them says what happened. */

const ENDED_HERE = '您已在另一個分頁登出。';
const ended = (page: Page) => page.getByRole('alertdialog', { name: '您已被登出' });
const atLogin = (page: Page) => expect(page.getByLabel('登入密碼', { exact: true })).toBeAttached();

/** Two tabs of one browser in which the member is signed in, both with their live stream. */
async function openTwo(open: Fixtures['open'], who: ApiMember): Promise<[Page, Page]> {
  const first = await open({ as: who });
  await first.goto('/home');
  await hearsNews(first);
  const second = await first.context().newPage();
  const streams = second.waitForResponse((response) => response.url().endsWith('/proxystream'));
  await second.goto('/home');
  await streams;
  return [first, second];
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/home?panel=settings');
  await button(page, '登出').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
  await atLogin(page);
}

test('a sign-in on another device is told in every tab, and in one that was closed for a while', async ({
  open,
  member,
}) => {
  const who = await member();
  const [first, second] = await openTwo(open, who);
  const away = await first.context().newPage();
  await away.goto('/transaction');
  await expect(away.getByRole('heading', { level: 1 })).toBeVisible();
  await away.goto('about:blank');
  const elsewhere = await open();
  await elsewhere.goto('/login');
  await signIn(elsewhere, who.account, PASSWORD);
  for (const page of [first, second]) {
    await expect(ended(page)).toContainText('另一台裝置登入');
    await expect(ended(page)).toContainText('Chrome');
    await expect(page).toHaveURL(/\/login$/);
  }
  await away.goto('/transaction');
  await expect(ended(away)).toContainText('另一台裝置登入');
  await pressEscape(away);
  await away.reload();
  await atLogin(away);
  await expect(ended(away)).toHaveCount(0);

  // What this browser knows of it is told to nobody but its member, and goes with the next sign-in.
  await pressEscape(first);
  await signIn(first, who.account, PASSWORD);
  await first.waitForURL('**/home');
  await second.waitForURL('**/home');
  await expect(ended(second)).toHaveCount(0);
  expect(await first.evaluate(() => localStorage.getItem('sessionEnd'))).toBeNull();
});

test('a sign-out is told in the other tabs without an alarm, and not where it was made', async ({
  open,
  member,
}) => {
  const who = await member();
  const [first, second] = await openTwo(open, who);
  await signOut(first);
  await expect(second.getByText(ENDED_HERE)).toBeVisible();
  await expect(second).toHaveURL(/\/login$/);
  await expect(second.getByRole('alertdialog')).toHaveCount(0);
  await lookAt(second, 'signed out in another tab');
  await expect(first.getByText(ENDED_HERE)).toHaveCount(0);
  await expect(first.getByRole('alertdialog')).toHaveCount(0);
  await signIn(first, who.account, PASSWORD);
  await second.waitForURL('**/home');
  await expect(second.getByText(ENDED_HERE)).toHaveCount(0);
});

test('an hour without anybody is counted over all tabs, and its end is told in each', async ({
  open,
  member,
}) => {
  const [first, second] = await openTwo(open, await member());
  const idle = (page: Page, ms: number) =>
    page.evaluate(([name, since]) => localStorage.setItem(name, String(Date.now() - since)), [
      INACTIVITY_TIMER_NAME,
      ms,
    ] as const);
  const question = (page: Page) => page.getByRole('alertdialog', { name: '您還在嗎？' });
  await idle(first, INACTIVITY_TIMEOUT_MS - 50_000);
  await expect(question(second)).toBeVisible();
  await question(first).getByRole('button', { name: '保持登入' }).click();
  await expect(question(second)).toHaveCount(0);
  await idle(second, INACTIVITY_TIMEOUT_MS);
  for (const page of [first, second]) await expect(ended(page)).toContainText('階段逾時');
});

test('an account that is frozen in one tab, and a session that the server has ended, are told in each', async ({
  open,
  member,
  books,
}) => {
  const frozen = await openTwo(open, await member());
  await frozen[0].goto('/home?panel=freeze');
  await button(frozen[0], '凍結我的帳號').click();
  await frozen[0].getByRole('alertdialog').getByRole('button', { name: '凍結我的帳號' }).click();
  for (const page of frozen) await expect(ended(page)).toContainText('帳號已凍結');

  const who = await member();
  const expired = await openTwo(open, who);
  await books.breakSession(who.account, 'idle');
  // Whichever tab hears of it first; a reload could take away what it has said.
  await look(expired[0], 'visible');
  for (const page of expired) await expect(ended(page)).toContainText('階段逾時');
});

test('another member who signs in is named in every tab, which goes Home with nothing of the earlier one', async ({
  open,
  member,
}) => {
  const [who, other] = [await member({ TWD: '4321.00' }), await member({ TWD: '765.00' })];
  const [first, second] = await openTwo(open, who);
  const away = await first.context().newPage();
  await away.goto('/home');
  await expect(away.getByText('4,321.00').first()).toBeVisible();
  await away.goto('about:blank');
  await second.goto('/front-end-order?scope=past');
  await signOut(first);
  await expect(second.getByText(ENDED_HERE)).toBeVisible();
  await signIn(first, other.account, PASSWORD);
  await away.goto('/home');
  for (const page of [second, away]) {
    const switched = page.getByRole('alertdialog', { name: '已換成另一個帳號' });
    await expect(switched).toContainText(`另一個分頁登入了 ${other.nick}`);
    await lookAt(page, 'another member');
    await pressEscape(page);
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByText('765.00').first()).toBeVisible();
    await expect(page.getByText('4,321.00')).toHaveCount(0);
  }
  await expect(first.getByRole('alertdialog')).toHaveCount(0);
});

test('a new password keeps this tab and the others signed in, and puts out who has a copy of the session', async ({
  open,
  member,
}) => {
  const who = await member();
  const [first, second] = await openTwo(open, who);
  const thief = await open({ as: who });
  await thief.goto('/home');
  await hearsNews(thief);
  await first.goto('/home?panel=password');
  await first.getByLabel('目前的登入密碼').fill(PASSWORD);
  await first.getByLabel('新的登入密碼').fill('Heron4moss');
  await button(first, '儲存新密碼').click();
  const renewed = first.waitForFunction(
    (token) => !localStorage.getItem('memberData')?.includes(token),
    await first.evaluate(() => {
      const { login } = JSON.parse(localStorage.getItem('memberData') ?? '{}') as {
        login: { access_token: string };
      };
      return login.access_token;
    }),
  );
  await typeSecret(first);
  await renewed;

  for (const page of [first, second]) {
    await page.goto('/home?panel=devices');
    await expect(page.getByRole('list', { name: '登入過的裝置' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  await thief.goto('/home?panel=devices');
  await atLogin(thief);
  for (const page of [first, second]) await expect(page).toHaveURL(/panel=devices/);
});
