import type { Page } from '@playwright/test';
import {
  freshMobile,
  PASSWORD,
  TRANSACTION_SECRET,
  type ApiMember,
  signInMember,
} from '@holdfast/testkit/e2e';
import { applicant, freshIdentity, handIn } from './support/applicant.ts';
import { codeTo } from './support/messages.ts';
import { expect, lookAt, running, test } from './support/test.ts';

/** A member who has lost mobile and mail: from the sign-in to a proven number, through two operators. */

/** Does what the button of the member's view asks a reason for. */
async function act(page: Page, { account }: ApiMember, name: string): Promise<void> {
  await page.goto(`/member?account=${account}`);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByLabel('理由').fill('來電確認，證件與臉部相符');
}
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('whoever has lost mobile and mail proves to be the same person anew, and verifies the one number that is granted', async ({
  operator,
  books,
  browser,
}) => {
  const [reviewer, risk] = [await operator('reviewer'), await operator('risk')];
  const number = freshIdentity();
  const member = await applicant(reviewer.page, books, { number });
  await books.approveIdentity(member.account, number);
  await act(reviewer.page, member, '重新驗證實名');
  await lookAt(reviewer.page, 'asking for another verification');
  await confirm(reviewer.page, '重新驗證實名');
  await expect(reviewer.page.getByText('已要求會員重新驗證')).toBeVisible();

  const mobile = freshMobile();
  const grant = async () => {
    await act(risk.page, member, '重設聯絡方式');
    await risk.page.getByLabel('會員的新手機號碼').fill(mobile);
    await confirm(risk.page, '重設聯絡方式');
  };
  await grant();
  await expect(risk.page.getByText('需要 72 小時內重新拍攝並核准的自拍')).toBeVisible();
  await lookAt(risk.page, 'no fresh selfie');
  await handIn(reviewer.page, member, { number });
  await books.approveIdentity(member.account, number);
  await grant();
  await expect(risk.page.getByText('已重設，會員可以驗證新號碼')).toBeVisible();

  const context = await browser.newContext({
    baseURL: running.url,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    extraHTTPHeaders: { 'x-forwarded-for': member.address },
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript(() => {
    sessionStorage.setItem('pushAsk', 'true');
    localStorage.setItem('introSeen', JSON.stringify('/intro.webm'));
  });
  const phone = await context.newPage();
  await phone.goto('/login');
  await signInMember(phone, member.account, PASSWORD);
  await phone.waitForURL('**/home');
  await phone.goto('/home?panel=contact');
  await phone.getByRole('button', { name: '重新驗證 手機號碼' }).click();
  const field = phone.getByRole('textbox', { name: '新的手機號碼' });
  const enter = async (text: string) => {
    await field.fill(text);
    await phone.getByRole('button', { name: '下一步', exact: true }).click();
    await expect(phone.getByLabel('六位數交易密碼', { exact: true })).toBeFocused();
    await phone.keyboard.type(TRANSACTION_SECRET);
  };
  await enter(freshMobile());
  await expect(phone.getByText('請驗證您向客服提供的新手機號碼')).toBeVisible();
  await enter(mobile);
  const step = phone.getByRole('dialog', { name: '確認新的聯絡方式' });
  await step.getByRole('textbox').fill(await codeTo(mobile));
  await expect(phone.getByRole('list', { name: '聯絡方式' })).toContainText('已驗證');
  await context.close();
});
