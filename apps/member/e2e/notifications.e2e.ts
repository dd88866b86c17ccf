import { defined } from '@holdfast/kernel';
import type { Page } from '@playwright/test';
import { button, dialog, hearsNews } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { look, setPin, unlock } from './support/pin.ts';
import { FILM_URL } from './support/running.ts';
import { expect, test } from './support/test.ts';

/** Notifications on the device: what the start asks (threat H18), and what is shown while nobody looks at the app. */

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 13_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;

interface Shown extends EventTarget {
  readonly title: string;
  readonly body: string;
  readonly isClosed: boolean;
}

/** A browser whose owner has allowed notifications. Those of a test run deny them, whatever one grants, and show none. */
function allowNotifications(): void {
  const shown: EventTarget[] = [];
  class Allowed extends EventTarget {
    static readonly permission = 'granted';
    readonly title: string;
    readonly body: string | undefined;
    isClosed = false;
    constructor(title: string, { body }: NotificationOptions = {}) {
      super();
      this.title = title;
      this.body = body;
      shown.push(this);
    }
    close() {
      this.isClosed = true;
    }
  }
  Object.assign(globalThis, { Notification: Allowed, shown });
}

const shownOn = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, body, isClosed }) => ({
      title,
      body,
      isClosed,
    })),
  );

/** How many tabs of this browser say that somebody looks at them. */
const tabsLookedAt = (page: Page) =>
  page.evaluate(
    async () => (await navigator.locks.query()).held?.filter(({ name }) => name === 'looked-at').length,
  );

/** The server has said which film there is: no film before proves nothing. */
const statusCame = (page: Page) =>
  page.waitForResponse((one) => /"B_URL":"\/member\/checkVersion"/.test(one.request().postData() ?? ''));

const message = (page: Page) => page.getByRole('alertdialog');

test('a start asks to subscribe where notifications are refused, the next one shows the film, and each comes once', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member(), isFirstVisit: true });
  await page.goto('/home');
  await expect(message(page)).toContainText('網址列');
  await lookAt(page, 'the subscribe prompt');
  const mask = page.locator('[data-mask]');
  await expect(mask).toHaveCount(1);
  expect(await mask.evaluate((element) => getComputedStyle(element).zIndex)).toBe('4000');
  await button(page, '確認').click();
  await expect(message(page)).toContainText('請設置瀏覽器"允許接收通知"');
  await expect(mask).toHaveCount(1);
  await button(page, '關閉').click();
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  await expect(mask).toHaveCount(0);

  await page.reload();
  const film = page.getByRole('dialog', { name: '介紹影片' });
  await expect(film).toBeVisible();
  await lookAt(page, 'the intro video');
  await film.getByRole('button', { name: /播放影片/ }).click();
  await expect(film.locator('video')).toHaveAttribute('src', FILM_URL);
  const played = () => film.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played).toBeGreaterThan(0);
  await expect(film.locator('video')).toBeFocused();
  await expect(mask).toHaveCount(1);
  // In the corner, once the sheet stands where it comes to rest.
  const fromCorner = async () => {
    const [box, icon] = await Promise.all([film.boundingBox(), button(page, '關閉').boundingBox()]);
    if (!box || !icon) return Infinity;
    return Math.max(Math.abs(box.x + box.width - icon.x - icon.width), Math.abs(box.y - icon.y));
  };
  await expect.poll(fromCorner).toBeLessThanOrEqual(16);
  await button(page, '關閉').click();
  await expect(mask).toHaveCount(0);
  const status = statusCame(page);
  await page.reload();
  await status;
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  await expect(mask).toHaveCount(0);
});

/** A page of an iPhone outside the home screen has no notifications; somebody has signed in on it before. */
function outsideHomeScreen(): void {
  Reflect.deleteProperty(globalThis, 'Notification');
  Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 });
  try {
    localStorage.setItem('installId', JSON.stringify('0'.repeat(32)));
  } catch {
    // A page without an origin has no storage.
  }
}

test('a stranger at the sign-in form is not asked about notifications', async ({ open }) => {
  const page = await open({ isFirstVisit: true });
  const status = statusCame(page);
  await page.goto('/login');
  await status;
  await expect(button(page, '登入')).toBeVisible();
  await expect(page.locator('[data-mask]')).toHaveCount(0);
});

test('on iOS the prompt speaks of the home screen; on Login no film is shown, whatever was answered', async ({
  open,
}) => {
  const page = await open({ isFirstVisit: true, userAgent: IPHONE, before: outsideHomeScreen });
  const status = statusCame(page);
  await page.goto('/login');
  await expect(message(page)).toContainText('加入主畫面');
  await button(page, '關閉').click();
  await status;
  await expect(button(page, '登入')).toBeVisible();
  await expect(page.locator('[data-mask]')).toHaveCount(0);
});

test('a Safari below 16.4 is told to update, once, in place of a start', async ({ open }) => {
  const page = await open({ isFirstVisit: true, userAgent: safari('16.3'), before: allowNotifications });
  await page.goto('/login');
  await expect(message(page)).toContainText('Safari 版本過低，請更新至 16.4 以上');
  await button(page, '關閉').click();
  await page.reload();
  await expect(button(page, '登入')).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

test('from Safari 16.4 on, a message that arrives while nobody looks is shown by the device and leads to its order', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const logged: string[] = [];
  const page = await open({ as: payee, userAgent: safari('16.4'), before: allowNotifications });
  page.on('console', (line) => logged.push(line.text()));
  await page.goto('/home');
  await hearsNews(page);
  await expect.poll(() => logged).toContain('There is no push registration token');
  await look(page, 'hidden');
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await expect.poll(() => shownOn(page)).toHaveLength(1);
  const [first] = await shownOn(page);
  expect(first).toMatchObject({ body: `訂單 ${order.serialNo}`, isClosed: false });
  expect(first?.title).not.toContain(buyer.nick);

  await page.evaluate(() =>
    (globalThis as unknown as { shown: Shown[] }).shown[0]?.dispatchEvent(new Event('click')),
  );
  await expect(page).toHaveURL(new RegExp(`type=orderLock&orderId=${order.orderId}$`));
  await look(page, 'visible');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(message(page)).toHaveCount(0);

  // Somebody looks at another tab of the same browser: that one says it.
  await page.goto('/home');
  await look(page, 'hidden');
  const other = await page.context().newPage();
  await other.goto('/home');
  await expect(other.getByRole('heading', { name: payee.nick })).toBeVisible();
  await expect.poll(() => tabsLookedAt(other)).toBe(1);
  const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await buyer.call('/order/paid', { orderId: order.orderId, version: String(order.version), ...declaration });
  await expect(message(other)).toContainText(order.serialNo);
  await expect(message(page)).toContainText(order.serialNo);
  expect(await shownOn(page)).toEqual([]);
});

test('an app that was left locked tells in general words that there is news, and knows no more itself', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: payee, before: allowNotifications });
  await setPin(page);
  // The stream of the open app stands, so that the next one to answer is that under the lock.
  await hearsNews(page);
  // What happens before the stream stands under the lock is told after the unlock.
  const stands = page.waitForResponse('**/proxystream');
  await look(page, 'hidden');
  await expect(page.locator('[data-pin-lock]')).toHaveCount(1);
  await stands;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await expect.poll(() => shownOn(page)).toMatchObject([{ title: '穩付有新的通知', isClosed: false }]);
  expect(asked.filter((path) => path === '/proxyget' || path === '/proxypost')).toEqual([]);

  // Opened anew, the token lies under the lock: there is nothing to follow.
  asked.splice(0);
  await page.reload();
  await expect(page.locator('[data-pin-lock]')).toHaveCount(1);
  await expect.poll(() => asked).toContain('/proxypost');
  await button(page, '解鎖').waitFor();
  expect(asked).not.toContain('/proxystream');
  await unlock(page);
  await expect.poll(() => asked).toContain('/proxystream');
});

test('a message that was closed is read again behind the bell, which counts it until then', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: payee });
  await page.goto('/home');
  await hearsNews(page);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await expect(page.getByRole('alertdialog', { name: '有人下單了' })).toBeVisible();
  await button(page, '關閉').click();
  await page.reload();
  await page.getByRole('link', { name: '通知，1 則未讀' }).click();
  const list = dialog(page, '通知').getByRole('list', { name: '通知' });
  await expect(list.getByText('有人下單了')).toBeVisible();
  await expect(list).toContainText('您先不用處理');
  await lookAt(page, 'the list of messages');

  // It is current while it is open, also behind the dialog of what arrives.
  const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await buyer.call('/order/paid', { orderId: order.orderId, version: String(order.version), ...declaration });
  await expect(list.getByText('買家已付款，請到銀行查帳')).toBeVisible();
  await expect(list).not.toContainText('您先不用處理');
  await list.getByRole('link', { name: /買家已付款/ }).click();
  await expect(page).toHaveURL(new RegExp(`orderId=${order.orderId}$`));
  await expect(button(page, '確認入帳並放行')).toBeVisible();
  await button(page, '回到訂單列表').click();
  await page.goto('/home');
  await expect(page.getByRole('link', { name: '通知', exact: true })).toBeVisible();
});

test('what came while the app was locked is one digest after the unlock, which names every order and leads to each', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyers] = await Promise.all([
    seller(),
    Promise.all([member(), member(), member()]),
  ]);
  const { cards } = await payee.call('/bank/list/{account}', {});
  const offer = { coin: 'TWD', price: '1.0000', payWindowMinutes: '15' } as const;
  const sums = { quantity: '500.00', minQuantity: '500.00', maxQuantity: '500.00' };
  const more: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const cardIds = [defined(cards[0], 'a card').id];
    more.push((await payee.call('/listing/create', { ...offer, ...sums, cardIds })).listing.id);
  }
  const page = await open({ as: payee });
  await setPin(page);
  await page.goto('/home');
  await unlock(page);
  await hearsNews(page);
  await look(page, 'hidden');
  await look(page, 'visible');
  await expect(page.locator('[data-pin-lock]')).toHaveCount(1);
  const serials: string[] = [];
  for (const [at, id] of [listingId, ...more].entries()) {
    const { order } = await defined(buyers[at], 'a buyer').call('/order/lock', {
      listingId: id,
      version: '1',
      quantity: '500.00',
    });
    serials.push(order.serialNo);
  }
  // Under the closed lock nothing is said, and nothing is asked for.
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await unlock(page);
  const digest = page.getByRole('alertdialog', { name: /3 則/ });
  await expect(digest.getByRole('link', { name: /有人下單了/ })).toHaveCount(3);
  await lookAt(page, 'a digest');
  await digest.getByRole('link', { name: new RegExp(serials[1] ?? '') }).click();
  await expect(page.getByText(serials[1] ?? '').first()).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('what is read in one tab is read in the other one at once', async ({ open, member, seller }) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: payee });
  await page.goto('/home');
  await hearsNews(page);
  await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await button(page, '關閉').click();
  const other = await page.context().newPage();
  await other.goto('/home?panel=notifications');
  await expect(page.getByRole('link', { name: '通知，1 則未讀' })).toBeVisible();
  await button(other, '全部標為已讀').click();
  // Nobody comes back to this tab, and no stream tells it.
  await expect(page.getByRole('link', { name: '通知', exact: true })).toBeVisible();
});
