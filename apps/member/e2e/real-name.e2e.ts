import type { Page } from '@playwright/test';
import { dialog } from './support/hands.ts';
import { called, doubleText, expectWhole } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** A picture as a camera makes it, drawn in a browser: no file of it lies in the repository. */
async function picture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 600];
    const context = canvas.getContext('2d');
    if (!context) return '';
    for (let x = 0; x < canvas.width; x += 30) {
      context.fillStyle = `hsl(${(x * 7) % 360} 60% 50%)`;
      context.fillRect(x, 0, 30, canvas.height);
    }
    return canvas.toDataURL('image/jpeg');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

test('a member hands in a document and a selfie, and sees that they are reviewed', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member({ isVerified: false }) });
  await page.goto('/home?panel=real-name');
  const panel = dialog(page, '實名驗證');
  await panel.getByLabel('姓名').fill('林予安');
  await panel.getByLabel('證件號碼').fill('A123456789');
  await panel.getByLabel('出生日期').fill('1990-02-28');
  await lookAt(page, 'real-name', '[role=dialog]');
  const buffer = await picture(page);
  for (const place of [0, 1, 2]) {
    const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer };
    await panel.locator('input[capture]').nth(place).setInputFiles(file);
    const taken = panel.getByRole('img').nth(place);
    await expect(taken).toBeVisible();
    await expect.poll(() => taken.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  }
  await lookAt(page, 'real-name-filled', '[role=dialog]');
  await panel.getByRole('button', { name: '送出驗證' }).click();
  await expect(panel.getByText('審核中', { exact: true })).toBeVisible();
  await expect(panel.getByText('林○安')).toBeVisible();
  await lookAt(page, 'real-name-review', '[role=dialog]');
  await page.reload();
  await expect(panel.getByText('審核中', { exact: true })).toBeVisible();
});

test('a reload keeps all but the number, and who would lose that is asked first', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member({ isVerified: false }) });
  await page.goto('/home?panel=real-name');
  const panel = dialog(page, '實名驗證');
  await panel.getByLabel('姓名').fill('林予安');
  await panel.getByLabel('出生日期').fill('1990-02-28');
  const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await picture(page) };
  await panel.locator('input[capture]').first().setInputFiles(file);
  await expect(panel.getByText('已上傳', { exact: true })).toHaveCount(1);
  await panel.getByLabel('證件號碼').pressSequentially('A123');

  const question = page.getByRole('alertdialog', { name: '要離開嗎？' });
  await page.goBack();
  await lookAt(page, 'leaving the form of the real name', '[role=alertdialog]');
  await question.getByRole('button', { name: '繼續填寫' }).click();
  await expect(panel.getByLabel('證件號碼')).toHaveValue('A123');

  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  await (await asked).accept();
  await reloaded;
  await expect(panel.getByText('證件號碼不會存在這台裝置上，請重新輸入')).toBeVisible();
  await expect(panel.getByLabel('姓名')).toHaveValue('林予安');
  await expect(panel.getByLabel('出生日期')).toHaveValue('1990-02-28');
  await expect(panel.getByLabel('證件號碼')).toHaveValue('');
  await expect(panel.getByText('已上傳', { exact: true })).toHaveCount(1);
  await lookAt(page, 'a restored form of the real name', '[role=dialog]');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  for (const secret of ['A123', '林予安', '1990-02-28']) expect(kept).not.toContain(secret);

  await panel.getByLabel('證件號碼').pressSequentially('B2');
  await panel.getByRole('button', { name: '返回' }).click();
  await question.getByRole('button', { name: '離開' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/);
});

test('the panel of the real name reads well at 200 % text', async ({ open, member }) => {
  const page = await open({ as: await member({ isVerified: false }) });
  await page.goto('/home?panel=real-name');
  await doubleText(page);
  await expect(called(page, '送出驗證')).toBeVisible();
  await expectWhole(page, '送出驗證');
});
