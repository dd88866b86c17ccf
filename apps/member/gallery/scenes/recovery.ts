import type { Page } from '@playwright/test';
import { digits, press, type Picture } from '../picture.ts';

const ANSWERS = { 1: '小黑', 2: '荷包蛋', 3: '紅色' };
const CODE = '314159';

/** In the panel, which has the fields of the sign-in form beneath it. */
const fillAccount = (page: Page) =>
  page
    .getByRole('dialog')
    .getByLabel(/^(帳號|Account)$/)
    .fill('amberlin88');
const fillPassword = (page: Page) =>
  page
    .getByRole('dialog')
    .getByLabel(/^(登入密碼|Password)$/)
    .fill('Holdfast1');
const askForCode = (page: Page) => press(page, /^(傳送驗證碼|Send a code|Send the code)$/);
const awaitRecovered = (page: Page) =>
  page.getByRole('heading', { name: /^(密碼已更新|All set|Password changed)$/ }).waitFor();
const awaitCodeEntry = (page: Page) => page.getByLabel(/^(六位數驗證碼|Six-digit code)$/).waitFor();

async function enterCode(page: Page): Promise<void> {
  await awaitCodeEntry(page);
  await digits(page, CODE);
}

type Step = 'code' | 'answers' | 'password' | 'secret' | 'done';

/** The way back of somebody who has forgotten both secrets and has security questions. */
async function recoverAsFarAs(page: Page, last: Step): Promise<void> {
  await fillAccount(page);
  await page.getByRole('checkbox').check();
  await askForCode(page);
  await awaitCodeEntry(page);
  if (last === 'code') return;
  await digits(page, CODE);
  await page.getByRole('heading', { name: /^(回答您的安全問題|Answer your security)/ }).waitFor();
  if (last === 'answers') return;
  for (const [index, answer] of Object.values(ANSWERS).entries())
    await page.getByRole('dialog').getByRole('textbox').nth(index).fill(answer);
  await press(page, /^(下一步|Next)$/);
  const password = page.getByLabel(/^(新的登入密碼|New password)$/);
  await password.fill('Holdfast2');
  if (last === 'password') return;
  await press(page, /^(儲存新密碼|Save the new password)$/);
  await enterNewSecret(page, last === 'secret' ? 'typing' : 'twice');
}

async function enterNewSecret(page: Page, how: 'typing' | 'twice'): Promise<void> {
  await page.getByLabel(/^(新的六位數交易密碼|New six-digit)/).waitFor();
  await digits(page, how === 'typing' ? '730' : '730518');
  if (how === 'typing') return;
  await page.getByLabel(/^(再輸入一次新的|Enter the new code)/).waitFor();
  await digits(page, '730518');
}

const step = (name: string, title: string, act: (page: Page) => Promise<void>): Picture => ({
  name: `forgotten-${name}`,
  title: `A forgotten password: ${title}`,
  address: '/login?panel=forgotten',
  isSignedOut: true,
  change: { data: { answers: ANSWERS } },
  act,
});

const FORGOTTEN: readonly Picture[] = [
  {
    name: 'forgotten',
    title: 'A forgotten password: whose it is',
    address: '/login?panel=forgotten',
    isSignedOut: true,
    states: ['data', 'empty', 'error'],
    reads: ['/member/flow/force-reset-password/create-cerification', '/utils/otp/mobile/send'],
    refusal: 'RATE_LIMITED',
    refusalData: { seconds: 30 },
    act: async (page, state) => {
      if (state === 'empty') return;
      await fillAccount(page);
      if (state === 'error') await askForCode(page);
    },
  },
  step('code', 'the code', (page) => recoverAsFarAs(page, 'code')),
  step('answers', 'the security questions', (page) => recoverAsFarAs(page, 'answers')),
  step('password', 'a new password', (page) => recoverAsFarAs(page, 'password')),
  step('new-secret', 'a new transaction code', (page) => recoverAsFarAs(page, 'secret')),
  step('done', 'done', async (page) => {
    await recoverAsFarAs(page, 'done');
    await awaitRecovered(page);
  }),
];

async function signIn(page: Page): Promise<void> {
  await page.getByLabel(/^(帳號|Account)$/).fill('amberlin88');
  await page.getByLabel(/^(登入密碼|Password)$/).fill('Holdfast1');
  await press(page, /^(登入|Sign in)$/);
}

async function signInMarked(page: Page): Promise<void> {
  await signIn(page);
  await page.getByLabel(/^(新的登入密碼|New password)$/).waitFor();
}

const MARKED_WITH_CODE = {
  isPasswordMarked: true,
  codesTo: [
    { channel: 'mobile', address: '+886***021' },
    { channel: 'mail', address: 'am***@example.tw' },
  ] as { channel: 'mobile' | 'mail'; address: string }[],
};

const FORCED: readonly Picture[] = [
  {
    name: 'forced-reset',
    title: 'A password that has to be changed at sign-in',
    address: '/login',
    isSignedOut: true,
    change: { data: { isPasswordMarked: true }, error: { isPasswordMarked: true } },
    states: ['data', 'error'],
    reads: ['/member/reset-password/forced-set/{account}'],
    refusal: 'PASSWORD_BREACHED',
    act: async (page, state) => {
      await signInMarked(page);
      await page.getByLabel(/^(新的登入密碼|New password)$/).fill(state === 'data' ? 'Hold' : 'Password1');
      if (state === 'error') await press(page, /^(儲存新密碼|Save the new password)$/);
    },
  },
  {
    name: 'forced-reset-code',
    title: 'A password that has to be changed at sign-in: first a code',
    address: '/login',
    isSignedOut: true,
    change: { data: MARKED_WITH_CODE, long: MARKED_WITH_CODE },
    states: ['data', 'long'],
    act: async (page, state) => {
      await signIn(page);
      await page.getByRole('heading', { name: /先確認是您本人|First confirm/ }).waitFor();
      if (state === 'data') return;
      await press(page, /^(傳送驗證碼|Send a code)$/);
      await awaitCodeEntry(page);
    },
  },
  {
    name: 'forced-reset-done',
    title: 'A password that was changed at sign-in',
    address: '/login',
    isSignedOut: true,
    change: { data: { isPasswordMarked: true } },
    act: async (page) => {
      await signInMarked(page);
      await page.getByLabel(/^(新的登入密碼|New password)$/).fill('Holdfast2');
      await press(page, /^(儲存新密碼|Save the new password)$/);
      await awaitRecovered(page);
    },
  },
  {
    name: 'forced-reset-again',
    title: 'A forced reset that was left and came back to',
    address: '/login?panel=forced-reset',
    isSignedOut: true,
  },
];

const SECRETS: readonly Picture[] = [
  {
    name: 'password',
    title: 'Changing the password',
    address: '/home?panel=password',
    states: ['data', 'long'],
    act: async (page, state) => {
      if (state === 'data') return;
      await page.getByLabel(/^(目前的登入密碼|Current password)$/).fill('Holdfast1');
      await page.getByLabel(/^(新的登入密碼|New password)$/).fill('holdfast');
    },
  },
  {
    name: 'password-code',
    title: 'Changing a marked password: a code as well',
    address: '/home?panel=password',
    change: { data: MARKED_WITH_CODE, long: MARKED_WITH_CODE },
    states: ['data', 'long'],
    act: async (page, state) => {
      await page.getByLabel(/^(目前的登入密碼|Current password)$/).fill('Holdfast1');
      await page.getByLabel(/^(新的登入密碼|New password)$/).fill('Holdfast2');
      await press(page, /^(儲存新密碼|Save the new password)$/);
      await page.getByRole('dialog', { name: /^(輸入交易密碼|Transaction code)$/ }).waitFor();
      await digits(page, '482913');
      await page.getByRole('heading', { name: /先確認是您本人|First confirm/ }).waitFor();
      if (state === 'data') return;
      await press(page, /^(傳送驗證碼|Send a code)$/);
      await awaitCodeEntry(page);
    },
  },
  {
    name: 'password-code-over',
    title: 'Changing a marked password: the code is too old',
    address: '/home?panel=password',
    states: ['error'],
    reads: ['/member/changepass/{account}'],
    refusal: 'TICKET_INVALID',
    act: async (page) => {
      await page.getByLabel(/^(目前的登入密碼|Current password)$/).fill('Holdfast1');
      await page.getByLabel(/^(新的登入密碼|New password)$/).fill('Holdfast2');
      await press(page, /^(儲存新密碼|Save the new password)$/);
      await page.getByRole('dialog', { name: /^(輸入交易密碼|Transaction code)$/ }).waitFor();
      await digits(page, '482913');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'transaction-secret',
    title: 'The transaction secret: the old one',
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
    name: 'transaction-secret-new',
    title: 'The transaction secret: a new one, as digits and as a password',
    address: '/home?panel=transaction-secret',
    states: ['data', 'long'],
    act: async (page, state) => {
      await page.getByLabel(/^(目前的六位數|Your six-digit)/).waitFor();
      await digits(page, '482913');
      await page.getByLabel(/^(新的六位數交易密碼|New six-digit)/).waitFor();
      if (state === 'data') return digits(page, '730');
      // A radio's label takes the tap.
      await page.getByText(/^(英數密碼|Letters and digits)$/).click();
      await page.getByLabel(/^(新的交易密碼|New transaction code)$/).fill('Hold7');
    },
  },
  {
    name: 'forgotten-secret',
    title: 'A forgotten transaction secret: the password',
    address: '/home?panel=forgotten-secret',
  },
  {
    name: 'forgotten-secret-code',
    title: 'A forgotten transaction secret: the code',
    address: '/home?panel=forgotten-secret',
    act: async (page) => {
      await fillPassword(page);
      await askForCode(page);
      await awaitCodeEntry(page);
    },
  },
];

const FREEZING: readonly Picture[] = [
  {
    name: 'freeze',
    title: 'Freezing the account, and the question before',
    address: '/home?panel=freeze',
    states: ['data', 'long'],
    act: async (page, state) => {
      if (state === 'long') await press(page, /^(凍結我的帳號|Freeze my account)$/);
    },
  },
  {
    name: 'freeze-account',
    title: 'Freezing the account without a session',
    address: '/login?panel=freeze-account',
    isSignedOut: true,
    states: ['data', 'error'],
    reads: ['/member/security/freeze-without-session'],
    refusal: 'SIGN_IN_FAILED',
    act: async (page, state) => {
      if (state === 'data') return;
      await fillAccount(page);
      await fillPassword(page);
      await press(page, /^(凍結我的帳號|Freeze my account)$/);
    },
  },
  {
    name: 'freeze-account-code',
    title: 'Freezing the account without a session: by a code',
    address: '/login?panel=freeze-account',
    isSignedOut: true,
    act: async (page) => {
      await fillAccount(page);
      await press(page, /改用驗證碼|Use a code/);
      await awaitCodeEntry(page);
    },
  },
  {
    name: 'freeze-account-done',
    title: 'Frozen without a session',
    address: '/login?panel=freeze-account',
    isSignedOut: true,
    act: async (page) => {
      await fillAccount(page);
      await fillPassword(page);
      await press(page, /^(凍結我的帳號|Freeze my account)$/);
      await page.getByRole('button', { name: /^(回到登入|Back to sign-in)$/ }).waitFor();
    },
  },
  {
    name: 'freeze-by-link',
    title: 'Freezing the account by the link of a security message',
    address: '/login?panel=freeze-account',
    isSignedOut: true,
    freezeLink: 'f'.repeat(43),
    states: ['data', 'error'],
    reads: ['/member/security/freeze-without-session'],
    refusal: 'FREEZE_LINK_EXPIRED',
    act: async (page, state) => {
      if (state === 'data') return;
      await press(page, /^(凍結我的帳號|Freeze my account)$/);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'unfreeze',
    title: 'Lifting a freeze, and a password that was wrong',
    address: '/login?panel=unfreeze',
    isSignedOut: true,
    states: ['data', 'error'],
    reads: ['/member/security/unfreeze'],
    refusal: 'SIGN_IN_FAILED',
    act: async (page, state) => {
      if (state === 'data') return;
      await fillAccount(page);
      await fillPassword(page);
      await askForCode(page);
      await enterCode(page);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'unfreeze-code',
    title: 'Lifting a freeze: the code',
    address: '/login?panel=unfreeze',
    isSignedOut: true,
    act: async (page) => {
      await fillAccount(page);
      await fillPassword(page);
      await askForCode(page);
      await awaitCodeEntry(page);
    },
  },
];

/** Back into an account, and closing it to everybody: forgotten secrets, resets, freezing. */
export const RECOVERY: readonly Picture[] = [...FORGOTTEN, ...FORCED, ...SECRETS, ...FREEZING];
