import type { Page } from '@playwright/test';
import { withoutMarks } from '@holdfast/client/i18n';
import { freshAccount, freshMobile, freshNick, PASSWORD, TRANSACTION_SECRET } from './support/api-member.ts';
import { button, dialog, readCode, signIn, typeSecret } from './support/hands.ts';
import { running } from './support/running.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/**
 * Each flow of an account once in a real browser against the real server: the panels, the codes that arrive, and what the next
 * screen says. The refusals of each flow are tested in the server's slices and in the screen tests.
 */

const NEW_PASSWORD = 'Heron4moss';
const LAST_PASSWORD = 'Otter7fern';
const NEW_TRANSACTION_SECRET = '571904';
const WORDED_TRANSACTION_SECRET = 'Dune8lark';
/** The first three questions that the product offers, and what this member answers. */
const ANSWERS = ['木柵', '阿嬤', '玉山'];

interface Person {
  account: string;
  password: string;
  mobile: string;
  mail?: string;
}

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

const openSecurity = (page: Page) => page.goto('/home?panel=security');

/** From the security centre to one of its panels, as a member goes; what is done there leads back. */
async function openFromSecurity(page: Page, row: RegExp): Promise<void> {
  await dialog(page, '安全中心').getByRole('link', { name: row }).click();
}

async function enterCode(page: Page, address: string, about: string): Promise<void> {
  const field = page.getByLabel('六位數驗證碼');
  await expect(field).toBeVisible();
  await field.fill(await readCode(address, about));
}

/** Only a password and a mobile number; the names are proposed. */
async function registerFast(page: Page): Promise<Person> {
  const mobile = freshMobile();
  await page.goto('/login');
  await page.getByRole('link', { name: '註冊新帳號' }).click();
  await button(page, '快速註冊：只需密碼與手機號碼').click();
  await page.getByLabel('登入密碼', { exact: true }).last().fill(PASSWORD);
  await button(page, '下一步').click();
  await page.getByLabel('手機號碼').fill(mobile.replace('+886', '0'));
  await button(page, '傳送驗證碼').click();
  await enterCode(page, mobile, '註冊會員');
  const done = page.getByText(/您的帳號是 \S+，請記下來/);
  await expect(done).toBeVisible();
  const account = /帳號是 (\w+)/.exec(withoutMarks(await done.innerText()))?.[1] ?? '';
  await button(page, '進入錢包').click();
  await page.waitForURL('**/home');
  return { account, password: PASSWORD, mobile };
}

async function rename(page: Page, person: Person): Promise<void> {
  await page.goto('/home?panel=settings');
  await dialog(page, '設定').getByText('可變更一次').click();
  const panel = dialog(page, '變更帳號與暱稱');
  person.account = freshAccount();
  await panel.getByLabel('帳號').fill(person.account);
  await panel.getByLabel('暱稱').fill(freshNick());
  await button(page, '確認變更').click();
  await toast(page, '已變更，下次登入請用新帳號');
}

/** The first secret asks for the login password; then it is changed into a password of its own. */
async function chooseSecret(page: Page, person: Person): Promise<void> {
  await openFromSecurity(page, /^交易密碼/);
  await page.getByLabel('登入密碼', { exact: true }).fill(person.password);
  await button(page, '下一步').click();
  await typeSecret(page, '新的六位數交易密碼', TRANSACTION_SECRET);
  await typeSecret(page, '再輸入一次新的交易密碼', TRANSACTION_SECRET);
  await toast(page, '交易密碼已更新');
  await openFromSecurity(page, /^交易密碼/);
  await typeSecret(page, '目前的六位數交易密碼', TRANSACTION_SECRET);
  await page.getByText('英數密碼', { exact: true }).click();
  await page.getByLabel('新的交易密碼', { exact: true }).fill(WORDED_TRANSACTION_SECRET);
  await button(page, '儲存交易密碼').click();
  await toast(page, '交易密碼已更新');
}

async function confirmSecret(page: Page): Promise<void> {
  const sheet = dialog(page, '輸入交易密碼');
  await sheet.getByLabel('輸入交易密碼').fill(WORDED_TRANSACTION_SECRET);
  await sheet.getByRole('button', { name: '確認' }).click();
}

async function chooseQuestions(page: Page): Promise<void> {
  await openFromSecurity(page, /^安全問題/);
  for (const [index, answer] of ANSWERS.entries()) {
    await page.getByLabel(`問題 ${index + 1}`).selectOption({ index: index + 1 });
    await page.getByLabel(`答案 ${index + 1}`).fill(answer);
  }
  await button(page, '儲存安全問題').click();
  await confirmSecret(page);
  await toast(page, '安全問題已更新');
}

async function addMail(page: Page, person: Person): Promise<void> {
  person.mail = `${person.account}@mail.example`;
  await openFromSecurity(page, /^電子信箱/);
  await button(page, '新增 電子信箱').click();
  await page.getByRole('textbox', { name: '電子信箱' }).fill(person.mail);
  await button(page, '下一步').click();
  await confirmSecret(page);
  await expect(dialog(page, '先確認是您本人')).toBeVisible();
  await enterCode(page, person.mobile, '變更電子信箱');
  await expect(dialog(page, '確認您的聯絡方式')).toBeVisible();
  await enterCode(page, person.mail, '綁定這個電子信箱');
  await toast(page, '電子信箱已新增');
}

/** A code to the old number, then one to the new. While a cool-down runs, codes still go to the old one. */
async function changeMobile(page: Page, person: Person): Promise<void> {
  const mobile = freshMobile();
  await button(page, '變更 手機號碼').click();
  await page.getByRole('textbox', { name: '手機號碼' }).fill(mobile.replace('+886', '0'));
  await button(page, '下一步').click();
  await confirmSecret(page);
  await expect(dialog(page, '先確認是您本人')).toBeVisible();
  await enterCode(page, person.mobile, '變更手機號碼');
  await expect(dialog(page, '確認新的聯絡方式')).toBeVisible();
  await enterCode(page, mobile, '綁定這個手機號碼');
  await toast(page, '手機號碼已變更');
}

async function choosePhrase(page: Page, person: Person): Promise<void> {
  await openFromSecurity(page, /^防偽短語/);
  await page.getByLabel('新的防偽短語').fill('山上的小木屋');
  await button(page, '儲存防偽短語').click();
  await confirmSecret(page);
  await toast(page, '防偽短語已更新');
  const outbox = await page.context().newPage();
  await outbox.goto(`${running.consoleUrl}/messages`);
  await expect(outbox.getByRole('article', { name: person.mail ?? '' }).first()).toContainText(
    '山上的小木屋',
  );
  await outbox.close();
}

async function changePassword(page: Page, person: Person): Promise<void> {
  await openFromSecurity(page, /^登入密碼/);
  await page.getByLabel('目前的登入密碼').fill(person.password);
  await page.getByLabel('新的登入密碼').fill(NEW_PASSWORD);
  await button(page, '儲存新密碼').click();
  await confirmSecret(page);
  await toast(page, '登入密碼已變更');
  person.password = NEW_PASSWORD;
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/home?panel=settings');
  await button(page, '登出').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function enter(page: Page, person: Person): Promise<void> {
  await signIn(page, person.account, person.password);
  await page.waitForURL('**/home');
}

test('a newcomer registers fast, renames, chooses every secret and contact, and signs in with what was chosen', async ({
  open,
  books,
}) => {
  const page = await open();
  const person = await registerFast(page);
  await rename(page, person);
  await openSecurity(page);
  await chooseSecret(page, person);
  await chooseQuestions(page);
  await addMail(page, person);
  await books.ageCodes(person.mobile);
  await changeMobile(page, person);
  await button(page, '返回').click();
  await choosePhrase(page, person);
  await changePassword(page, person);
  await signOut(page);
  await enter(page, person);
});

/** A code, the three answers, a new password; with `isBoth` a new transaction secret too. */
async function recover(page: Page, person: Person, isBoth: boolean): Promise<void> {
  await page.getByRole('link', { name: '忘記密碼？' }).click();
  const panel = dialog(page, '忘記密碼');
  await panel.getByLabel('帳號').fill(person.account);
  if (isBoth) await panel.getByLabel('我也忘了交易密碼').check();
  await button(page, '傳送驗證碼').click();
  await enterCode(page, person.mobile, isBoth ? '重設登入與交易密碼' : '重設登入密碼');
  await expect(panel.getByRole('heading', { name: '回答您的安全問題' })).toBeVisible();
  const fields = panel.getByRole('textbox');
  for (const [index, answer] of ANSWERS.entries()) await fields.nth(index).fill(answer);
  await button(page, '下一步').click();
  person.password = isBoth ? LAST_PASSWORD : NEW_PASSWORD;
  await panel.getByLabel('新的登入密碼').fill(person.password);
  await button(page, '儲存新密碼').click();
  if (isBoth) {
    await typeSecret(page, '新的六位數交易密碼', NEW_TRANSACTION_SECRET);
    await typeSecret(page, '再輸入一次新的交易密碼', NEW_TRANSACTION_SECRET);
  }
  await expect(panel.getByRole('heading', { name: '密碼已更新' })).toBeVisible();
  await button(page, '回到登入').click();
}

test('whoever forgot the password, then everything, then froze the account comes back each time', async ({
  open,
  books,
}) => {
  const page = await open();
  const person = await registerFast(page);
  await openSecurity(page);
  await chooseSecret(page, person);
  await chooseQuestions(page);
  await signOut(page);
  await recover(page, person, false);
  await enter(page, person);
  await signOut(page);
  await books.ageCodes(person.mobile);
  await recover(page, person, true);
  await enter(page, person);

  await books.ageCodes(person.mobile);
  await page.goto('/home?panel=forgotten-secret');
  await page.getByLabel('登入密碼', { exact: true }).fill(person.password);
  await button(page, '傳送驗證碼').click();
  await enterCode(page, person.mobile, '重設交易密碼');
  await typeSecret(page, '新的六位數交易密碼', TRANSACTION_SECRET);
  await typeSecret(page, '再輸入一次新的交易密碼', TRANSACTION_SECRET);
  await toast(page, '交易密碼已更新');

  await openSecurity(page);
  await openFromSecurity(page, /^凍結帳號/);
  await button(page, '凍結我的帳號').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '凍結我的帳號' }).click();
  await page.getByRole('alertdialog', { name: '您已被登出' }).getByRole('button', { name: '關閉' }).click();
  await books.ageCodes(person.mobile);
  await signIn(page, person.account, person.password);
  await page.getByRole('link', { name: '帳號已由您凍結，按此解除凍結' }).click();
  const panel = dialog(page, '解除凍結');
  await panel.getByLabel('登入密碼').fill(person.password);
  await button(page, '傳送驗證碼').click();
  await enterCode(page, person.mobile, '解除帳號凍結');
  await toast(page, '帳號已解除凍結，請登入');
  await enter(page, person);
});

test('the demo shows a message that it does not send, without a reload by hand', async ({ open, member }) => {
  const somebody = await member();
  const outbox = await open();
  await outbox.goto(`${running.consoleUrl}/messages`);
  const mobile = freshMobile();
  const message = outbox.getByRole('article', { name: mobile });
  await expect(outbox.getByRole('heading', { name: '示範寄件匣' })).toBeVisible();
  await somebody.call('/utils/otp/mobile/send', { purpose: 'register', target: mobile });
  await expect(message).toContainText(/\d{6}/);
});

test('a password that an operator marked is changed before the sign-in goes on', async ({
  open,
  books,
  member,
}) => {
  const { account, mobile } = await member();
  await books.markPassword(account);
  const page = await open();
  await page.goto('/login');
  await signIn(page, account, PASSWORD);
  const panel = dialog(page, '請變更密碼');
  await lookAt(page, 'a marked password: the code');
  await button(page, '傳送驗證碼').click();
  await enterCode(page, mobile, '更換登入密碼');
  await panel.getByLabel('新的登入密碼').fill(NEW_PASSWORD);
  await button(page, '儲存新密碼').click();
  await button(page, '回到登入').click();
  await enter(page, { account, password: NEW_PASSWORD, mobile: '' });
});

test('a new device signs in with a code while somebody guesses at the account, and is known from then on', async ({
  open,
  books,
}) => {
  const person = await registerFast(await open());
  await books.guessAt(person.account);
  const phone = await open();
  await phone.goto('/login');
  await signIn(phone, person.account, 'Wrong4moss');
  const step = dialog(phone, '輸入驗證碼');
  await expect(step.getByText(/帳號與密碼正確時/)).toBeVisible();
  await step.getByRole('button', { name: '返回' }).click();
  await books.ageCodes(person.account); // one code a minute, whatever the password was
  await signIn(phone, person.account, person.password);
  await expect(step.getByLabel('六位數驗證碼')).toBeVisible();
  await enterCode(phone, person.mobile, '您登入的驗證碼');
  await phone.waitForURL('**/home');
  await books.guessAt(person.account);
  await phone.goto('/home?panel=security');
  await openFromSecurity(phone, /^登入紀錄/);
  await expect(dialog(phone, '登入紀錄').getByText('已要求驗證碼，未登入').first()).toBeVisible();
});

test('wrong passwords are counted, the wait is counted down, and the right one opens after it', async ({
  open,
  books,
  member,
}) => {
  const { account } = await member();
  const page = await open();
  await page.clock.install();
  await page.goto('/login');
  for (let tries = 0; tries < 6; tries += 1) {
    await signIn(page, account, `Wrong${tries}pass`);
    const refusal = page.getByText(/帳號或密碼錯誤|登入失敗次數過多/);
    await expect(refusal).toBeVisible();
    if (withoutMarks(await refusal.innerText()).includes('次數過多')) break;
  }
  await expect(page.getByText(/登入失敗次數過多/)).toBeVisible();
  // The button counts the seconds down, then takes a try again. Both clocks go ahead: nobody has to wait for half a minute here.
  const wait = page.getByRole('button', { name: /請等候 \d+ 秒/ });
  const secondsLeft = async () => Number(/\d+/.exec(await wait.innerText())?.[0]);
  const before = await secondsLeft();
  await page.clock.fastForward(10_000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(before - 10);
  await books.endSignInDelays();
  await page.clock.fastForward(before * 1000);
  await expect(button(page, '登入')).toBeEnabled();
  await enter(page, { account, password: PASSWORD, mobile: '' });
});
