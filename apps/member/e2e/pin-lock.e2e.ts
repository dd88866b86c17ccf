import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api-member.ts';
import { button, dialog, fillListing, signIn, tab, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { choosePin, enter, leaveAndComeBack, look, PIN, setPin, unlock } from './support/pin.ts';
import { running } from './support/running.ts';
import { expect, NETWORK_COMPLAINTS, test } from './support/test.ts';

/** The PIN lock in a real browser: each way around it is tried (threats B16-B18), and the timer that ends a session (B11). */

const INTRO = '您離開太久了。為了安全，錢包已經鎖定。';
const START = '這台裝置設有 PIN 碼。解鎖之後，才會顯示您的錢包。';
const MONEY = '4,321.00';

/** Nothing of the member is in the document: not shown, not hidden, not inert. */
async function expectNothingPrivate(page: Page, ...secrets: string[]): Promise<void> {
  await expect(page.locator('[data-pin-lock]')).toBeVisible();
  const text = await page.evaluate(() => document.documentElement.outerHTML);
  for (const secret of [MONEY, '4,321', ...secrets]) expect(text).not.toContain(secret);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
}

const pinCheck = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('memberData') ?? '{}') as { pinCheck?: boolean }).pinCheck,
  );

test('leaving locks the wallet at once, and the PIN opens it where one was', async ({ open, member }) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody });
  await setPin(page);
  await lookAt(page, 'the PIN panel');
  await page.goto('/home');
  await unlock(page);
  await expect(page.getByText(MONEY).first()).toBeVisible();
  expect(await pinCheck(page)).toBe(true);

  await leaveAndComeBack(page);
  await expect(page.getByText(INTRO)).toBeVisible();
  await expectNothingPrivate(page, somebody.nick);
  expect(await pinCheck(page)).toBe(false);
  await lookAt(page, 'the intro');

  // A tap anywhere will do.
  await page.mouse.click(30, 400);
  await expect(page.getByRole('heading', { name: '輸入 PIN 碼' })).toBeVisible();
  await expect(page.locator('[data-dot]')).toHaveCount(4);
  await expect(page.locator('[data-dot="current"]')).toHaveCount(1);
  await button(page, '2').click();
  await button(page, '5').click();
  await expect(page.locator('[data-dot="filled"]')).toHaveCount(2);
  await button(page, '送出').click();
  await expect(page.getByRole('alert')).toHaveText('請輸入完整4位數PIN碼');
  await lookAt(page, 'the entry');
  await button(page, '刪除一碼').click();
  await expect(page.locator('[data-dot="filled"]')).toHaveCount(1);
  await button(page, '刪除一碼').click();
  await enter(page, '1379');
  await expect(page.getByRole('alert')).toHaveText('PIN碼錯誤，請重新輸入');
  await expectNothingPrivate(page, somebody.nick);
  await enter(page, PIN);
  await expect(page.getByText(MONEY).first()).toBeVisible();
  expect(await pinCheck(page)).toBe(true);
});

test('neither Back, Escape, a reload, a deep link nor an edited storage gets past it', async ({
  open,
  member,
}) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody });
  await setPin(page);
  await page.goto('/home');
  await unlock(page);
  await page.getByRole('link', { name: '設定' }).first().click();
  await expect(dialog(page, '設定')).toBeVisible();
  await look(page, 'hidden');
  await expectNothingPrivate(page, somebody.nick);
  await look(page, 'visible');
  await expect(button(page, '點一下螢幕解鎖')).toBeFocused();

  await page.goBack();
  await expectNothingPrivate(page, somebody.nick);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expectNothingPrivate(page, somebody.nick);

  for (const address of [
    '/home',
    '/home?panel=journal',
    '/front-end-order?type=orderPaid&orderId=1',
    '/login',
  ]) {
    await page.goto(address);
    await expect(page.getByText(START), address).toBeVisible();
    await expectNothingPrivate(page, somebody.nick);
  }
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('memberData') ?? '{}') as object;
    localStorage.setItem('memberData', JSON.stringify({ ...stored, pinCheck: true }));
    localStorage.setItem('userDeviceSet', '{"pinUnlock":false}');
  });
  await expectNothingPrivate(page, somebody.nick);
  await page.reload();
  await expect(page.getByText(START)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('userDeviceSet'));
  await page.reload();
  await expectNothingPrivate(page, somebody.nick);
  await unlock(page);
});

test('whoever deletes the PIN’s record and edits the storage finds nothing to open', async ({
  open,
  member,
}) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody });
  await page.goto('/home');
  await expect(page.getByText(MONEY).first()).toBeVisible();
  await setPin(page);
  const whole = await page.evaluate(() => Object.fromEntries(Object.entries<string>(localStorage)));
  const data = JSON.parse(whole['memberData'] ?? '{}') as { login: { access_token: string } };
  expect(data.login.access_token).toBe('');
  await look(page, 'hidden');
  expect(await page.evaluate(() => sessionStorage.getItem('lastBalances'))).toBeNull();

  const asked: string[] = [];
  page.on('request', (request) => {
    const url = /"B_URL":"([^"]+)"/.exec(request.postData() ?? '')?.[1];
    if (url !== undefined) asked.push(url);
  });
  /** The record gone, `kept` in the storage and nothing else, and the app opened anew. */
  const openWith = async (kept: Record<string, string>) => {
    await page.evaluate(async (items) => {
      await new Promise((resolve) => indexedDB.deleteDatabase('pin').addEventListener('success', resolve));
      localStorage.clear();
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, kept);
    await page.goto('/home');
  };
  const { memberData: _, ...others } = whole;
  const passed = JSON.stringify({ ...data, pinCheck: true });
  const edits: Record<string, string>[] = [
    ...Object.keys(others).map((key) =>
      Object.fromEntries(Object.entries(whole).filter(([one]) => one !== key)),
    ),
    { ...whole, userDeviceSet: '{"pinUnlock":false}' },
    { ...whole, memberData: passed },
    { memberData: passed },
  ];
  for (const kept of edits) {
    await openWith(kept);
    await expect(page.getByRole('heading', { name: '無法確認 PIN 碼' }), JSON.stringify(kept)).toBeVisible();
    await expectNothingPrivate(page, somebody.nick);
  }
  await openWith(others);
  await expect(button(page, '登入')).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['/member/checkVersion']));

  // A token of one's own making opens what the server opens for it: nothing.
  const forged = { ...data, login: { ...data.login, access_token: 'A'.repeat(43) } };
  await openWith({ memberData: JSON.stringify(forged) });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(MONEY)).toHaveCount(0);
  await somebody.call('/member/balanceinfo', {});
});

test('a second tab is locked, and opening either opens both', async ({ open, member }) => {
  const somebody = await member({ TWD: '4321.00' });
  const one = await open({ as: somebody });
  const other = await one.context().newPage();
  await other.goto('/home');
  await expect(other.getByText(MONEY).first()).toBeVisible();
  await setPin(one);
  // One that was open when another sealed the token goes on, its calls too.
  await tab(other, '掛單').click();
  await expect(other.getByText('還沒有掛單')).toBeVisible();
  await other.goto('/home');
  await expect(other.getByText(START)).toBeVisible();
  await unlock(other);
  await expect(other.getByText(MONEY).first()).toBeVisible();
  await expect(one.locator('[data-pin-lock]')).toHaveCount(0);

  await look(one, 'hidden');
  await expectNothingPrivate(other, somebody.nick);
  await expectNothingPrivate(one, somebody.nick);
  // Member data that another tab takes away and puts back are no password.
  await one.evaluate(() => {
    const stored = localStorage.getItem('memberData') ?? '';
    localStorage.removeItem('memberData');
    localStorage.setItem('memberData', stored);
  });
  await expectNothingPrivate(other, somebody.nick);
  await unlock(other);
  await expect(one.locator('[data-pin-lock]')).toHaveCount(0);

  await one.goto('/home?panel=pin');
  await unlock(one);
  await button(one, '移除 PIN 碼').click();
  await typeSecret(one, '輸入目前的 PIN 碼', PIN);
  await expect(button(one, '設定 PIN 碼')).toBeVisible();
  await other.reload();
  await expect(other.getByText(MONEY).first()).toBeVisible();
});

test('an answer that comes while it is locked is applied after the unlock', async ({
  open,
  books,
  seller,
}) => {
  const { seller: member } = await seller();
  await books.issueTo(member.account, 'TWD', '9000.00');
  const page = await open({ as: member });
  await setPin(page);
  await page.goto('/pendingOrder?panel=create-listing');
  await unlock(page);
  await fillListing(page);
  // In a bank's app for a look at the balance: the form is as it was.
  await leaveAndComeBack(page);
  await unlock(page);
  await expect(page.getByLabel('賣出數量', { exact: true })).toHaveValue('3,000');
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/proxypost', async (route) => {
    if (!route.request().postData()?.includes('"B_URL":"/listing/create"')) return route.fallback();
    const response = await route.fetch({ maxRetries: 2 });
    await wait;
    return route.fulfill({ response });
  });
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('"B_URL":"/listing/create"') ?? false,
  );
  await button(page, '掛出').click();
  await expect.poll(async () => (await books.ridsOf(member.account, '/listing/create')).length).toBe(2);
  await look(page, 'hidden');
  arrive();
  await answered;
  await expectNothingPrivate(page, '掛單已刊登', '賣出 3,000');
  await look(page, 'visible');
  await unlock(page);
  await expect(page.getByRole('heading', { name: '賣出 3,000 TWD' })).toHaveCount(2);
});

test('wrong PINs delay, over a reload and a moved clock, and the tenth wipes the device', async ({
  open,
  member,
}) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody, mayComplain: NETWORK_COMPLAINTS });
  await page.clock.install();
  await setPin(page);
  await page.goto('/home');
  await button(page, '解鎖').click();
  for (let tries = 1; tries <= 4; tries += 1) {
    await enter(page, '1379');
    await expect(page.getByRole('alert')).toHaveText('PIN碼錯誤，請重新輸入');
    // A kill between two tries gives none back.
    if (tries === 2) {
      await page.reload();
      await button(page, '解鎖').click();
    }
  }
  await enter(page, '1379');
  await expect(page.getByRole('heading', { name: '請稍候再試' })).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 50 * 60_000);
  await page.reload();
  await expect(page.getByRole('button', { name: /^0:\d\d 後可以解鎖$/ })).toBeVisible();
  await page.keyboard.type(PIN);
  await expectNothingPrivate(page, somebody.nick);
  for (const waitMs of [31_000, 61_000, 301_000, 301_000]) {
    await page.clock.fastForward(waitMs);
    await enter(page, '1379');
    await expect(page.getByRole('heading', { name: '請稍候再試' })).toBeVisible();
  }
  await lookAt(page, 'the delay'); // of five minutes; the first would be over before somebody slow has looked
  await page.clock.fastForward(301_000);
  await enter(page, '1379');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(/PIN 碼連續輸入錯誤 10 次/)).toBeVisible();
  const left = () =>
    page.evaluate(async () => ({
      keys: ['memberData', 'userDeviceSet'].filter((key) => localStorage.getItem(key) !== null),
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name !== 'device'),
    }));
  await expect.poll(left).toEqual({ keys: [], databases: [] });
  await expect(somebody.refuse('/member/balanceinfo', {})).resolves.toMatchObject({
    outcome: 'NOT_SIGNED_IN',
  });
});

test('what lies on the device is no PIN, and an older copy of it opens nothing', async ({ open, member }) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody });
  await setPin(page);
  const withRecord = (what: 'read' | 'restore' | 'delete') =>
    page.evaluate(async (act) => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
        });
      type Record = { key: CryptoKey; data: ArrayBuffer };
      const keep = globalThis as { kept?: Record };
      const database = await settled(indexedDB.open('pin'));
      const store = database.transaction('records', 'readwrite').objectStore('records');
      const record = (await settled(store.get('pin'))) as Record;
      if (act === 'restore') await settled(store.put({ ...record, data: keep.kept?.data }, 'pin'));
      if (act === 'delete') await settled(store.delete('pin'));
      keep.kept ??= record;
      database.close();
      const readable = await crypto.subtle.exportKey('raw', record.key).then(
        () => true,
        () => false,
      );
      return { readable, text: new TextDecoder().decode(record.data) };
    }, what);
  const { readable, text } = await withRecord('read');
  expect(readable).toBe(false);
  expect(text).not.toMatch(/[0-9a-f]{64}|owner/);

  await leaveAndComeBack(page);
  await page.getByRole('button', { name: '點一下螢幕解鎖' }).click();
  await enter(page, '1379');
  await expect(page.getByRole('alert')).toHaveText('PIN碼錯誤，請重新輸入');
  // The counted try cannot be undone by putting the older record back: its key is gone.
  await withRecord('restore');
  await enter(page, PIN);
  await expect(page.getByRole('heading', { name: '無法確認 PIN 碼' })).toBeVisible();
  await lookAt(page, 'the damaged lock');
  await withRecord('delete');
  await page.reload();
  await expect(page.getByRole('heading', { name: '無法確認 PIN 碼' })).toBeVisible();
  await expectNothingPrivate(page, somebody.nick);
  await button(page, '登出並重新登入').click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, somebody.account, PASSWORD);
  await expect(page.getByText(MONEY).first()).toBeVisible();
});

test('whoever forgot the PIN signs in with the password, and the PIN is gone', async ({ open, member }) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody });
  await setPin(page);
  await page.goto('/pendingOrder');
  await button(page, '忘記 PIN 碼？').click();
  await button(page, '登出並重新登入').click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, somebody.account, PASSWORD);
  await expect(page).toHaveURL(/\/pendingOrder$/);
  await leaveAndComeBack(page);
  await expect(page.getByRole('heading', { level: 1, name: '掛單' })).toBeVisible();
  await expect(page.locator('[data-pin-lock]')).toHaveCount(0);
});

test('a passkey of the device unlocks, one that fails does not, and the PIN stays', async ({
  open,
  member,
}) => {
  const somebody = await member({ TWD: '4321.00' });
  // WebAuthn knows hosts by name only.
  const origin = running.url.replace('127.0.0.1', 'localhost');
  const page = await open();
  await page.goto(`${origin}/login`);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, somebody.account, PASSWORD);
  await expect(page.getByText(MONEY).first()).toBeVisible();
  await page.goto(`${origin}/home?panel=pin`);
  await choosePin(page);
  await page.getByLabel('用生物辨識解鎖').click();
  await expect(page.getByLabel('用生物辨識解鎖')).toBeChecked();

  await leaveAndComeBack(page);
  await expectNothingPrivate(page);
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await button(page, '使用生物辨識解鎖').click();
  await expect(page.getByText('沒有辨識成功，請再試一次，或輸入 PIN 碼。')).toBeVisible();
  await expectNothingPrivate(page);
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await button(page, '使用生物辨識解鎖').click();
  await expect(page.locator('[data-pin-lock]')).toHaveCount(0);
  await leaveAndComeBack(page);
  await unlock(page);
});

const HOUR_MS = 3_600_000;

test('after 59 minutes somebody is asked to stay, after 60 nobody is signed in, and later one is where one was', async ({
  open,
  member,
}) => {
  const somebody = await member({ TWD: '4321.00' });
  const page = await open({ as: somebody, mayComplain: NETWORK_COMPLAINTS });
  await page.clock.install();
  await page.goto('/front-end-order?scope=past&panel=settings');
  await expect(dialog(page, '設定')).toBeVisible();
  await page.clock.fastForward(HOUR_MS - 55_000);
  await expect(page.getByRole('alertdialog')).toContainText('您還在嗎？');
  await lookAt(page, 'the question to stay');
  await button(page, '保持登入').click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.clock.fastForward(HOUR_MS - 120_000);
  await expect(dialog(page, '設定')).toBeVisible();

  // The device slept; what it hears first is a touch, which comes too late.
  await page.clock.setSystemTime(new Date((await page.evaluate(() => Date.now())) + HOUR_MS));
  await page.mouse.click(200, 200);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alertdialog')).toContainText('階段逾時');
  expect(await page.evaluate(() => localStorage.getItem('memberData'))).toBeNull();
  await page.keyboard.press('Escape');
  await signIn(page, somebody.account, PASSWORD);
  await expect(page).toHaveURL(/\/front-end-order\?panel=settings&scope=past$/);
  await expect(dialog(page, '設定')).toBeVisible();
});

test('a lock that nobody opens for an hour ends the session', async ({ open, member }) => {
  const page = await open({ as: await member(), mayComplain: NETWORK_COMPLAINTS });
  await page.clock.install();
  await setPin(page);
  await look(page, 'hidden');
  await page.clock.fastForward(HOUR_MS / 2);
  await page.mouse.click(200, 300);
  await expect(page.locator('[data-pin-lock]')).toBeVisible();
  await page.clock.fastForward(HOUR_MS / 2);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alertdialog')).toContainText('階段逾時');
});
