import type { Page } from '@playwright/test';
import { digits, happen, press, type Picture } from '../picture.ts';

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

/** Into the account: sign-in and registration. */
export const ACCESS: readonly Picture[] = [
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
    name: 'login-code',
    title: 'The code of a sign-in while somebody guesses at the account',
    address: '/login',
    isSignedOut: true,
    change: { data: { isGuessedAt: true } },
    act: async (page) => {
      await page.getByLabel(/^(帳號|Account)$/).fill('amberlin88');
      await page.getByLabel(/^(登入密碼|Password)$/).fill('Holdfast1');
      await press(page, /^(登入|Sign in)$/);
      await page
        .getByRole('dialog')
        .getByLabel(/^(六位數驗證碼|Six-digit code)$/)
        .waitFor();
    },
  },
  {
    name: 'login-second-step',
    title: 'The second step of a sign-in',
    address: '/login',
    isSignedOut: true,
    change: { data: { authenticator: 'on' } },
    act: async (page) => {
      await page.getByLabel(/^(帳號|Account)$/).fill('amberlin88');
      await page.getByLabel(/^(登入密碼|Password)$/).fill('Holdfast1');
      await press(page, /^(登入|Sign in)$/);
      await page
        .getByRole('dialog')
        .getByLabel(/^(驗證器的六位數驗證碼|Six digits of your authenticator)$/)
        .waitFor();
    },
  },
  {
    name: 'login-lost',
    title: 'The second step, by whoever has lost the authenticator and the recovery codes',
    address: '/login',
    isSignedOut: true,
    change: { data: { authenticator: 'on' } },
    act: async (page) => {
      await page.getByLabel(/^(帳號|Account)$/).fill('amberlin88');
      await page.getByLabel(/^(登入密碼|Password)$/).fill('Holdfast1');
      await press(page, /^(登入|Sign in)$/);
      await press(page, /^(驗證器和備用碼都遺失了|I have lost the authenticator)/);
      await page.getByText(/^(沒有實名驗證，|Without a verified)/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'login-signed-out',
    title: 'Sign-in, after a sign-out in another tab',
    address: '/login',
    isSignedOut: true,
    act: (page) => happen(page, { is: 'signed-out' }),
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
  {
    name: 'rename',
    title: 'Names to change once',
    address: '/home?panel=rename',
    states: ['data', 'error'],
    reads: ['/member/security/rename'],
    refusal: 'RENAME_USED',
    act: async (page, state) => {
      if (state === 'data') return;
      const panel = page.getByRole('dialog');
      await panel.getByLabel(/^(帳號|Account)$/).fill('amber2026');
      await panel.getByLabel(/^(暱稱|Nickname)$/).fill('小林子');
      await press(page, /^(確認變更|Save the new names)$/);
    },
  },
  {
    name: 'register-done',
    title: 'Registration: done',
    address: '/login?panel=register',
    isSignedOut: true,
    states: ['data', 'long'],
    act: (page, state) => registerAsFarAs(page, 'done', state === 'long' ? '一二三四五六七八九十' : '小林'),
  },
];
