import type { RealNameStatus } from '@holdfast/contract/member';
import type { Page } from '@playwright/test';
import { fakeWorld } from '#test/fake-world.ts';
import { ALL, digits, press, type Picture, type State } from '../picture.ts';

/** The calls behind what a screen shows by itself; the frame's own reads are not among them. */
const HOME_READS = [
  '/member/balanceinfo',
  '/api/v1/members/orders-in-progress/{account}',
  '/api/wallet/get-journal',
  '/bank/list/{account}',
] as const;

async function addCard(page: Page, state: State): Promise<void> {
  await press(page, /^綁定.*帳戶|^Add/);
  if (state === 'empty') return press(page, /綁定這個帳戶|Add this account/);
  await page.getByRole('combobox').fill(state === 'long' ? '826' : '822');
  await page.getByRole('option').first().click();
  await page.getByLabel(/^(帳號|Account number)$/).fill('1234 5678 9012 3456');
  await page.getByLabel(/^(戶名|Account name)$/).fill(state === 'long' ? 'Maximiliana Josephine' : '林予安');
  if (state !== 'error') return;
  await press(page, /綁定這個帳戶|Add this account/);
  await page.getByRole('dialog').last().getByRole('button', { name: '1' }).waitFor();
  await digits(page, '482913');
}

/** In pictures the reader is a fake: any file shows the code of an account. */
async function addPayAccount(page: Page, state: State): Promise<void> {
  await press(page, /^新增.*收款碼|^Add/);
  if (state === 'empty') return press(page, /新增這個帳號|Add this account/);
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: Buffer.from('a picture') });
  await page.getByText(/^(這個收款碼指向|This QR code leads to)$/).waitFor();
  await page.getByLabel(/^(戶名|Account name)$/).fill(state === 'long' ? 'Maximiliana Josephine' : '林予安');
}

/** The fake member at another level. */
const infoAt = (userLevel: number) => ({ ...fakeWorld().info, userLevel });

/** A buyer of a low level, who has traded twice today. */
function heldWorld() {
  const { now, balances } = fakeWorld();
  const until = new Date(now + 36 * 3_600_000).toISOString();
  const lot = (orderId: string, nick: string, quantity: string) => ({ orderId, nick, quantity, until });
  return {
    balances: balances.map((each) =>
      each.coin === 'TWD' ? { ...each, available: '4490.00', onHold: '7990.00' } : each,
    ),
    holds: { TWD: [lot('503', '小薇', '4995.00'), lot('501', '阿哲的好朋友們都在這裡', '2995.00')] },
  };
}

const RESTORED = /還沒送出的內容|have not sent yet/;
const goBack = (page: Page) =>
  page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^(返回|Back)$/ })
    .click();

/** Begun before (`data`); with a number that is wrong (`error`); being left (`long`). */
async function fillIdentity(page: Page, state: State): Promise<void> {
  await page.getByLabel(/^(姓名|Name)$/).fill('林予安');
  await page.getByLabel(/^(出生日期|Date of birth)$/).fill('1990-04-08');
  if (state === 'data') {
    await goBack(page);
    await page.evaluate(() => {
      history.pushState(null, '', '/home?panel=real-name');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByText(RESTORED).waitFor();
    return;
  }
  await page.getByLabel(/^(證件號碼|Number)$/).fill('A123456780');
  if (state === 'error') await press(page, /^(送出驗證|Send)/);
  else await goBack(page);
}

/** A cool-down, and an account that was added in it. */
const COOLING = {
  coolDownUntil: '2026-08-18T02:30:00.000Z',
  cards: fakeWorld().cards.map((card) => ({
    ...card,
    status: 'Approved' as const,
    coolingUntil: card.id === '12' ? '2026-08-18T02:30:00.000Z' : null,
  })),
};

const PASSKEYS = [
  {
    id: '1',
    name: 'Safari · iPhone',
    addedAt: '2026-05-02T04:00:00.000Z',
    usedAt: '2026-08-16T11:20:00.000Z',
    isSuspended: false,
  },
  {
    id: '2',
    name: 'Chrome · Windows',
    addedAt: '2026-08-16T23:05:00.000Z',
    usedAt: null,
    isSuspended: true,
  },
  {
    id: '3',
    name: '家裡客廳的那台筆電，平常放在書桌上',
    addedAt: '2026-06-11T09:30:00.000Z',
    usedAt: null,
    isSuspended: false,
  },
];

const realNameWorld = (realNameStatus: RealNameStatus) => ({
  data: { info: { ...fakeWorld().info, realNameStatus } },
});

/** A picture in four colours, to be cut. */
async function choosePicture(page: Page): Promise<void> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 400];
    const context = canvas.getContext('2d');
    for (const [at, colour] of ['#0b6b53', '#e0962b', '#3f6fb5', '#b3301f'].entries()) {
      if (context) context.fillStyle = colour;
      context?.fillRect((at % 2) * 300, at > 1 ? 200 : 0, 300, 200);
    }
    return canvas.toDataURL();
  });
  const buffer = Buffer.from(url.split(',')[1] ?? '', 'base64');
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('slider').waitFor();
}

const REFUSED_CARDS = {
  cards: fakeWorld().cards.map((card) => ({
    ...card,
    status: 'NotApproved' as const,
    refusal: 'account-wrong' as const,
  })),
};

async function openCard(page: Page, state: State): Promise<void> {
  await press(page, /\*{4}/); // the first account, whichever it is
  if (state === 'long') return press(page, /^變更帳戶|^Change this/);
  if (state !== 'error') return;
  await press(page, /^移除帳戶|^Remove this/);
  await page.getByRole('dialog').last().getByRole('button', { name: '1' }).waitFor();
  await digits(page, '482913');
}

/** Home, and the panels about the account. */
export const ACCOUNT: readonly Picture[] = [
  { name: 'home', title: 'Home', address: '/home', states: ALL, reads: HOME_READS },
  {
    name: 'home-split',
    title: 'Home: where the held part lies',
    address: '/home',
    states: ['data', 'long'],
    change: { long: heldWorld() },
    act: (page) => press(page, /保管中|Held/),
  },
  {
    name: 'avatar',
    title: 'The own picture',
    address: '/home?panel=avatar',
    states: ['data'],
  },
  {
    name: 'avatar-crop',
    title: 'The own picture: cut to a square',
    address: '/home?panel=avatar',
    states: ['data'],
    act: choosePicture,
  },
  {
    name: 'real-name',
    title: 'Real name: what is to be sent',
    address: '/home?panel=real-name',
    states: ['data'],
    change: realNameWorld('none'),
  },
  {
    name: 'real-name-refused',
    title: 'Real name: one picture again',
    address: '/home?panel=real-name',
    states: ['data'],
    change: realNameWorld('NotApproved'),
  },
  {
    name: 'real-name-deleted',
    title: 'Real name: refused so long ago that the other pictures are deleted',
    address: '/home?panel=real-name',
    states: ['data'],
    change: { data: { ...realNameWorld('NotApproved').data, asksAgain: ['front', 'back', 'selfie'] } },
  },
  {
    name: 'real-name-restored',
    title: 'Real name: what was filled in before; what is wrong; and whether to leave it',
    address: '/home?panel=real-name',
    states: ['data', 'error', 'long'],
    change: {
      data: realNameWorld('none').data,
      error: realNameWorld('none').data,
      long: realNameWorld('none').data,
    },
    act: fillIdentity,
  },
  {
    name: 'bank-card-restored',
    title: 'A bank account that was begun before',
    address: '/home?panel=bank-cards',
    act: async (page) => {
      await addCard(page, 'data');
      await goBack(page);
      await press(page, /^綁定.*帳戶|^Add/);
      await page.getByText(RESTORED).waitFor();
    },
  },
  {
    name: 'real-name-review',
    title: 'Real name: in the queue',
    address: '/home?panel=real-name',
    states: ['data'],
    change: realNameWorld('Review'),
  },
  {
    name: 'real-name-approved',
    title: 'Real name: verified',
    address: '/home?panel=real-name',
    states: ['data'],
  },
  {
    name: 'notification-settings',
    title: 'Which messages interrupt the member',
    address: '/home?panel=notification-settings',
    states: ALL.filter((state) => state !== 'empty'),
    reads: ['/member/notification/preferences'],
  },
  {
    name: 'notifications',
    title: 'What the member was told',
    address: '/home?panel=notifications',
    states: ALL,
    reads: ['/member/notification/list'],
  },
  {
    name: 'push',
    title:
      'Notifications of this device: on and tested, not on yet, a test that finds a fault, the way to the home screen',
    address: '/home?panel=push',
    states: ['data', 'empty', 'error', 'long'],
    change: {
      data: { pushBrowser: { arrives: true } },
      empty: { pushBrowser: { permission: 'default' } },
      error: { pushBrowser: { refuses: true } },
      long: { pushBrowser: { permission: 'default', needsHomeScreen: true } },
    },
    act: async (page, state) => {
      if (state === 'empty' || state === 'long') return;
      await press(page, /^(傳送測試通知|Send a test notification)$/);
      await page.getByText(/一切正常|Everything works|無法向推播|could not register/).waitFor();
    },
  },
  {
    name: 'push-off',
    title: 'Turning notifications off on this device: what is lost, then how it stands',
    address: '/home?panel=push',
    states: ['data', 'long'],
    change: { data: { pushBrowser: {}, pushOthers: 2 }, long: { pushBrowser: {} } },
    act: async (page, state) => {
      await press(page, /^(關閉通知|Turn off notifications)$/);
      const question = page.getByRole('alertdialog');
      await question.getByText(/另外 2 台|2 other devices|沒有其他裝置|no other device/).waitFor();
      if (state === 'long') return;
      await question.getByRole('button', { name: /^(關閉通知|Turn off notifications)$/ }).click();
      await page.getByText(/^(已關閉|Turned off)$/).waitFor();
    },
  },
  {
    name: 'push-none',
    title: 'Notifications of this device in a browser that has none',
    address: '/home?panel=push',
    states: ['data'],
  },
  { name: 'settings', title: 'Settings', address: '/home?panel=settings', states: ['data', 'long'] },
  {
    name: 'settings-presence',
    title: 'Settings: whether others see when the member was here',
    address: '/home?panel=settings',
    states: ['data', 'long'],
    change: { long: { hidesPresence: true } },
    act: (page) => page.getByRole('checkbox').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-sounds',
    title: 'Settings: a sound for news, off and on',
    address: '/home?panel=settings',
    states: ['data', 'long'],
    act: async (page, state) => {
      const sounds = page.getByRole('checkbox', { name: /^(提示音|Sounds)/ });
      await sounds.scrollIntoViewIfNeeded();
      if (state === 'long') await sounds.check();
    },
  },
  {
    name: 'record',
    title: 'The own trading: what others see, and what the next level needs',
    address: '/home?panel=record',
    states: ALL,
    reads: ['/member/trade-record', '/member/account/use-level-get'],
    change: { data: { isRatedByOther: true, info: infoAt(1) } },
  },
  {
    name: 'limits',
    title: 'Daily limits: of the level, of the own setting, and one that is being raised',
    address: '/home?panel=limits',
    states: ['data', 'loading', 'error', 'long'],
    reads: ['/member/limits'],
    change: {
      data: { dailyLimits: { 'TWD buy': { used: '3000' }, 'TWD sell': { ownMax: '50000', used: '42000' } } },
      long: {
        dailyLimits: {
          'TWD buy': { ownMax: '0' },
          'TWD sell': {
            ownMax: '123456.78',
            used: '123456.78',
            raise: { to: '499999.99', at: '2026-08-18T05:59:00.000Z' },
          },
          'USDT sell': {
            ownMax: '12345.678901',
            used: '1234.567891',
            raise: { to: null, at: '2026-08-18T05:59:00.000Z' },
          },
        },
      },
    },
  },
  {
    name: 'limit-change',
    title: 'Another daily limit of the own',
    address: '/home?panel=limits',
    states: ['data'],
    change: {
      data: {
        dailyLimits: {
          'TWD buy': { ownMax: '50000', raise: { to: '80000', at: '2026-08-18T05:59:00.000Z' } },
        },
      },
    },
    act: (page) => page.getByRole('button', { name: /變更買入 TWD|limit: Buying TWD/ }).click(),
  },
  {
    name: 'record-level',
    title: 'The own trading: a level that is earned, and one that support has set',
    address: '/home?panel=record',
    states: ['data', 'long'],
    change: {
      data: { info: infoAt(1), record: { finished: 41, ended: 42, partners: 17, days: 120 } },
      long: { info: infoAt(0), isLevelKept: true, ownLocksMax: 5 },
    },
    act: (page) =>
      page
        .getByText(/升到 Lv.2$|^Rise to|由客服設定|has set your level/)
        .first()
        .scrollIntoViewIfNeeded(),
  },
  {
    name: 'security',
    title: 'The security centre',
    address: '/home?panel=security',
    states: ['data', 'error'],
    reads: ['/member/account/permissions'],
  },
  {
    name: 'devices',
    title: 'Devices',
    address: '/home?panel=devices',
    states: ['data', 'loading', 'error'],
    reads: ['/member/security/devices'],
  },
  {
    name: 'login-history',
    title: 'Sign-in history',
    address: '/home?panel=login-history',
    states: ['data', 'loading', 'error'],
    reads: ['/member/security/history'],
  },
  {
    name: 'phrase',
    title: 'The anti-phishing phrase: set, none yet, being typed',
    address: '/home?panel=phrase',
    states: ALL,
    reads: ['/member/security/phrase'],
    change: { data: { phrase: '阿嬤的 綠豆湯' }, empty: { mail: 'none' } },
    act: async (page, state) => {
      if (state !== 'long') return;
      await page.getByLabel(/^(新的防偽短語|New phrase)$/).fill('Wolfeschlegelstein X');
    },
  },
  {
    name: 'phrase-secret',
    title: 'The anti-phishing phrase: asking the secret',
    address: '/home?panel=phrase',
    act: async (page) => {
      await page.getByLabel(/^(新的防偽短語|New phrase)$/).fill('一二三四五六七八九十一二三四五六七八九十');
      await press(page, /^(儲存防偽短語|Save the phrase)$/);
    },
  },
  {
    name: 'authenticator',
    title: 'The authenticator: in use, none yet',
    address: '/home?panel=authenticator',
    states: ['data', 'empty', 'loading', 'error'],
    reads: ['/member/security/authenticator'],
    change: { data: { authenticator: 'on', recoveryCodesLeft: 2 } },
  },
  {
    name: 'authenticator-picture',
    title: 'The authenticator: its picture and a first code, then the recovery codes',
    address: '/home?panel=authenticator',
    states: ['data', 'long'],
    act: async (page, state) => {
      await press(page, /^(設定驗證器|Add an authenticator)$/);
      await press(page, /^(下一步|Next)$/);
      await page.getByLabel(/^(六位數驗證碼|Six-digit code)$/).fill('314159');
      await press(page, /^(下一步|Next)$/);
      await page.keyboard.type('482913');
      const field = page.getByLabel(/^(驗證器的六位數驗證碼|Six digits of your authenticator)$/);
      await field.waitFor();
      if (state === 'long') await field.fill('314159');
    },
  },
  {
    name: 'passkeys',
    title: 'Passkeys: several, one of them suspended; none yet',
    address: '/home?panel=passkeys',
    states: ['data', 'empty', 'loading', 'error'],
    reads: ['/member/security/passkeys'],
    change: { data: { passkeys: PASSKEYS } },
  },
  {
    name: 'passkey-edit',
    title: 'A passkey that was suspended: its name, its removal',
    address: '/home?panel=passkeys',
    change: { data: { passkeys: PASSKEYS } },
    act: async (page) => {
      await press(page, /^(管理|Manage) Chrome · Windows$/);
      await page.getByLabel(/^(名稱|Name)$/).waitFor();
    },
  },
  {
    name: 'passkey-make',
    title: 'A passkey that the server did not accept: it can be tried again',
    address: '/home?panel=passkeys',
    states: ['error'],
    reads: ['/member/security/passkey-finish'],
    refusal: 'PASSKEY_WRONG',
    act: async (page) => {
      await press(page, /^(新增通行密鑰|Add a passkey)$/);
      await press(page, /^(下一步|Next)$/);
      await page.getByLabel(/^(六位數驗證碼|Six-digit code)$/).fill('314159');
      await press(page, /^(下一步|Next)$/);
      await page.keyboard.type('482913');
      await page.getByRole('button', { name: /^(再試一次|Try again)$/ }).waitFor();
    },
  },
  { name: 'contact', title: 'Mobile and mail', address: '/home?panel=contact' },
  {
    name: 'contact-code',
    title: 'Another mobile number: the code to an address that was proven before',
    address: '/home?panel=contact',
    act: async (page) => {
      await press(page, /^(變更|Change) (手機號碼|Mobile number)$/);
      await page.getByLabel(/^(新的手機號碼|New mobile number)$/).fill('0912 345 678');
      await press(page, /^(下一步|Next)$/);
      await digits(page, '482913');
      await page.getByLabel(/^(六位數驗證碼|Six-digit code)$/).waitFor();
    },
  },
  {
    name: 'questions',
    title: 'Security questions',
    address: '/home?panel=questions',
    states: ['data', 'loading', 'error'],
    reads: ['/member/securityquestion/list'],
  },
  {
    name: 'bank-cards',
    title: 'Bank accounts',
    address: '/home?panel=bank-cards',
    states: ALL,
    reads: ['/bank/list/{account}'],
  },
  {
    name: 'bank-cards-cooling',
    title: 'Bank accounts in a cool-down: one that waits for its end, and adding one',
    address: '/home?panel=bank-cards',
    states: ['data', 'long'],
    change: { data: COOLING, long: COOLING },
    act: async (page, state) => {
      if (state === 'long') await press(page, /^綁定.*帳戶|^Add/);
    },
  },
  {
    name: 'bank-card',
    title: 'One bank account: refused with a reason, in use, and being changed',
    address: '/home?panel=bank-cards',
    states: ['data', 'error', 'long'],
    change: { data: REFUSED_CARDS },
    reads: ['/member/bankdel/{account}'],
    refusal: 'BANK_CARD_IN_USE',
    refusalData: {
      uses: [
        { kind: 'order', id: '501', title: 'HF26081700501' },
        { kind: 'listing', id: '7', title: '3,000.00 TWD' },
      ],
    },
    act: openCard,
  },
  {
    name: 'bank-card-bank',
    title: 'Finding a bank by its code or name',
    address: '/home?panel=bank-cards',
    states: ['data', 'empty'],
    act: async (page, state) => {
      await press(page, /^綁定.*帳戶|^Add/);
      await page.getByRole('combobox').fill(state === 'empty' ? 'zzz' : '81');
    },
  },
  {
    name: 'bank-card-add',
    title: 'Adding a bank account',
    address: '/home?panel=bank-cards',
    states: ['data', 'empty', 'error', 'long'],
    reads: ['/member/bankadd/{account}'],
    refusal: 'BANK_CARD_DUPLICATE',
    act: addCard,
  },
  {
    name: 'pay-accounts',
    title: 'Pay accounts',
    address: '/home?panel=pay-accounts',
    states: ALL,
    reads: ['/member/third-party-payment/list'],
  },
  {
    name: 'pay-account-add',
    title: 'Adding a pay account: nothing chosen yet, and where a code leads',
    address: '/home?panel=pay-accounts',
    states: ['data', 'empty', 'long'],
    act: addPayAccount,
  },
  {
    name: 'journal',
    title: 'Records',
    address: '/home?panel=journal',
    states: ALL,
    reads: ['/api/wallet/get-journal', '/api/wallet/get-journal-usdt'],
  },
];
