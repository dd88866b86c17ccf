import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD } from './support/api-member.ts';
import { button, dialog, giveProof, pressEscape, readSafetyLesson, signIn, tab } from './support/hands.ts';
import { doubleText, expectWhole } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** The house around the screens: addresses, history, sign-in and sign-out, keyboard, large text, and what must never run. */

const JUNK = [
  '/?constructor=null',
  '/?__proto__[x]=1&__proto__.x=1',
  '/login?panel=constructor&type=__proto__',
  '/front-end-order?type=%3Cscript%3Ealert(1)%3C/script%3E&orderId=-1',
  '/login?next=https://evil.example/#javascript:alert(1)',
];

test('whatever the address says, the app starts', async ({ open }) => {
  const page = await open();
  for (const address of JUNK) {
    await page.goto(address);
    await expect(button(page, '登入'), address).toBeVisible();
    expect(await page.evaluate(() => 'x' in {}), address).toBe(false);
    await expect(page, address).toHaveURL(({ pathname }) => pathname === '/login');
  }
  // A path that no route has can only come from within: the server has no page for it.
  await page.evaluate(() => {
    history.pushState(null, '', '/constructor');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL(/\/login$/);
  await expect(button(page, '登入')).toBeVisible();
});

test('a file that is not there is no page', async ({ request }) => {
  const answer = await request.get('/assets/index-00000000.js');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toContain('<html');
});

test('a screen whose code does not come loads the app anew once, then offers to', async ({
  open,
  member,
}) => {
  const page = await open({
    as: await member(),
    mayComplain: /404|dynamically imported|did not load|net::ERR_/,
  });
  await page.goto('/home');
  await expect(tab(page, '交易')).toBeVisible();
  await page.route(/\/assets\/market-/, (route) => route.fulfill({ status: 404 }));
  let loads = 0;
  page.on('load', () => (loads += 1));
  await tab(page, '交易').click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('alert')).toContainText('畫面沒有載入成功');
  // What has come before can be gone back to, and without a network the button leaves nobody with an empty window.
  await tab(page, '錢包').click();
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  await tab(page, '交易').click();
  // A part that is found missing without a network comes by itself with the network: this one shall be missed before.
  await expect(page.getByRole('alert')).toContainText('畫面沒有載入成功');
  await page.context().setOffline(true);
  await button(page, '重新載入').click();
  await expect(page.getByRole('alertdialog')).toContainText('您尚未連接網路');
  await page.context().setOffline(false);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(loads).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  await button(page, '重新載入').click();
  await expect(page.getByRole('heading', { name: '交易', level: 1 })).toBeVisible();
});

test('the footer is at the thumb, from 1100 px a rail at the side; a panel survives a reload, and Back closes it', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member() });
  await page.goto('/home');
  const footer = page.getByRole('navigation', { name: '主選單' });
  await expect(footer.getByRole('link')).toHaveText(['錢包', '交易', '掛單', '訂單']);
  await expect(footer.getByRole('link', { name: '錢包' })).toHaveAttribute('aria-current', 'page');
  // Nothing for a moment, where the screen's code has come and draws the footer anew.
  const boxOf = () => footer.boundingBox();
  const atThumb = async () => {
    const box = await boxOf();
    return box && [box.x, box.width, box.y + box.height];
  };
  await expect.poll(atThumb).toEqual([0, 390, 844]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(boxOf).toMatchObject({ x: 0, y: 0, height: 800 });
  // A banner above the screens, whatever it says, pushes none of the rail out of the window.
  await page.evaluate(() => {
    const banner = document.createElement('p');
    banner.style.height = '80px';
    document.body.prepend(banner);
  });
  await expect.poll(boxOf).toMatchObject({ y: 0, height: 800 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '設定' }).first().click();
  await expect(dialog(page, '設定')).toBeVisible();
  await lookAt(page, 'settings');
  await page.reload();
  await expect(dialog(page, '設定')).toBeVisible();
  await page.goBack();
  await expect(dialog(page, '設定')).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
  await page.goForward();
  await expect(dialog(page, '設定')).toBeVisible();
  await pressEscape(page);
  await expect(dialog(page, '設定')).toBeHidden();
});

test('100 px from the top there is a way back to it, over nothing: the present tab, and in a panel a button of its head', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member(), viewport: { width: 360, height: 640 } });
  const scroll = (y: number) => page.evaluate((top) => scrollTo(0, top), y);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await page.goto('/home?panel=settings');
  const panel = dialog(page, '設定');
  const body = panel.locator('[data-scroller]');
  const up = panel.getByRole('button', { name: '回到頂端' });
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible();
  await body.evaluate((one) => one.scrollTo(0, 100));
  await expect(up).toBeHidden();
  await body.evaluate((one) => one.scrollTo(0, 160));
  await up.press('Enter');
  await expect.poll(() => body.evaluate((one) => one.scrollTop)).toBe(0);
  await expect(up).toBeHidden();
  await expect(panel).toBeFocused();

  await page.setViewportSize({ width: 360, height: 420 });
  await page.goto('/transaction');
  const here = tab(page, '交易');
  await expect(page.getByRole('heading', { name: '交易', level: 1 })).toBeVisible();
  await expect.poll(height).toBeGreaterThan(160);
  await scroll(100);
  await expect(here).not.toHaveAttribute('title');
  await scroll(160);
  await expect(here).toHaveAttribute('title', /^回到\u200b?頂端$/);
  await here.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(here).not.toHaveAttribute('title');
  await expect(page).toHaveURL(/\/transaction$/);
});

test('a screen for members asks to sign in, and is there afterwards', async ({ open, member }) => {
  const somebody = await member();
  const page = await open();
  await page.goto('/transaction?coin=USDT');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, somebody.account, PASSWORD);
  await expect(page).toHaveURL(/\/transaction\?coin=USDT$/);
  await expect(page.getByRole('radio', { name: 'USDT' })).toBeChecked();
});

test('nothing of a member is left after signing out, not even behind Back', async ({ open, member }) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody });
  await page.goto('/home');
  await expect(page.getByText('4,321.00').first()).toBeVisible();
  await page.getByRole('link', { name: '設定' }).first().click();
  await button(page, '登出').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
  await expect(button(page, '登入')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await expect(button(page, '登入')).toBeVisible();
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage).toSorted(),
    localText: JSON.stringify(Object.entries(localStorage)),
    session: JSON.stringify(Object.entries(sessionStorage)),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  // Of the device, when something on it was last touched, and how its last session ended, for its other tabs: they name nobody.
  const impersonal = ['Behavior', 'installId', 'introSeen', 'sessionEnd', 'settings'];
  expect(kept.local.filter((key) => !impersonal.includes(key))).toEqual([]);
  for (const name of [somebody.account, somebody.nick])
    expect(kept.localText + kept.session).not.toContain(name);
  expect(kept.session).not.toMatch(/4,?321\.00/); // not the digits alone: any time or id may hold them
  // The key under which the device remembers commands without an answer: it says nothing, and cannot be read.
  expect([kept.caches, kept.databases, kept.workers]).toEqual([[], ['device'], 0]);
});

test('one signs in with the keyboard alone, in English', async ({ open, member }) => {
  const somebody = await member();
  const page = await open({ locale: 'en-GB' });
  await page.goto('/login');
  await expect(button(page, 'Sign in')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Account', { exact: true })).toBeFocused();
  await page.keyboard.type(somebody.account);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible();
  await lookAt(page, 'home in English');
  await page.reload();
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('at 200 % text the primary button is whole and nothing scrolls sideways', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: buyer });
  await page.goto('/transaction');
  await doubleText(page);
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: payee.nick }) });
  await offer.getByRole('button', { name: '鎖定' }).click();
  await expectWhole(page, '我知道了，繼續');
  await readSafetyLesson(page);
  await expectWhole(page, '鎖定，準備付款');
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await doubleText(page);
  await expectWhole(page, '我已付款');
  await button(page, '我已付款').click();
  await expectWhole(page, '我已付 NT$ 500，通知對方');
  await page.goto('/pendingOrder?panel=create-listing');
  await doubleText(page);
  await expectWhole(page, '掛出');

  const visitor = await open();
  await visitor.goto('/login');
  await doubleText(visitor);
  await expectWhole(visitor, '登入');
});

const POLYGLOT = `"'><img src=x onerror=alert(1)><svg/onload=alert(2)>{{7*7}}\${7*7}`;

test('what people write is text everywhere, even where no rule would let it through', async ({
  open,
  books,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const nick = `<b a='"&>`;
  await books.plantNick(payee.account, nick);
  const page = await open({ as: buyer });
  await page.goto('/transaction');
  await expect(page.getByRole('heading', { name: nick })).toBeVisible();
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await expect(page.getByRole('heading', { name: `向 ${nick} 買入 500 TWD` })).toBeVisible();
  await button(page, '我已付款').click();
  await page.getByLabel('從哪家銀行').selectOption('013');
  await page.getByLabel('付款帳號末五碼').fill('90412');
  await page.getByLabel('付款人姓名').fill(POLYGLOT);
  await giveProof(page);
  await button(page, '我已付 NT$ 500，通知對方').click();
  await expect(page.getByText('請輸入帳戶上的姓名')).toBeVisible();
  const { errorMessage } = await buyer.refuse('/order/paid', {
    orderId: order.orderId,
    version: '1',
    payType: 'bank',
    paidBank: '013',
    lastFive: '90412',
    payer: '<svg onload=alert(1)>',
  });
  expect(errorMessage).not.toContain('<svg');

  await page.goto('/pendingOrder?panel=create-listing');
  await page.getByLabel('賣出數量').fill(POLYGLOT);
  await expect(page.getByLabel('賣出數量')).not.toHaveValue(/</);
});

test('no other site may show the product in a frame', async ({ open, baseURL }) => {
  // Of this machine too: a page from afar may show nothing of it, whoever it belongs to.
  const elsewhere = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<link rel="icon" href="data:,"><iframe src="${baseURL ?? ''}/login"></iframe>`),
  ).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const page = await open({ mayComplain: /frame/i });
  const refused = page.waitForEvent('requestfailed');
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
  await expect(page.frameLocator('iframe').getByRole('button', { name: '登入' })).toHaveCount(0);
  elsewhere.close();
});
