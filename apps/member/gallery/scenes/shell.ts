import { digits, happen, order, PAID_ACTION, press, ROOM, type Picture } from '../picture.ts';

/** A message of an order that is not on the screen. */
const PAID_NOTICE = {
  type: 'orderPaid',
  extra: { orderId: '507', serialNo: 'HF-240817-0397', nick: '阿德', quantity: '3000', coinType: 'TWD' },
};

/** What lies over the screens or stands in their place. */
export const SHELL: readonly Picture[] = [
  {
    name: 'forced-update',
    title: 'An app that is too old',
    address: '/login',
    isSignedOut: true,
    change: { data: { minimumVersion: '0.2.0', newestVersion: '0.3.0' } },
  },
  {
    name: 'newer-version',
    title: 'A newer version, and a maintenance to come',
    address: '/home',
    states: ['data', 'long'],
    change: {
      data: { newestVersion: '0.3.0' },
      long: {
        maintenancePlanned: { from: '2026-08-17T14:00:00.000Z', until: '2026-08-17T16:30:00.000Z' },
        maintenanceMessage: {
          zhTW: '資料庫升級；付款期限會順延維護所花的時間。',
          en: 'We are upgrading the database. Payment deadlines move by the time it takes.',
        },
      },
    },
  },
  {
    name: 'maintenance',
    title: 'A maintenance, with its end',
    address: '/home',
    change: { data: { maintenanceUntil: '2026-08-17T07:30:00.000Z' } },
  },
  {
    name: 'maintenance-login',
    title: 'A maintenance where one signs in',
    address: '/login',
    isSignedOut: true,
    change: { data: { maintenanceUntil: '2026-08-17T07:30:00.000Z' } },
  },
  { name: 'lock-intro', title: 'PIN lock: left', address: '/home', lock: 'left' },
  { name: 'lock-start', title: 'PIN lock: started', address: '/home', lock: 'start' },
  { name: 'lock-delayed', title: 'PIN lock: wrong too often', address: '/home', lock: 'delayed' },
  { name: 'lock-damaged', title: 'PIN lock: changed data', address: '/home', lock: 'damaged' },
  {
    name: 'lock-entry',
    title: 'PIN lock: entry',
    address: '/home',
    lock: 'left',
    states: ['data', 'error'],
    act: async (page, state) => {
      await press(page, /^(點一下螢幕解鎖|Tap anywhere to unlock)$/);
      await page.getByLabel(/^(PIN 碼|PIN)$/).waitFor();
      await digits(page, state === 'error' ? '1379' : '25');
      if (state === 'error') await page.keyboard.press('Enter');
      if (state === 'error') await page.getByRole('alert').waitFor();
    },
  },
  { name: 'pin', title: 'PIN: set', address: '/home?panel=pin', lock: 'open' },
  {
    name: 'pin-first',
    title: 'PIN: the secret before the first one',
    address: '/home?panel=pin',
    states: ['data', 'error'],
    act: async (page, state) => {
      await press(page, /^(設定 PIN 碼|Set a PIN)$/);
      await page.getByLabel(/^(六位數交易密碼|Six-digit transaction code)$/).waitFor();
      await digits(page, state === 'error' ? '111111' : '48');
      if (state === 'error') await page.getByText(/交易密碼錯誤|code is wrong/).waitFor();
    },
  },
  {
    name: 'pin-new',
    title: 'PIN: none yet, no transaction secret yet, a weak one, a new one',
    address: '/home?panel=pin',
    states: ['data', 'error', 'empty', 'long'],
    change: { long: { secretForm: 'none' } },
    act: async (page, state) => {
      if (state === 'empty' || state === 'long') return;
      await press(page, /^(設定 PIN 碼|Set a PIN)$/);
      await page.getByLabel(/^(六位數交易密碼|Six-digit transaction code)$/).waitFor();
      await digits(page, '482913');
      await page.getByLabel(/^(輸入新的 PIN 碼|Enter a new PIN)$/).waitFor();
      await digits(page, state === 'error' ? '1234' : '25');
    },
  },
  {
    name: 'password-expired',
    title: 'A password that has run out',
    address: '/home',
    change: { data: { isPasswordExpired: true } },
    act: (page) => page.getByRole('alertdialog').waitFor(),
  },
  { name: 'debug-log', title: 'The debug log', address: '/home?panel=debug-log' },
  {
    name: 'offline',
    title: 'Without a network, on a screen and over a form',
    address: '/transaction',
    states: ['data', 'long'],
    addresses: { long: '/home?panel=create-listing' },
    act: async (page) => {
      await page
        .getByText(/^(可買|Per order|賣出數量|Quantity to sell)/)
        .first()
        .waitFor();
      await happen(page, { is: 'offline' });
    },
  },
  {
    name: 'last-known',
    title: 'A start without a network: the orders and the balance that were known last, with their time',
    address: '/front-end-order',
    states: ['data', 'long'],
    addresses: { long: '/home' },
    startsOffline: true,
    act: async (page) => {
      await page
        .getByText(/^(目前連不上，|Cannot reach the server\.)/)
        .first()
        .waitFor();
      // What is said of the member info goes by itself.
      await page.getByRole('alertdialog').waitFor();
      await happen(page, { is: 'quiet' });
    },
  },
  {
    name: 'new-build',
    title: 'A new build is ready: at rest, and over a form',
    address: '/home',
    states: ['data', 'long'],
    addresses: { long: '/home?panel=create-listing' },
    act: async (page) => {
      await page
        .getByText(/^(可用|Available|賣出數量|Quantity to sell)/)
        .first()
        .waitFor();
      await happen(page, { is: 'new-build' });
      await page.getByText(/^(新版本已備妥|A new version is ready)/).waitFor();
    },
  },
  {
    name: 'offline-step',
    title: 'A step that failed without a network',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    act: async (page) => {
      await press(page, PAID_ACTION);
      await page.getByLabel(/^(從哪家銀行|Your bank)/).selectOption('013');
      await page.getByLabel(/^(付款帳號末五碼|Last five)/).fill('90412');
      await page.getByLabel(/^(付款人姓名|Name on)/).fill('林予安');
      await happen(page, { is: 'offline' });
      await press(page, /^(我已付 NT|I.ve paid NT)/);
    },
  },
  {
    name: 'message-waits',
    title: 'A message that came while a form was in use',
    address: '/home?panel=create-listing',
    states: ['data', 'error'],
    addresses: { error: ROOM },
    orders: order('payer', 'LOCKED'),
    act: async (page, state) => {
      if (state === 'error') await press(page, PAID_ACTION);
      else await page.getByLabel(/^(賣出數量|Quantity to sell)$/).fill('3');
      await happen(page, { is: 'message', rows: [PAID_NOTICE, PAID_NOTICE] });
      await page.getByRole('button', { name: /查看|Read/ }).waitFor();
    },
  },
];
