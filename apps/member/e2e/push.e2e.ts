import { startPushReceiver, type Browser, type PushReceiver } from '@holdfast/testkit/push-receiver';
import type { CDPSession, Page, Worker } from '@playwright/test';
import { button, dialog } from './support/hands.ts';
import { running } from './support/running.ts';
import { setPin, unlock } from './support/pin.ts';
import { PASSWORD, type ApiMember } from './support/api-member.ts';
import { expect, test, type Fixtures } from './support/test.ts';

/**
 * Push, from a member's act to another member's phone: the server encrypts and posts to a push service of ours, which decrypts; Chromium hands
 * that to the real service worker. Chromium has no push service of its own here, and a test run has no permission to notify, so these two
 * edges are the test's: what is subscribed to, and what the system would show.
 */

// One port for all of them.
test.describe.configure({ mode: 'default' });

let service: PushReceiver;
let serverKey = '';
test.beforeAll(async () => {
  service = await startPushReceiver(() => serverKey, Number(new URL(running.pushService).port));
});
test.afterAll(() => service.close());

/** The browser's side of the push service, and a permission that was given. */
function subscribesTo(json: string): void {
  const { endpoint, p256dh, auth } = JSON.parse(json) as Browser;
  let options: PushSubscriptionOptionsInit | undefined;
  const subscription = () =>
    options && {
      options: { applicationServerKey: (options.applicationServerKey as Uint8Array).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        options = undefined;
        return true;
      },
    };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription() ?? null,
    subscribe: async (wanted: PushSubscriptionOptionsInit) => {
      options = wanted;
      return subscription();
    },
  });
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Object.assign(Notification, { requestPermission: async () => 'granted' });
}

/** The part of a service worker's global scope that is watched. */
interface Scope {
  readonly registration: {
    showNotification: (title: string, options?: NotificationOptions) => Promise<void>;
  };
  readonly clients: { openWindow: (address: string) => Promise<null> };
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { address: string };
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

/** Keeps in the worker what the system would show, and which windows it would open. */
function watchSystem(): void {
  const system = { shown: [] as object[], opened: [] as string[] };
  const { registration, clients } = globalThis as unknown as Scope;
  Object.assign(globalThis, { system });
  registration.showNotification = async (title, options) => {
    system.shown = system.shown.filter((one) => (one as Shown).tag !== options?.tag);
    system.shown.push({ title, ...options });
  };
  clients.openWindow = async (address) => {
    system.opened.push(address);
    return null;
  };
}

interface Phone {
  readonly page: Page;
  readonly browser: Browser;
  /** Hands what the push service has got for this browser to the service worker, the last one, or that of a type. */
  readonly deliver: (type?: string) => Promise<void>;
  readonly shown: () => Promise<Shown[]>;
  readonly opened: () => Promise<string[]>;
  /** Somebody presses the notification, or one of its buttons. */
  readonly press: (action?: string) => Promise<void>;
}

async function registrationOf(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(running.url));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return found;
}

const systemOf = <T>(worker: Worker, name: 'shown' | 'opened') =>
  worker.evaluate(
    (key) => (globalThis as unknown as { system: Record<string, T[]> }).system[key] ?? [],
    name,
  );

/** A phone whose service worker runs and is watched. */
async function watch(page: Page, browser: Browser): Promise<Phone> {
  await page.goto('/home');
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await worker.evaluate(watchSystem);
  const devtools = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(devtools);
  const { pathname } = new URL(browser.endpoint);
  const arrived = (type?: string) =>
    service.received.findLast(
      ({ path, payload }) => path === pathname && (type === undefined || payload.data.type === type),
    );
  return {
    page,
    browser,
    async deliver(type) {
      await expect.poll(() => arrived(type) !== undefined).toBe(true);
      const data = JSON.stringify(arrived(type)?.payload);
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: running.url, registrationId, data });
    },
    shown: () => systemOf<Shown>(worker, 'shown'),
    opened: () => systemOf<string>(worker, 'opened'),
    press: (pressed = '') =>
      worker.evaluate(async (action) => {
        const { shown } = (globalThis as unknown as { system: { shown: Shown[] } }).system;
        const waited: Promise<unknown>[] = [];
        const event = Object.assign(new Event('notificationclick'), {
          action,
          notification: { close: () => {}, data: shown.at(-1)?.data },
          waitUntil: (work: Promise<unknown>) => void waited.push(work),
        });
        globalThis.dispatchEvent(event);
        await Promise.all(waited);
      }, pressed),
  };
}

const registered = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('pmid'))).not.toBeNull();

/** The phone of a member, registered for push. */
async function phoneOf(open: Fixtures['open'], as: ApiMember): Promise<Phone> {
  const browser = service.subscribe();
  const page = await open({
    as,
    serviceWorkers: 'allow',
    before: subscribesTo,
    beforeArgument: JSON.stringify(browser),
  });
  const phone = await watch(page, browser);
  await registered(page);
  return phone;
}

/** The app is closed, and its service worker is all that is there. */
const leave = (page: Page) => page.goto('about:blank');

test.beforeEach(async ({ member }) => {
  if (serverKey === '') ({ serverKey } = await (await member()).call('/member/device/push', {}));
});

test('a message of an order reaches a closed app, says nothing of who and how much, and opens the order from a cold start', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const phone = await phoneOf(open, payee);
  const { page } = phone;
  await leave(page);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await phone.deliver('orderLock');
  await expect.poll(phone.shown).toHaveLength(1);
  const [shown] = await phone.shown();
  expect(shown).toMatchObject({ title: '有人下單了', body: `訂單 ${order.serialNo}` });
  expect(JSON.stringify(service.received)).not.toContain(buyer.nick);

  await phone.press();
  await expect.poll(phone.opened).toEqual([`/front-end-order?type=orderLock&orderId=${order.orderId}`]);
  await page.goto((await phone.opened())[0] ?? '');
  await expect(page.getByText(order.serialNo).first()).toBeVisible();
  // What was pressed is not told again.
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a message that arrives while somebody looks at the app is a dialog, once, and nothing of the system', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const phone = await phoneOf(open, payee);
  const { page } = phone;
  await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await phone.deliver('orderLock');
  await phone.deliver('orderLock');
  const message = page.getByRole('alertdialog', { name: '有人下單了' });
  await expect(message).toBeVisible();
  await button(page, '關閉').click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await phone.deliver('orderLock');
  await expect(page.getByRole('link', { name: /^通知，1 則未讀/ })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await phone.shown()).toEqual([]);
});

test('behind the PIN lock a message says only that there is news, and leads to its order after the unlock', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const phone = await phoneOf(open, payee);
  const { page } = phone;
  await setPin(page);
  await expect.poll(async () => (await payee.call('/member/device/push', {})).device?.isPrivate).toBe(true);
  await leave(page);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  await phone.deliver('orderLock');
  await expect.poll(phone.shown).toMatchObject([{ title: '穩付有新的通知', body: '' }]);
  await phone.press();
  await page.goto((await phone.opened())[0] ?? '');
  await expect(page.locator('[data-pin-lock]')).toHaveCount(1);
  await unlock(page);
  await expect(page).toHaveURL(new RegExp(`orderId=${order.orderId}`));
  await expect(page.getByText(order.serialNo).first()).toBeVisible();
});

/** An order of which the payee can tell the buyer something. */
async function lockedBy(buyer: ApiMember, listingId: string) {
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  return { orderId: order.orderId, version: String(order.version) };
}

/** How many pushes of a type came about an order, to whatever browser. */
const arrivedOf = ({ orderId }: { orderId: string }, type: string) =>
  service.received.filter(({ payload }) => payload.data.type === type && payload.data['orderId'] === orderId)
    .length;

async function signIn(page: Page, { account }: ApiMember): Promise<void> {
  await page.getByLabel('帳號').fill(account);
  await page.getByLabel('登入密碼', { exact: true }).fill(PASSWORD);
  await button(page, '登入').click();
}

test('a message leads through the sign-in of whoever was signed out', async ({ open, member, seller }) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const phone = await phoneOf(open, buyer);
  const { page } = phone;
  const order = await lockedBy(buyer, listingId);
  // The time of the session is up; the device is still this member's.
  await page.goto('/manifest.webmanifest');
  await page.evaluate(() => localStorage.removeItem('memberData'));
  await leave(page);
  await payee.call('/order/say', { orderId: order.orderId, text: '請儘快付款' });
  await phone.deliver('orderMessage');
  await expect.poll(phone.shown).toMatchObject([{ title: '訂單有新訊息' }]);
  await phone.press();
  await page.goto((await phone.opened())[0] ?? '');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, buyer);
  await expect(page).toHaveURL(new RegExp(`orderId=${order.orderId}`));
});

/** Somebody signs in to the account elsewhere, and the older device is told where and on what. */
async function takenOver(open: Fixtures['open'], who: ApiMember): Promise<Phone> {
  const phone = await phoneOf(open, who);
  await leave(phone.page);
  const thief = await open();
  await thief.goto('/login');
  await signIn(thief, who);
  await expect(thief).toHaveURL(/\/home/);
  await phone.deliver('userForcedLogout');
  return phone;
}

test('a sign-in elsewhere says on what it was, and 這不是我 leads a cold start to the freeze, which asks for a proof', async ({
  open,
  member,
}) => {
  const who = await member();
  const phone = await takenOver(open, who);
  const { page } = phone;
  await expect.poll(phone.shown).toMatchObject([
    {
      title: '帳號已在其他裝置登入',
      body: expect.stringMatching(/^地點不明 · Chrome · .+\n台北時間 .+\d\d:\d\d$/),
      actions: [{ action: 'not-me', title: '這不是我' }],
    },
  ]);
  await phone.press('not-me');
  await expect.poll(phone.opened).toEqual(['/home?panel=freeze']);
  await page.goto('/home?panel=freeze');
  // The session is over, as the server says by now: what is left is the way by a proof.
  const proof = dialog(page, '凍結帳號').getByLabel('登入密碼', { exact: true });
  await expect(page).toHaveURL(/\/login\?panel=freeze-account$/);
  await proof.fill(PASSWORD);
  await dialog(page, '凍結帳號').getByRole('button', { name: '凍結我的帳號' }).click();
  await expect(dialog(page, '凍結帳號').getByRole('status')).toHaveText('帳號已凍結');
});

test('notifications that were turned off reach the device no more, and do again once they are on', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const phone = await phoneOf(open, buyer);
  const { page } = phone;
  const order = await lockedBy(buyer, listingId);
  await payee.call('/order/say', { orderId: order.orderId, text: '請儘快付款' });
  // Of the lock the phone is told too: the buyer has locked elsewhere.
  await expect.poll(() => arrivedOf(order, 'orderMessage')).toBe(1);
  await page.goto('/home?panel=push');
  await button(page, '關閉通知').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '關閉通知' }).click();
  await expect(dialog(page, '這台裝置的通知').getByText('已關閉')).toBeVisible();
  await expect.poll(async () => (await buyer.call('/member/device/push', {})).device).toBeNull();
  // What was on its way arrives at a device that shows it to nobody.
  await leave(page);
  await phone.deliver('orderMessage');
  expect(await phone.shown()).toEqual([]);
  await page.goto('/home?panel=push');
  await expect(dialog(page, '這台裝置的通知').getByText('已關閉')).toBeVisible();
  await button(page, '開啟通知').click();
  await registered(page);
});

test('what is for a member who has signed out is shown to nobody who uses the device after', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer, other] = await Promise.all([seller(), member(), member()]);
  const phone = await phoneOf(open, buyer);
  const { page } = phone;
  const order = await lockedBy(buyer, listingId);
  await payee.call('/order/say', { orderId: order.orderId, text: '請儘快付款' });
  await expect.poll(() => arrivedOf(order, 'orderMessage')).toBe(1);
  await page.goto('/home?panel=settings');
  await dialog(page, '設定').getByRole('button', { name: '登出' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
  await expect(button(page, '登入')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pmid'))).toBeNull();
  // What was on its way comes now.
  await leave(page);
  await phone.deliver('orderMessage');
  expect(await phone.shown()).toEqual([]);

  // Somebody else uses the device, and the server sends nothing of the first one's there.
  await page.goto('/login');
  await signIn(page, other);
  await registered(page);
  await payee.call('/order/extend', { ...order, minutes: '10' });
  await leave(page);
  await phone.deliver('orderMessage');
  expect(await phone.shown()).toEqual([]);
  expect(arrivedOf(order, 'orderExtend')).toBe(0);
});

test('a test notification is asked for in the settings, arrives, and says so', async ({ open, member }) => {
  const phone = await phoneOf(open, await member());
  const { page } = phone;
  await page.goto('/home?panel=push');
  await button(page, '傳送測試通知').click();
  await phone.deliver('pushTest');
  await expect(page.getByText('測試通知已送達，一切正常。')).toBeVisible();
  expect(await phone.shown()).toMatchObject([{ title: '測試通知' }]);
});
