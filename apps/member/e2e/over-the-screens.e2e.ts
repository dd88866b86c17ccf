import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api-member.ts';
import { button, dialog, hearsNews, pressEscape, signIn, tab } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, NETWORK_COMPLAINTS, test } from './support/test.ts';

/** What lies over the screens, and what stays on the device: messages, errors, customer service, the debug log, edited records. */

const POLYGLOT = `"'><img src=x onerror=alert(1)><svg/onload=alert(2)>{{7*7}}\${7*7}`;

const message = (page: Page) => page.getByRole('alertdialog');

test('a message of an order comes over the screen at once and leads to the order', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: payee });
  await page.goto('/home');
  await hearsNews(page);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await expect(message(page)).toContainText(order.serialNo);
  await lookAt(page, 'a notification');
  expect((await message(page).boundingBox())?.width).toBe(300);
  const mask = page.locator('[data-mask]');
  expect(await mask.evaluate((element) => getComputedStyle(element).zIndex)).toBe('4000');
  await expect(message(page).getByRole('button', { name: '確認' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await message(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await message(page).getByRole('button', { name: '確認' }).click();
  await expect(page).toHaveURL(new RegExp(`type=orderLock&orderId=${order.orderId}$`));
  const stands = page.waitForResponse('**/proxystream');
  await page.reload();
  await stands;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

test('messages that were missed come one after the other, and what they carry is text', async ({
  open,
  books,
  member,
}) => {
  const somebody = await member();
  const page = await open({ as: somebody });
  await page.goto('/home');
  await hearsNews(page);
  await books.plantMessage(somebody.account, 'orderPaid', {
    orderId: '7',
    serialNo: POLYGLOT,
    nick: POLYGLOT,
    quantity: 1,
    coinType: 'TWD',
  });
  await books.plantMessage(somebody.account, POLYGLOT, {});
  await page.reload();
  await expect(message(page)).toContainText(`訂單 ${POLYGLOT}`);
  await button(page, '關閉').click();
  await expect(message(page)).toContainText('通知');
  await pressEscape(page);
  await expect(message(page)).toHaveCount(0);
  // A safety notice goes before all others, so it comes once they have been answered.
  await books.plantMessage(somebody.account, 'userForcedLogout', { device: POLYGLOT });
  await page.reload();
  await expect(message(page)).toContainText(POLYGLOT);
  await pressEscape(page);
  await expect(message(page)).toBeVisible();
  expect(await page.locator('[onerror], [onload]').count()).toBe(0);
  await button(page, '確認').click();
  await expect(button(page, '登入')).toBeVisible();
});

test('whoever was refused in the real-name review is advised to verify', async ({ open, books, member }) => {
  const somebody = await member();
  const page = await open({ as: somebody });
  await page.goto('/transaction');
  await hearsNews(page);
  await expect(page.locator('[data-mask]')).toHaveCount(0);
  await books.setRealNameStatus(somebody.account, 'NotApproved');
  await books.plantMessage(somebody.account, 'userRealNameReview', { realNameStatus: 'NotApproved' });
  await page.reload();
  await button(page, '確認').click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(message(page)).toContainText('親愛的用戶，為保障您的帳戶權益，建議您完成實名驗證。');
  await lookAt(page, 'the real-name prompt');
  await button(page, '前往驗證').click();
  await expect(page.locator('[data-mask]')).toHaveCount(0);
  await expect(page).toHaveURL(/\/home/);
});

for (const [how, text] of [
  ['unknown', '找不到登入記錄'],
  ['idle', '階段逾時'],
] as const)
  test(`a session that the server calls ${how} ends here, in the words of the product`, async ({
    open,
    books,
    member,
  }) => {
    const somebody = await member({ TWD: '4321.00' });
    const page = await open({ as: somebody });
    await page.goto('/home');
    await expect(page.getByText('4,321.00').first()).toBeVisible();
    await page.goto('about:blank'); // a page that is open might hear of it first, and its message would go with the reload
    await books.breakSession(somebody.account, how);
    await page.goto('/home');
    await expect(message(page)).toContainText(text);
    await lookAt(page, `signed out: ${how}`);
    await pressEscape(page);
    await expect(button(page, '登入')).toBeVisible();
    await expect(page.getByText('4,321.00')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('memberData'))).toBeNull();
  });

test('a session that another device has taken over says so', async ({ open, books, member }) => {
  const somebody = await member();
  const page = await open({ as: somebody });
  await page.goto('/home');
  await page.goto('about:blank');
  await books.breakSession(somebody.account, 'takeover');
  await page.goto('/home');
  await expect(message(page)).toContainText('另一台裝置');
  await expect(button(page, '登入')).toBeAttached();
});

/** Nothing of one call reaches the server. */
async function cutOff(page: Page, bUrl: string): Promise<void> {
  await page.route('**/proxypost', (route) =>
    route.request().postData()?.includes(`"B_URL":"${bUrl}"`)
      ? route.abort('connectionrefused')
      : route.fallback(),
  );
}

test('member info that cannot be had is said, the session stays, and the log can be saved once', async ({
  open,
  member,
}) => {
  const somebody = await member();
  const page = await open({ as: somebody, mayComplain: NETWORK_COMPLAINTS });
  await cutOff(page, `/member/info/${somebody.account}`);
  await page.goto('/home');
  await expect(message(page)).toContainText('取得會員資料時與伺服器連線失敗：連線代理伺服器失敗');
  await pressEscape(page);
  await expect(message(page)).toContainText('getMemberInfo');
  await lookAt(page, 'save the log');
  const download = page.waitForEvent('download');
  await button(page, '確認').click();
  const log = await readFile(await (await download).path(), 'utf8');
  expect(log).toContain('/member/info/{account}');
  expect(log).toContain('PROXY_UNREACHABLE');
  expect(log).not.toContain(somebody.account);
  await page.reload();
  await expect(message(page)).toContainText('取得會員資料時與伺服器連線失敗');
  await pressEscape(page);
  await expect(message(page)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('logAsk'))).toBe('true');
  await expect(page.getByRole('heading', { name: somebody.nick })).toBeVisible();
});

test('the debug log holds no secret, is in the settings, and goes with the session', async ({
  open,
  member,
}) => {
  const somebody = await member();
  const page = await open();
  await page.goto('/login');
  await signIn(page, somebody.account, PASSWORD);
  await expect(page.getByRole('heading', { name: somebody.nick })).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  await expect.poll(kept).toContain('/member/balanceinfo');
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('memberData') ?? '{}') as { login: { access_token: string } }).login
        .access_token,
  );
  for (const secret of [PASSWORD, token, somebody.account]) expect(await kept()).not.toContain(secret);
  await page.goto('/home?panel=debug-log');
  await expect(dialog(page, '問題紀錄').getByText(/^\d+\.\d\sKB$/)).toBeVisible();
  await lookAt(page, 'the debug log');
  await dialog(page, '問題紀錄').getByText('不記錄').click();
  await button(page, '清除紀錄').click();
  await expect(dialog(page, '問題紀錄').getByText('0 KB')).toBeVisible();
});

test('an error to be read goes before one that passes after six seconds; a log that is full says so once, and the app goes on', async ({
  open,
  member,
}) => {
  const somebody = await member();
  const page = await open({ as: somebody, mayComplain: NETWORK_COMPLAINTS });
  await page.clock.install();
  await page.goto('/proxykeys');
  // Before the app has begun to write: what is full by then is said by whoever filled it.
  await page.evaluate(() => sessionStorage.setItem('debugLog.1', 'x'.repeat(5 * 1024 * 1024 - 256 * 1024)));
  await cutOff(page, `/member/info/${somebody.account}`);
  await page.goto('/home');
  await expect(message(page)).toContainText('問題紀錄已滿，請先清除紀錄');
  // From here on no time passes but what is asked for.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
  await expect(message(page)).toContainText('問題紀錄已滿，請先清除紀錄');
  await button(page, '關閉').click();
  await expect(message(page)).toContainText('取得會員資料時與伺服器連線失敗');
  await expect(message(page).getByRole('button')).toHaveCount(0);
  await page.clock.fastForward(4000);
  await expect(message(page)).toContainText('取得會員資料時與伺服器連線失敗');
  await page.clock.fastForward(2000);
  await page.clock.resume();
  await expect(message(page)).toContainText('getMemberInfo');
  await button(page, '關閉').click();
  await tab(page, '交易').click();
  await expect(page.getByRole('heading', { name: '交易', level: 1 })).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

test('a server that is silent for half a minute is called unstable', async ({ open, seller }) => {
  const { seller: somebody } = await seller();
  const page = await open({ as: somebody });
  await page.clock.install();
  await page.goto('/pendingOrder');
  await page.getByRole('button', { name: '關閉掛單' }).first().waitFor();
  const asked: string[] = [];
  await page.route('**/proxypost', async (route) => void asked.push(route.request().postData() ?? ''));
  await page.getByRole('button', { name: '關閉掛單' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: '關閉掛單' }).click();
  await expect.poll(() => asked.some((body) => body.includes('/listing/close'))).toBe(true);
  await page.clock.fastForward(31_000);
  await expect(message(page).last()).toContainText('連線不穩');
});

test('somebody who went astray finds the app behind a 404, and a missing script stays missing', async ({
  open,
  request,
}) => {
  const page = await open({ mayComplain: /404/ });
  const answer = await page.goto('/no-such-place');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL(/\/login$/);
  await expect(button(page, '登入')).toBeVisible();
  const script = await request.get('/assets/x.js', { headers: { accept: 'text/html' } });
  expect([script.status(), await script.text()]).toEqual([404, '']);
});

test('what somebody writes into the storage changes nothing but what they see themselves', async ({
  open,
  member,
}) => {
  const somebody = await member();
  const page = await open({ as: somebody });
  await page.goto('/home');
  const level = await page
    .getByText(/^Lv\.\d+$/)
    .first()
    .textContent();
  await page.evaluate(() => {
    const data = JSON.parse(localStorage.getItem('memberData') ?? '{}') as {
      memberInfo: { userLevel: number; bankCardStatus: string };
    };
    data.memberInfo.userLevel = 99;
    localStorage.setItem('memberData', JSON.stringify(data));
    localStorage.setItem('otherSetUp', '{"jumpBindBankCard":true,"RealName":5}');
    localStorage.setItem('debugMod', '{{');
    localStorage.setItem('settings', '[]');
    localStorage.setItem('userDeviceSet', 'null');
    localStorage.setItem('supportButton', '{"right":1e9,"bottom":-5}');
    localStorage.setItem(`command.${'0'.repeat(64)}`, '{"rid":"<script>"}');
  });
  await page.reload();
  await expect(page.getByText(level ?? '', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Lv.99')).toHaveCount(0);
  // A record with one wrong flag is no record: nothing is opened for it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a one-shot flag opens its panel once, and Back returns to the menu it names; customer service is asked about first', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member() });
  const opened: Page[] = [];
  page.context().on('page', (other) => opened.push(other));
  await page.goto('/home');
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  // Where the app does not run: it would follow the flag before the reload.
  await page.goto('/proxykeys');
  await page.evaluate(() => localStorage.setItem('otherSetUp', '{"jumpBindBankCardPassLeftMenu":true}'));
  await page.goto('/home');
  await expect(dialog(page, '銀行帳戶')).toBeVisible();
  await page.goBack();
  await expect(dialog(page, '設定')).toBeVisible();
  await page.goto('/proxykeys');
  await page.evaluate(() => localStorage.setItem('otherSetUp', '{"jumpContactUs":true}'));
  await page.goto('/home');
  await expect(message(page).getByRole('button')).toHaveText(['關閉', '開啟客服頁面']);
  await lookAt(page, 'a pop-up notice');
  await button(page, '關閉').click();
  await page.reload();
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  await expect(page.locator('[data-mask]')).toHaveCount(0);
  expect(opened).toEqual([]);
});

test('a page that the browser kept whole asks again who is signed in', async ({ open, member }) => {
  const page = await open({ as: await member() });
  await page.goto('/home');
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  await page.evaluate(() => {
    // Signed out while this page lay in the browser's memory: nobody told it.
    localStorage.removeItem('memberData');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(button(page, '登入')).toBeVisible();
});
