import type { BuiltPath, ErrorName } from '@holdfast/contract';
import type { Page } from '@playwright/test';

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
  step: 'password' | 'secret' | 'done',
  nick = '小林',
): Promise<void> {
  await page
    .getByLabel(/^(帳號|Account)$/)
    .last()
    .fill('amber2026');
  await page.getByLabel(/^(暱稱|Nickname)$/).fill(nick);
  await press(page, /^(下一步|Next)$/);
  await page
    .getByLabel(/^(登入密碼|Password)$/)
    .last()
    .fill(step === 'password' ? 'Hold' : 'Holdfast1');
  if (step === 'password') return;
  await press(page, /^(下一步|Next)$/);
  await digits(page, step === 'secret' ? '482' : '482913');
  if (step === 'secret') return;
  await page
    .getByText(/再輸入一次|once more/)
    .first()
    .waitFor();
  await digits(page, '482913');
  await page.getByRole('button', { name: /進入錢包|Open my wallet/ }).waitFor();
}

async function addCard(page: Page, state: State): Promise<void> {
  await press(page, /新增.*帳戶|^Add/);
  if (state === 'empty') return press(page, /綁定這個帳戶|Add this account/);
  await page.getByLabel(/^(銀行|Bank)$/).selectOption(state === 'long' ? '826' : '822');
  await page.getByLabel(/^(帳號|Account number)$/).fill('1234 5678 9012 3456');
  await page
    .getByLabel(/^(戶名|Account holder)$/)
    .fill(state === 'long' ? 'Maximiliana Josephine' : '林予安');
  if (state !== 'error') return;
  await press(page, /綁定這個帳戶|Add this account/);
  await page.getByRole('dialog').last().getByRole('button', { name: '1' }).waitFor();
  await digits(page, '482913');
}

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
      await page
        .getByLabel(/^(帳號|Account)$/)
        .last()
        .fill(account);
      await page.getByLabel(/^(暱稱|Nickname)$/).fill(nick);
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
  { name: 'settings', title: 'Settings', address: '/home?panel=settings', states: ['data', 'long'] },
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
      await page.getByLabel(/^(每筆最少|Least per order)$/).fill('500');
    },
  },
  {
    name: 'journal',
    title: 'Records',
    address: '/home?panel=journal',
    states: ALL,
    reads: ['/api/wallet/get-journal', '/api/wallet/get-journal-usdt'],
  },
];
