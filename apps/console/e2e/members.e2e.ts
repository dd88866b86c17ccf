import { randomInt } from 'node:crypto';
import type { PayApp } from '@holdfast/contract/rules';
import {
  ApiMember,
  freshAccountNumber,
  PASSWORD,
  TRANSACTION_SECRET,
  signInMember,
} from '@holdfast/testkit/e2e';
import { qrPicture } from '@holdfast/testkit/qr-picture';
import { authenticatorCode } from '@holdfast/testkit/setup';
import type { Browser, Page } from '@playwright/test';
import { upload } from './support/applicant.ts';
import { codeTo } from './support/messages.ts';
import { expect, lookAt, running, test } from './support/test.ts';

/** What operators do in the whole view of a member: cards, pay accounts, and an authenticator that was lost. */

// Whoever decides one item is given the next: of two tests at once, the other one's.
test.describe.configure({ mode: 'default' });

const APP: PayApp = 'jkopay';
const freshPayAccount = (): string => String(randomInt(10 ** 8, 10 ** 9));
const codeOf = (account: string): string => `https://service.jkopay.com/r/transfer?j=Transfer:${account}`;

async function addPayAccount(member: ApiMember, account: string): Promise<string> {
  const codeContent = codeOf(account);
  const fileId = await upload(member, 'pay-account-qr', await qrPicture(codeContent));
  const { payAccount } = await member.call('/member/third-party-payment/upload-resource-id-binding', {
    app: APP,
    fileId,
    codeContent,
    holderName: '林予安',
  });
  return payAccount.id;
}

async function memberNamed(books: Parameters<typeof ApiMember.register>[1]): Promise<ApiMember> {
  const member = await ApiMember.register(running.url, books, { isVerified: false });
  await books.verify(member.account, '林予安');
  return member;
}

/** Opens a sheet of the member's view, gives the reason, and does it. */
async function act(page: Page, { account }: ApiMember, sheet: string, confirm: string): Promise<void> {
  await page.goto(`/member?account=${account}`);
  await page.getByRole('button', { name: sheet, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `${sheet}：${account}` });
  await dialog.getByLabel('理由').fill('會員來電，已核對身分');
  await lookAt(page, sheet);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

test("the names on a member's bank accounts are put right, and an account is taken away, each for a reason", async ({
  operator,
  books,
}) => {
  const { page } = await operator('reviewer');
  const member = await memberNamed(books);
  const accountNumber = freshAccountNumber();
  await member.call('/member/bankadd/{account}', { bankCode: '822', accountNumber, holderName: '林予安' });
  // The reviewers have found out that the name is another one.
  await books.verify(member.account, '林予晴');
  await act(page, member, '更新戶名', '確定');
  await expect(page.getByText('已更新 1 個銀行帳戶的戶名')).toBeVisible();
  expect((await member.call('/bank/list/{account}', {})).cards).toMatchObject([{ holderName: '林予晴' }]);
  await act(page, member, '解除銀行帳戶', '解除 1 個');
  await expect(page.getByText('已解除 1 個銀行帳戶')).toBeVisible();
  expect((await member.call('/bank/list/{account}', {})).cards).toEqual([]);
});

test('a pay account that another member has already is looked at with its picture and what its code says, and refused', async ({
  operator,
  books,
}) => {
  const { page } = await operator('reviewer');
  const [owner, second] = [await memberNamed(books), await memberNamed(books)];
  const account = freshPayAccount();
  await addPayAccount(owner, account);
  const id = await addPayAccount(second, account);
  await page.goto(`/pay-accounts?status=Review&account=${second.account}`);
  await page.getByRole('link', { name: `查看審核：${second.account}` }).click();
  await expect(page).toHaveURL(new RegExp(`kind=pay-account&state=waiting&id=${id}`));
  await expect(page.getByRole('button', { name: /認領/ })).toBeVisible(); // until then no key is heard
  await page.keyboard.press('c');
  await expect(page.getByText(codeOf(account))).toBeVisible();
  await expect(page.getByText(account, { exact: true })).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator('figure img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true]);
  await lookAt(page, 'a pay account');
  await page
    .getByRole('group', { name: /^退回的原因/ })
    .getByRole('radio')
    .first()
    .check();
  await page.keyboard.press('r');
  await expect(page.getByRole('status').getByText(`已退回 ${second.account}`)).toBeVisible();
  const { payAccounts } = await second.call('/member/third-party-payment/list', {});
  expect(payAccounts).toMatchObject([{ id, status: 'NotApproved' }]);

  await act(page, owner, '解除第三方支付帳號', '解除第三方支付帳號');
  await expect(page.getByText('已解除 1 個第三方支付帳號')).toBeVisible();
  expect((await owner.call('/member/third-party-payment/list', {})).payAccounts).toEqual([]);
});

test('a pay account that no machine can read is added by one reviewer and approved by another one', async ({
  operator,
  books,
}) => {
  const [amber, blake] = [await operator('reviewer'), await operator('reviewer')];
  const member = await memberNamed(books);
  const account = freshPayAccount();
  await amber.page.goto(`/member?account=${member.account}`);
  await amber.page.getByRole('button', { name: '代為新增第三方支付帳號' }).click();
  const sheet = amber.page.getByRole('dialog', { name: /代為新增第三方支付帳號/ });
  await sheet.getByLabel('支付 App').selectOption(APP);
  await sheet.getByLabel('QR 內容').fill('https://evil.example/pay');
  await sheet.getByLabel('理由').fill('圖片反光，機器無法辨識');
  await sheet.getByLabel('理由').press('Enter');
  await expect(sheet.getByRole('alert')).toBeVisible();
  await sheet.getByLabel('QR 內容').fill(codeOf(account));
  await lookAt(amber.page, 'adding a pay account');
  await sheet.getByLabel('理由').press('Enter');
  await expect(amber.page.getByText('已新增，等待另一位審核員核准')).toBeVisible();

  const open = async (page: Page) => {
    await page.goto(`/pay-accounts?status=Review&account=${member.account}`);
    await page.getByRole('link', { name: `查看審核：${member.account}` }).click();
    await page.getByRole('button', { name: '認領' }).click();
    await expect(page.getByText(codeOf(account))).toBeVisible();
  };
  await open(amber.page);
  await expect(amber.page.getByText('這個帳號由您新增，請由另一位審核')).toBeVisible();
  await amber.page.keyboard.press('e');
  await expect(amber.page.getByRole('button', { name: '認領' })).toBeVisible();
  await open(blake.page);
  await blake.page.keyboard.press('a');
  await expect(blake.page.getByRole('status').getByText(`已核准 ${member.account}`)).toBeVisible();
  const { payAccounts } = await member.call('/member/third-party-payment/list', {});
  expect(payAccounts).toMatchObject([{ status: 'Approved' }]);
});

/** The member's own phone, signed in. */
async function openPhone(browser: Browser, member: ApiMember): Promise<Page> {
  const context = await browser.newContext({
    baseURL: running.url,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    extraHTTPHeaders: { 'x-forwarded-for': member.address },
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript((stored) => {
    sessionStorage.setItem('pushAsk', 'true');
    localStorage.setItem('introSeen', JSON.stringify('/intro.webm'));
    for (const { name, value } of stored)
      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  }, member.storage);
  return context.newPage();
}

async function addAuthenticator(phone: Page, { mobile }: ApiMember): Promise<void> {
  await phone.goto('/home?panel=authenticator');
  await phone.getByRole('button', { name: '設定驗證器' }).click();
  await phone.getByRole('button', { name: '下一步' }).click();
  const proof = phone.getByRole('dialog', { name: '先確認是您本人' });
  await proof.getByRole('textbox').fill(await codeTo(mobile));
  await phone.getByRole('button', { name: '下一步' }).click();
  await expect(phone.getByLabel('六位數交易密碼', { exact: true })).toBeFocused();
  await phone.keyboard.type(TRANSACTION_SECRET);
  const picture = phone.getByRole('dialog', { name: '加到驗證器 App' });
  const address = (await picture.getByRole('link').getAttribute('href')) ?? '';
  await picture
    .getByRole('textbox')
    .fill(authenticatorCode(new URL(address).searchParams.get('secret') ?? ''));
  await phone.getByLabel('我已保存備用碼').check();
  await phone.getByRole('button', { name: '完成', exact: true }).click();
  await expect(phone.getByText('使用中')).toBeVisible();
}

test('an authenticator that a member has lost is taken away by two operators, and the sign-in asks for it no more', async ({
  operator,
  books,
  browser,
}) => {
  const [amber, blake] = [await operator('risk'), await operator('risk')];
  const member = await memberNamed(books);
  const phone = await openPhone(browser, member);
  await addAuthenticator(phone, member);
  await phone.context().close();

  await act(amber.page, member, '移除驗證器', '送出申請');
  await expect(amber.page.getByRole('status').getByText(/已送出/)).toBeVisible();
  await amber.page.goto(`/requests?subject=${member.account}`);
  await expect(amber.page.getByText('您提出的申請，請由另一位處理')).toBeVisible();
  await blake.page.goto(`/requests?subject=${member.account}`);
  await expect(blake.page.getByText('會員來電，已核對身分')).toBeVisible();
  await blake.page.keyboard.press('a');
  await blake.page.getByLabel('附註（選填）').press('Enter');
  await expect(blake.page.getByRole('status').getByText('已核准')).toBeVisible();
  await amber.page.goto(`/member?account=${member.account}`);
  await expect(amber.page.getByRole('button', { name: '移除驗證器' })).toHaveCount(0);

  const context = await browser.newContext({
    baseURL: running.url,
    locale: 'zh-TW',
    extraHTTPHeaders: { 'x-forwarded-for': member.address },
  });
  const elsewhere = await context.newPage();
  await elsewhere.goto('/login');
  await signInMember(elsewhere, member.account, PASSWORD);
  await elsewhere.waitForURL('**/home');
  await context.close();
});
