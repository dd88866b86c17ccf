import type { BuiltPath } from '@holdfast/contract';
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
  /** The calls that the screen stands on: unanswered in `loading`, without a server in `error`. */
  reads?: readonly BuiltPath[];
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
];
