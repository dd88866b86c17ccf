import type { BuiltPath } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import type { OrderState } from '@holdfast/contract/orders';
import type { Page } from '@playwright/test';
import type { PinLockScene } from '../src/test/fake-pin-lock.ts';
import type { OrderSeed } from '../src/test/fake-orders.ts';
import type { FakeWorld } from '../src/test/fake-world.ts';

/** The states that every screen has to be looked at in. */
export const STATES = ['data', 'empty', 'loading', 'error', 'long'] as const;
export type State = (typeof STATES)[number];

export interface Picture {
  /** Names the contact sheet. */
  name: string;
  /** What the sheet says above its pictures. */
  title: string;
  address: string;
  isSignedOut?: boolean;
  /** The calls that the screen stands on: unanswered in `loading`, failing in `error`. */
  reads?: readonly BuiltPath[];
  /** How they fail; left out: the server is not there. */
  refusal?: ErrorName;
  /** Left out: only `data`. */
  states?: readonly State[];
  /** Orders in place of the fake world's, where its own do not show the state. */
  orders?: readonly OrderSeed[];
  /** What is different in the fake world of a state. */
  change?: Partial<Record<State, Partial<FakeWorld>>>;
  /** How the PIN lock stands. */
  lock?: PinLockScene;
  /** Where another address shows the state better: another order, for one. */
  addresses?: Partial<Record<State, string>>;
  /** What a hand does before the picture is taken, in the states where it can. */
  act?: (page: Page, state: State) => Promise<void>;
}

const ALL = STATES;

/** The calls behind what a screen shows by itself; the frame's own reads are not among them. */
const HOME_READS = [
  '/member/balanceinfo',
  '/api/v1/members/orders-in-progress/{account}',
  '/api/wallet/get-journal',
  '/bank/list/{account}',
] as const;

/** Either language: pictures are taken in both. */
const press = async (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const digits = async (page: Page, text: string) => page.keyboard.type(text);

async function registerAsFarAs(
  page: Page,
  step: 'password' | 'secret' | 'mobile' | 'code' | 'done',
  nick = '小林',
): Promise<void> {
  const panel = page.getByRole('dialog');
  await panel.getByLabel(/^(帳號|Account)$/).fill('amber2026');
  await panel.getByLabel(/^(暱稱|Nickname)$/).fill(nick);
  await press(page, /^(下一步|Next)$/);
  await panel.getByLabel(/^(登入密碼|Password)$/).fill(step === 'password' ? 'Hold' : 'Holdfast1');
  if (step === 'password') return;
  await press(page, /^(下一步|Next)$/);
  await panel.getByLabel(/^(輸入六位數|Enter a six)/).waitFor();
  await digits(page, step === 'secret' ? '482' : '482913');
  if (step === 'secret') return;
  await panel.getByLabel(/^(再輸入一次|Enter the code once)/).waitFor();
  await digits(page, '482913');
  await provePhone(page, step);
}

async function provePhone(page: Page, step: 'mobile' | 'code' | 'done'): Promise<void> {
  await page.getByLabel(/^(手機號碼|Mobile number)$/).fill(step === 'mobile' ? '0912-34' : '0912-345-678');
  if (step === 'mobile') return;
  await press(page, /^(傳送驗證碼|Send the code)$/);
  await page.getByLabel(/^(六位數驗證碼|Six-digit code)$/).waitFor();
  if (step === 'code') return;
  await digits(page, '314159');
  await page.getByRole('button', { name: /進入錢包|Open my wallet/ }).waitFor();
}

async function registerFast(page: Page): Promise<void> {
  await press(page, /^(快速註冊|Quick sign-up)/);
  await page
    .getByRole('dialog')
    .getByLabel(/^(登入密碼|Password)$/)
    .fill('Holdfast1');
}

async function addCard(page: Page, state: State): Promise<void> {
  await press(page, /新增.*帳戶|^Add/);
  if (state === 'empty') return press(page, /綁定這個帳戶|Add this account/);
  await page.getByLabel(/^(銀行|Bank)$/).selectOption(state === 'long' ? '826' : '822');
  await page.getByLabel(/^(帳號|Account number)$/).fill('1234 5678 9012 3456');
  await page.getByLabel(/^(戶名|Account name)$/).fill(state === 'long' ? 'Maximiliana Josephine' : '林予安');
  if (state !== 'error') return;
  await press(page, /綁定這個帳戶|Add this account/);
  await page.getByRole('dialog').last().getByRole('button', { name: '1' }).waitFor();
  await digits(page, '482913');
}

const ROOM = '/front-end-order?orderId=501';
const ROOM_READS = ['/order/detail', '/order/list'] as const;

/** One order, in whose room the pictures are taken. */
const order = (role: 'payer' | 'payee', state: OrderState, more: Partial<OrderSeed> = {}): OrderSeed[] => [
  {
    orderId: '501',
    serialNo: 'HF-240817-0391',
    role,
    isOwner: role === 'payee',
    state,
    nick: '阿哲',
    ...more,
  },
];
const PAID: Partial<OrderSeed> = { lockedAgoMs: 480_000, dutyMs: [138_000, 762_000] };

async function tickAll(page: Page): Promise<void> {
  for (const check of await page.getByRole('checkbox').all()) await check.check();
}

const PAID_ACTION = /^(我已付款|I.ve paid|I have paid)$/;

/** Tells the scene of a moment (src/test/fake-main.tsx). */
const happen = (page: Page, what: 'offline' | 'message') =>
  page.evaluate((name) => void dispatchEvent(new Event(`scene:${name}`)), what);

/** One contact sheet each. The order is that of a member's first trade. */
export const PICTURES: readonly Picture[] = [
  {
    name: 'login',
    title: 'Sign-in',
    address: '/login',
    isSignedOut: true,
    states: ['data', 'loading', 'error', 'long'],
    reads: ['/member/login'],
    act: async (page, state) => {
      const account = state === 'error' || state === 'data' ? 'amberlin88' : 'maximilianajo1';
      await page.getByLabel(/^(帳號|Account)$/).fill(account);
      await page.getByLabel(/^(登入密碼|Password)$/).fill(state === 'long' ? 'Wrong1234' : 'Holdfast1');
      if (state !== 'data') await press(page, /^(登入|Sign in)$/);
    },
  },
  {
    name: 'login-forbidden',
    title: 'A sign-in that an operator has forbidden',
    address: '/login',
    isSignedOut: true,
    states: ['error'],
    reads: ['/member/login'],
    refusal: 'LOGIN_FORBIDDEN',
    act: async (page) => {
      await page.getByLabel(/^(帳號|Account)$/).fill('amberlin88');
      await page.getByLabel(/^(登入密碼|Password)$/).fill('Holdfast1');
      await press(page, /^(登入|Sign in)$/);
    },
  },
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
    name: 'register-who',
    title: 'Registration: names',
    address: '/login?panel=register',
    isSignedOut: true,
    states: ['data', 'empty', 'error', 'long'],
    reads: ['/member/check-duplicate/account-and-nickname'],
    act: async (page, state) => {
      if (state === 'empty') return;
      const [account, nick] = {
        long: ['maximilianajose', '一二三四五六七八九十'],
        data: ['amberlin88', '小林'],
      }[state === 'long' ? 'long' : 'data'] as [string, string];
      const panel = page.getByRole('dialog');
      await panel.getByLabel(/^(帳號|Account)$/).fill(account);
      await panel.getByLabel(/^(暱稱|Nickname)$/).fill(nick);
    },
  },
  {
    name: 'register-password',
    title: 'Registration: password',
    address: '/login?panel=register',
    isSignedOut: true,
    act: (page) => registerAsFarAs(page, 'password'),
  },
  {
    name: 'register-secret',
    title: 'Registration: transaction code',
    address: '/login?panel=register',
    isSignedOut: true,
    act: (page) => registerAsFarAs(page, 'secret'),
  },
  {
    name: 'register-mobile',
    title: 'Registration: mobile',
    address: '/login?panel=register',
    isSignedOut: true,
    states: ['data', 'loading', 'error'],
    reads: ['/utils/otp/mobile/send'],
    act: async (page, state) => {
      await registerAsFarAs(page, 'mobile');
      if (state === 'data') return;
      await page.getByLabel(/^(手機號碼|Mobile number)$/).fill('0912-345-678');
      await press(page, /^(傳送驗證碼|Send the code)$/);
    },
  },
  {
    name: 'register-code',
    title: 'Registration: code',
    address: '/login?panel=register',
    isSignedOut: true,
    states: ['data', 'loading', 'error'],
    reads: ['/utils/otp/mobile/verify'],
    refusal: 'CODE_DEAD',
    act: async (page, state) => {
      await registerAsFarAs(page, 'code');
      if (state !== 'data') await digits(page, '123456');
    },
  },
  {
    name: 'register-fast',
    title: 'Quick sign-up',
    address: '/login?panel=register',
    isSignedOut: true,
    act: registerFast,
  },
  {
    name: 'register-fast-done',
    title: 'Quick sign-up: done',
    address: '/login?panel=register',
    isSignedOut: true,
    act: async (page) => {
      await registerFast(page);
      await press(page, /^(下一步|Next)$/);
      await provePhone(page, 'done');
    },
  },
  { name: 'rename', title: 'Names to change once', address: '/home?panel=rename' },
  {
    name: 'register-done',
    title: 'Registration: done',
    address: '/login?panel=register',
    isSignedOut: true,
    states: ['data', 'long'],
    act: (page, state) => registerAsFarAs(page, 'done', state === 'long' ? '一二三四五六七八九十' : '小林'),
  },
  { name: 'home', title: 'Home', address: '/home', states: ALL, reads: HOME_READS },
  {
    name: 'home-split',
    title: 'Home: where the held part lies',
    address: '/home',
    states: ['data', 'long'],
    act: (page) => press(page, /保管中|Held/),
  },
  {
    name: 'notifications',
    title: 'What the member was told',
    address: '/home?panel=notifications',
    states: ALL,
    reads: ['/member/notification/list'],
  },
  { name: 'settings', title: 'Settings', address: '/home?panel=settings', states: ['data', 'long'] },
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
    name: 'password-expired',
    title: 'A password that has run out',
    address: '/home',
    change: { data: { isPasswordExpired: true } },
    act: (page) => page.getByRole('alertdialog').waitFor(),
  },
  { name: 'debug-log', title: 'The debug log', address: '/home?panel=debug-log' },
  { name: 'contact', title: 'Mobile and mail', address: '/home?panel=contact' },
  {
    name: 'forgotten',
    title: 'A forgotten password',
    address: '/login?panel=forgotten',
    isSignedOut: true,
  },
  { name: 'password', title: 'Changing the password', address: '/home?panel=password' },
  {
    name: 'transaction-secret',
    title: 'The transaction secret',
    address: '/home?panel=transaction-secret',
  },
  {
    name: 'transaction-secret-first',
    title: 'A first transaction secret',
    address: '/home?panel=transaction-secret',
    states: ['data', 'loading', 'error'],
    reads: ['/member/account/permissions'],
    change: { data: { secretForm: 'none' } },
  },
  {
    name: 'forgotten-secret',
    title: 'A forgotten transaction secret',
    address: '/home?panel=forgotten-secret',
  },
  {
    name: 'questions',
    title: 'Security questions',
    address: '/home?panel=questions',
    states: ['data', 'loading', 'error'],
    reads: ['/member/securityquestion/list'],
  },
  { name: 'freeze', title: 'Freezing the account', address: '/home?panel=freeze' },
  {
    name: 'freeze-account',
    title: 'Freezing the account without a session',
    address: '/login?panel=freeze-account',
    isSignedOut: true,
  },
  {
    name: 'unfreeze',
    title: 'Lifting a freeze',
    address: '/login?panel=unfreeze',
    isSignedOut: true,
  },
  {
    name: 'bank-cards',
    title: 'Bank accounts',
    address: '/home?panel=bank-cards',
    states: ALL,
    reads: ['/bank/list/{account}'],
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
    name: 'market',
    title: 'Market',
    address: '/transaction',
    states: ALL,
    reads: ['/listing/market'],
  },
  {
    name: 'market-sell',
    title: 'Market: the selling side',
    address: '/transaction?side=sell',
    states: ['data', 'empty', 'long'],
  },
  {
    name: 'safety-lesson',
    title: 'The safety lesson before the first lock',
    address: '/transaction',
    change: { data: { orders: [] } },
    act: (page) => press(page, /^(鎖定|Lock)$/),
  },
  { name: 'safety', title: 'Trading safely, to read again', address: '/transaction?panel=safety' },
  {
    name: 'lock-sheet',
    title: 'Market: the last look before a lock',
    address: '/transaction',
    states: ['data', 'loading', 'error', 'long'],
    reads: ['/order/lock'],
    refusal: 'LISTING_BUSY',
    act: async (page, state) => {
      await press(page, /^(鎖定|Lock)$/);
      await page.getByLabel(/^(買入數量|Quantity)$/).fill('3000');
      if (state === 'error' || state === 'loading') await press(page, /鎖定，準備付款|^Lock and/);
    },
  },
  {
    name: 'listings',
    title: 'Own listings',
    address: '/pendingOrder',
    states: ALL,
    reads: ['/listing/mine'],
  },
  {
    name: 'listing-close',
    title: 'Closing a listing',
    address: '/pendingOrder',
    act: (page) => press(page, /^(關閉掛單|Close listing)$/),
  },
  {
    name: 'listing-form',
    title: 'A new listing',
    address: '/pendingOrder?panel=create-listing',
    states: ['data', 'empty', 'long'],
    act: async (page, state) => {
      const quantity = state === 'long' ? '1234567890.12' : '3000';
      await page.getByLabel(/^(賣出數量|Quantity to sell)$/).fill(quantity);
      await page.getByLabel(/^(每筆最少|Minimum per order)$/).fill('500');
    },
  },
  {
    name: 'orders',
    title: 'Orders',
    address: '/front-end-order',
    states: ALL,
    reads: ROOM_READS,
  },
  {
    name: 'orders-past',
    title: 'Orders that have ended',
    address: '/front-end-order?scope=past',
    states: ['data', 'empty', 'long'],
  },
  {
    name: 'room-payer-locked',
    title: 'The room: the payer has to pay',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    states: ['data', 'loading', 'error', 'long'],
    addresses: { long: '/front-end-order?orderId=502' },
    reads: ROOM_READS,
  },
  {
    name: 'room-payer-paying',
    title: 'The room: how it was paid',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    act: (page) => press(page, /^(我已付款|I've paid)$/),
  },
  {
    name: 'room-payer-paid',
    title: 'The room: the payer waits',
    address: ROOM,
    orders: order('payer', 'PAID', PAID),
  },
  {
    name: 'room-payer-paid-unfolded',
    title: 'The room: the payer looks at the payment again',
    address: ROOM,
    orders: order('payer', 'PAID', PAID),
    act: async (page) => page.getByText(/^(付款資料|Payment details)$/).click(),
  },
  {
    name: 'room-payer-grace',
    title: 'The room: too late to pay, for the payer',
    address: ROOM,
    orders: order('payer', 'GRACE', { lockedAgoMs: 960_000, dutyMs: [60_000, 540_000] }),
  },
  {
    name: 'room-payee-grace',
    title: 'The room: too late to pay, for the payee',
    address: ROOM,
    orders: order('payee', 'GRACE', { lockedAgoMs: 960_000, dutyMs: [60_000, 540_000] }),
  },
  {
    name: 'room-payee-overdue',
    title: 'The room: the time to confirm is over',
    address: ROOM,
    orders: order('payee', 'PAID', { lockedAgoMs: 1_800_000, dutyMs: [960_000, -60_000] }),
  },
  {
    name: 'room-payee-menu',
    title: 'The room: the menu of a payee who waits',
    address: ROOM,
    orders: order('payee', 'LOCKED'),
    act: (page) => press(page, /^(更多操作|More actions)$/),
  },
  {
    name: 'room-payer-finished',
    title: 'The room: bought',
    address: ROOM,
    orders: order('payer', 'FINISHED', { lockedAgoMs: 480_000 }),
  },
  {
    name: 'room-payee-locked',
    title: 'The room: the payee waits',
    address: ROOM,
    orders: order('payee', 'LOCKED'),
  },
  {
    name: 'room-payee-paid',
    title: 'The room: the payee has to confirm',
    address: ROOM,
    orders: order('payee', 'PAID', PAID),
    states: ['data', 'long'],
  },
  {
    name: 'room-payee-release',
    title: 'The room: the recap before a release',
    address: ROOM,
    orders: order('payee', 'PAID', PAID),
    states: ['data', 'long'],
    act: async (page, state) => {
      await press(page, /^(確認入帳並放行|Confirm payment and release)$/);
      if (state === 'data') await tickAll(page);
    },
  },
  {
    name: 'room-payee-finished',
    title: 'The room: sold',
    address: ROOM,
    orders: order('payee', 'FINISHED', { lockedAgoMs: 480_000 }),
  },
  {
    name: 'room-cancelled',
    title: 'The room: cancelled',
    address: ROOM,
    orders: order('payer', 'CANCELLED', { lockedAgoMs: 480_000 }),
  },
  {
    name: 'room-cancel',
    title: 'The room: cancelling',
    address: ROOM,
    orders: order('payer', 'LOCKED'),
    act: async (page) => {
      await press(page, /^(更多操作|More actions)$/);
      await press(page, /^(取消訂單|Cancel order)$/);
    },
  },
  {
    name: 'journal',
    title: 'Records',
    address: '/home?panel=journal',
    states: ALL,
    reads: ['/api/wallet/get-journal', '/api/wallet/get-journal-usdt'],
  },
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
      await happen(page, 'offline');
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
      await happen(page, 'offline');
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
      await happen(page, 'message');
      await page.getByRole('button', { name: /查看|Read/ }).waitFor();
    },
  },
];
