import {
  beginNodeExchange,
  createChannelServer,
  loadServerKey,
  makeDevice,
  makeServerKey,
  makeTicketKey,
  ticketEpoch,
} from '@holdfast/secure-channel/node';
import type { Page, Request, Route } from '@playwright/test';
import { freshAccountNumber, PASSWORD, publicKeyOf, REAL_NAME } from './support/api-member.ts';
import {
  button,
  fillListing,
  openEarlyRelease,
  pressEscape,
  signIn,
  slide,
  tickChecklist,
  typeSecret,
} from './support/hands.ts';
import { running } from './support/running.ts';
import { expect, NETWORK_COMPLAINTS, test } from './support/test.ts';

/**
 * What stands between the app and its server lies, loses and forges (threats of the channel, A8, A10, A11, A13, A22). A command may have
 * had its effect each time; it has it once.
 */

const isOf = (request: Request, bUrl: string): boolean =>
  request.postData()?.includes(`"B_URL":"${bUrl}"`) === true;

/** Gives every transmission of one call to `handle`; the rest of the traffic goes its way. Answers with how many there were. */
async function intercept(page: Page, bUrl: string, handle: (route: Route, count: number) => Promise<void>) {
  const seen = { count: 0 };
  await page.route('**/proxypost', async (route) => {
    if (!isOf(route.request(), bUrl)) return route.fallback();
    seen.count += 1;
    return handle(route, seen.count);
  });
  return seen;
}

/** The RIDs of commands whose outcome the app does not know. */
const pendingRids = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('command.'))
      .map(([, value]) => (JSON.parse(value) as { rid: string }).rid),
  );

const CREATE = '/listing/create';

async function openListingForm(page: Page): Promise<void> {
  await page.goto('/pendingOrder?panel=create-listing');
  await fillListing(page);
}

async function expectDialog(page: Page, ...texts: string[]): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  for (const text of texts) await expect(dialog).toContainText(text);
  await pressEscape(page);
  await expect(dialog).toBeHidden();
}

const listing = (page: Page) => page.getByRole('heading', { name: '賣出 3,000 TWD' });

test('a server that is gone is said in the words of the product, and the command waits under its RID', async ({
  open,
  books,
  seller,
}) => {
  const { seller: member } = await seller();
  const before = await books.ridsOf(member.account, CREATE);
  await books.issueTo(member.account, 'TWD', '9000.00');
  const page = await open({ as: member, mayComplain: NETWORK_COMPLAINTS });
  await openListingForm(page);
  await page.route('**/proxy*', (route) => route.abort('connectionrefused'));
  await button(page, '掛出').click();
  await expectDialog(page, '連線代理伺服器失敗');
  const waiting = await pendingRids(page);
  expect(waiting).toHaveLength(1);

  await page.unrouteAll({ behavior: 'wait' });
  await button(page, '掛出').click();
  await expect(listing(page)).toHaveCount(2);
  expect(await books.ridsOf(member.account, CREATE)).toEqual([...before, ...waiting]);
  // The list may have come by a hint, before the answer.
  await expect.poll(() => pendingRids(page)).toEqual([]);
});

test('a device without a network says so, and goes on when it has one', async ({ open, books, seller }) => {
  const { seller: member } = await seller();
  await books.issueTo(member.account, 'TWD', '9000.00');
  const page = await open({ as: member, mayComplain: NETWORK_COMPLAINTS });
  await openListingForm(page);
  await page.context().setOffline(true);
  await button(page, '掛出').click();
  await expectDialog(page, '您尚未連接網路');
  await page.context().setOffline(false);
  await button(page, '掛出').click();
  await expect(listing(page)).toHaveCount(2);
});

test('whatever comes in place of an answer, a command that was executed is not executed again', async ({
  open,
  books,
  seller,
}) => {
  const { seller: member } = await seller();
  const before = await books.ridsOf(member.account, CREATE);
  await books.issueTo(member.account, 'TWD', '9000.00');
  const page = await open({ as: member, mayComplain: NETWORK_COMPLAINTS });
  await openListingForm(page);
  const forgeries: [forge: (route: Route) => Promise<void>, ...texts: string[]][] = [
    [(route) => route.abort('connectionreset'), '連線代理伺服器失敗'],
    [
      (route) => route.fulfill({ contentType: 'text/html', body: '<html>Please accept our terms</html>' }),
      '連線代理伺服器失敗',
    ],
    [(route) => route.fulfill({ body: '' }), '連線代理伺服器失敗'],
    [(route) => route.fulfill({ body: 'ERROR002' }), '連線不穩', '伺服器沒有回應'],
    [(route) => route.fulfill({ body: 'ERROR003' }), '連線不穩', '傳送內容不正確'],
    [(route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), '連線失敗：HTTP 502'],
  ];
  for (const [forge, ...texts] of forgeries) {
    await intercept(page, CREATE, async (route) => {
      await route.fetch({ maxRetries: 2 });
      await forge(route);
    });
    await button(page, '掛出').click();
    await expectDialog(page, ...texts);
    await page.unrouteAll({ behavior: 'wait' });
  }
  // A reload in between forgets nothing: the command still has its RID.
  const waiting = await pendingRids(page);
  await page.reload();
  await fillListing(page);
  await button(page, '掛出').click();
  await expect(listing(page)).toHaveCount(2);
  expect(await books.ridsOf(member.account, CREATE)).toEqual([...before, ...waiting]);
  expect((await books.balancesOf(member.account)).TWD.listed).toBe(600_000n);
  expect(await books.findings()).toEqual([]);
});

test('a command whose answer was lost runs once, though the clock of the device was days ahead until just before it', async ({
  open,
  books,
  seller,
}) => {
  const { seller: member } = await seller();
  const before = await books.ridsOf(member.account, CREATE);
  await books.issueTo(member.account, 'TWD', '9000.00');
  const page = await open({ as: member, mayComplain: NETWORK_COMPLAINTS });
  await page.addInitScript(() => {
    const right = Date.now;
    Object.assign(globalThis, { daysAhead: 9 });
    Date.now = () => right() + Number(Reflect.get(globalThis, 'daysAhead')) * 24 * 60 * 60_000;
  });
  await openListingForm(page);
  await intercept(page, CREATE, async (route) => {
    // What the wrong clock has sealed is refused, and sent again.
    const answer = await route.fetch({ maxRetries: 2 });
    if ((await answer.text()).startsWith('ERROR')) return route.fulfill({ response: answer });
    return route.abort('connectionreset');
  });
  await page.evaluate(() => Object.assign(globalThis, { daysAhead: 0 }));
  await button(page, '掛出').click();
  await expectDialog(page, '這項操作可能已經完成');
  const waiting = await pendingRids(page);
  await page.unrouteAll({ behavior: 'wait' });
  const answered = page.waitForResponse((response) => isOf(response.request(), CREATE));
  await button(page, '掛出').click();
  await answered;
  await expect(listing(page)).toHaveCount(2);
  expect(await books.ridsOf(member.account, CREATE)).toEqual([...before, ...waiting]);
});

test('time to pay that was given, though the answer was lost, is not given twice by a second press in the same sheet', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, payer] = await Promise.all([seller(), member()]);
  const { orderId } = (await payer.call('/order/lock', { listingId, version: '1', quantity: '1000.00' }))
    .order;
  const extensions = async () => (await payer.call('/order/detail', { orderId })).order.extensions;
  const page = await open({ as: payee, mayComplain: NETWORK_COMPLAINTS });
  await page.goto(`/front-end-order?orderId=${orderId}`);
  await button(page, '更多操作').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /延長付款時間/ })
    .click();
  const EXTEND = '/order/extend';
  await intercept(page, EXTEND, async (route) => {
    await route.fetch({ maxRetries: 2 });
    await route.abort('connectionreset');
  });
  await button(page, '延長 15 分鐘').click();
  await expectDialog(page, '這項操作可能已經完成', '不會重複執行');
  // The room has asked anew meanwhile, and knows the order as it is now.
  await expect(page.getByText('這是最後一次延長。')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const answered = page.waitForResponse((response) => isOf(response.request(), EXTEND));
  await button(page, '延長 15 分鐘').click();
  await answered;
  await expect(page.getByText('已延長付款時間')).toBeVisible();
  expect(await extensions()).toEqual({ count: 1, minutes: 15 });
});

test('a listing whose answer was lost is made once, though the session ends before the second try', async ({
  open,
  books,
  member,
}) => {
  const seller = await member({ TWD: '9000.00' });
  await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: freshAccountNumber(),
    holderName: REAL_NAME,
  });
  const page = await open({ as: seller, mayComplain: NETWORK_COMPLAINTS });
  await openListingForm(page);
  // Nothing but the command goes through, so that the command is what learns of the end.
  await page.route('**/proxy*', (route) => route.abort());
  await intercept(page, CREATE, async (route, count) => {
    if (count === 1) {
      await route.fetch({ maxRetries: 2 });
      return route.abort('connectionreset');
    }
    await books.breakSession(seller.account, 'takeover');
    return route.continue();
  });
  await button(page, '掛出').click();
  await expectDialog(page, '這項操作可能已經完成', '不會重複執行');
  await button(page, '掛出').click();
  await expectDialog(page, '您已被登出', '剛才的操作可能已經完成。重新登入後再試一次');
  await page.unrouteAll({ behavior: 'wait' });

  await signIn(page, seller.account, PASSWORD);
  await expect(page).toHaveURL(/\/(home|pendingOrder)/);
  await openListingForm(page);
  await button(page, '掛出').click();
  await expect(listing(page)).toHaveCount(1);
  await expect.poll(() => pendingRids(page)).toEqual([]);
  expect(await books.ridsOf(seller.account, CREATE)).toHaveLength(1);
  expect((await books.balancesOf(seller.account)).TWD.listed).toBe(300_000n);
  expect(await books.findings()).toEqual([]);
  // The market has pages: what is left on it would push off the first what another test looks for.
  await button(page, '關閉掛單').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '關閉掛單' }).click();
  await expect(listing(page)).toHaveCount(0);
});

test('a mistyped secret after a lost answer releases nothing twice, and the right one tells the truth', async ({
  open,
  books,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await open({ as: payee, mayComplain: NETWORK_COMPLAINTS });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await openEarlyRelease(page);
  await tickChecklist(page);
  await slide(page.getByRole('slider'));
  // The request is lost on its way: nothing has happened, but the app cannot know that.
  const releases = await intercept(page, '/order/release', (route, count) =>
    count === 1 ? route.abort('connectionreset') : route.fallback(),
  );
  await typeSecret(page);
  await expectDialog(page, '這項操作可能已經完成');
  await typeSecret(page, undefined, '135791');
  await expect(page.getByText(/還可嘗試 4 次/)).toBeVisible();
  await typeSecret(page);
  await expect(page.getByText(`已放行 500 TWD 給 ${buyer.nick}`)).toBeVisible();
  expect(releases.count).toBe(3);
  expect(await books.ridsOf(payee.account, '/order/release')).toHaveLength(1);
  await expect.poll(() => pendingRids(page)).toEqual([]);
  expect(await books.findings()).toEqual([]);
});

test('a forged ERROR001 after a release was executed leads to a new exchange, one resend and one effect', async ({
  open,
  books,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await open({ as: payee });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await openEarlyRelease(page);
  await tickChecklist(page);
  await slide(page.getByRole('slider'));

  const exchanged = page.waitForRequest('**/proxyconfig');
  const releases = await intercept(page, '/order/release', async (route, count) => {
    if (count > 1) return route.fallback();
    await route.fetch({ maxRetries: 2 });
    return route.fulfill({ body: 'ERROR001' });
  });
  await typeSecret(page);
  await expect(page.getByText(`已放行 500 TWD 給 ${buyer.nick}`)).toBeVisible();
  // The hint of the live stream may be faster than the resend.
  await expect.poll(() => releases.count).toBe(2);
  await exchanged;
  expect(await books.ridsOf(payee.account, '/order/release')).toHaveLength(1);
  expect((await books.journalOf(buyer.account, 'TWD')).map(({ kind }) => kind)).toEqual(['order.finish']);
  expect(await books.findings()).toEqual([]);
});

test('a server without the pinned key is refused, and is told nothing', async ({ open, member }) => {
  const victim = await member();
  const { kid } = await publicKeyOf(running.url);
  const rogueKey = makeServerKey(kid);
  const rogue = createChannelServer({ serverKeys: [loadServerKey(rogueKey)] });
  const now = Date.now();
  rogue.setTicketKeys(new Map([[ticketEpoch(now), makeTicketKey()]]));
  const page = await open({ mayComplain: NETWORK_COMPLAINTS });
  const told: string[] = [];
  await page.route('**/proxyconfig', async (route) => {
    // A well-formed answer of another key: to an exchange that the rogue began with itself.
    const own = beginNodeExchange({ pin: { kid, publicKey: rogueKey.publicKey }, device: makeDevice(), now });
    const answer = await rogue.answerExchange(own.body, now);
    await route.fulfill({ body: answer.kind === 'answered' ? answer.text : 'ERROR003' });
  });
  page.on('request', (request) => {
    if (/\/proxy(post|get|stream)$/.test(request.url())) told.push(request.url());
  });
  await page.goto('/login');
  await signIn(page, victim.account, PASSWORD);
  await expectDialog(page, '連線代理伺服器失敗');
  expect(told).toEqual([]);
  await expect(page).toHaveURL(/\/login$/);
});

test('a device whose clock is three days wrong signs in, and its countdown is right', async ({
  open,
  member,
  seller,
}) => {
  const [{ listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await open({
    before: () => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 3 * 86_400_000;
    },
  });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await signIn(page, buyer.account, PASSWORD);
  await expect(page.getByRole('timer').first()).toHaveText(/^1[45]:[0-5]\d$/);
});

test('two tabs of one member work side by side and leave together', async ({ open, books, member }) => {
  const both = await member({ TWD: '100.00' });
  const one = await open({ as: both });
  const two = await one.context().newPage();
  await Promise.all([one.goto('/home'), two.goto('/transaction')]);
  await expect(one.getByText('100.00').first()).toBeVisible();
  await expect(two.getByLabel('想買多少')).toBeVisible();
  await Promise.all([
    one.reload(),
    two.reload(),
    one
      .context()
      .newPage()
      .then((three) => three.goto('/home?panel=journal')),
  ]);
  await expect(one.getByText('100.00').first()).toBeVisible();
  await one.getByRole('link', { name: '設定' }).first().click();
  await button(one, '登出').click();
  await one.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
  await expect(button(one, '登入')).toBeVisible();
  await expect(button(two, '登入')).toBeVisible();
  expect(await books.findings()).toEqual([]);
});
