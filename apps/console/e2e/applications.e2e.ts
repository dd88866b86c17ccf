import { readFile } from 'node:fs/promises';
import { partsOfZip } from '@holdfast/testkit/zip';
import type { Page } from '@playwright/test';
import { applicant } from './support/applicant.ts';
import { expect, lookAt, test } from './support/test.ts';

/** Ten characters at most are kept. */
const FORMULA = '=1+1';

/** Asks for the list of what is shown as a file, and opens it. */
async function download(page: Page, format: 'csv' | 'xlsx'): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: '下載清單' }).click();
  const sheet = page.getByRole('dialog', { name: /下載實名清單/ });
  await expect(sheet.getByLabel('格式')).toBeFocused();
  await sheet.getByLabel('格式').selectOption(format);
  await sheet.getByLabel('理由').fill('每月稽核抽查');
  if (format === 'csv') await lookAt(page, 'asking for the list as a file');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: '下載' }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('the list of applications is taken along as CSV and as XLSX, masked, for a reason, and no nickname in it runs', async ({
  operator,
  books,
}) => {
  const { page } = await operator('reviewer');
  const auditor = await operator('risk');
  const member = await applicant(page, books);
  await books.plantNick(member.account, FORMULA);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('heading', { level: 1, name: '實名申請' }).waitFor();
  await page.getByRole('search').getByLabel('會員帳號').fill(member.account);
  await page.getByRole('search').getByLabel('會員帳號').press('Enter');
  await expect(page).toHaveURL(new RegExp(`account=${member.account}`));
  const table = page.getByRole('table', { name: '實名申請' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText(FORMULA);

  const csv = await download(page, 'csv');
  expect(csv.name).toMatch(/^real-name-waiting-\d{4}-\d\d-\d\d\.csv$/);
  const text = csv.bytes.toString('utf8');
  expect(text).toContain(`,${member.account},'${FORMULA},national-id,林○安,`);
  expect(text).not.toContain('林予安');
  await expect(page.getByRole('status').getByText(`已下載 1 筆：${csv.name}`)).toBeVisible();

  const xlsx = await download(page, 'xlsx');
  const parts = partsOfZip(xlsx.bytes);
  expect(parts).toContain(`>${FORMULA}<`);
  expect(parts).not.toContain('<f>');
  expect(parts).not.toContain('林予安');

  await auditor.page.goto('/audit?action=identity-list-downloaded');
  const log = auditor.page.getByRole('table', { name: '稽核紀錄' });
  await expect(log).toContainText('每月稽核抽查');
  await expect(log).toContainText(member.account);

  await table.getByRole('link', { name: `查看申請：${member.account}` }).click();
  await expect(page).toHaveURL(/\/reviews\?kind=identity/);
});
