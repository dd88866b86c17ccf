import type { Page } from '@playwright/test';

/** How a hand signs in: of a member at `/login`, of an operator at `/sign-in`. Which page it is shows by its labels. */

export async function signInMember(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('帳號', { exact: true }).fill(account);
  await page.getByLabel('登入密碼', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登入', exact: true }).click();
}

export async function signInOperator(
  page: Page,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<void> {
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await page.getByLabel('驗證碼').fill(code);
  await page.getByRole('button', { name: '登入', exact: true }).click();
}
