import { qrPicture } from '@holdfast/testkit/qr-picture';
import { REAL_NAME } from './support/api-member.ts';
import { dialog, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

test('a member adds the QR code of a pay app: read in the browser and by the server alike', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member() });
  // The reader is WebAssembly of our own origin; nothing of it is there before a picture is.
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/home?panel=pay-accounts');
  await page.getByRole('button', { name: '新增第一個收款碼' }).click();
  const form = dialog(page, '新增收款碼');
  await form.getByLabel('戶名').fill(REAL_NAME);
  expect(loaded.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  const account = String(Date.now()).slice(-9);
  const code = `https://service.jkopay.com/r/transfer?j=Transfer:${account}`;
  const file = { name: '收款碼.png', mimeType: 'image/png', buffer: await qrPicture(code) };
  await form.getByLabel('選擇圖片').last().setInputFiles(file);
  await expect(form.getByText('這個收款碼指向')).toBeVisible();
  await expect(form.getByText(account, { exact: true })).toBeVisible();
  expect(loaded.filter((url) => url.endsWith('.wasm')).map((url) => new URL(url).origin)).toEqual([
    new URL(page.url()).origin,
  ]);
  // A reload keeps what was chosen and typed.
  await page.reload();
  await page.getByRole('button', { name: '新增第一個收款碼' }).click();
  await expect(form.getByText(account, { exact: true })).toBeVisible();
  await expect(form.getByLabel('戶名')).toHaveValue(REAL_NAME);
  await lookAt(page, 'pay-account-add', '[role=dialog]');
  await form.getByRole('button', { name: '新增這個帳號' }).click();
  await typeSecret(page);
  await expect(page.getByText('第三方支付帳號已新增')).toBeVisible();
  await expect(page.getByText(`service.jkopay.com ****${account.slice(-4)}`)).toBeVisible();
});
