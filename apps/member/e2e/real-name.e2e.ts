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
  const page = await open({ as: await member() });
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

test('the panel of the real name reads well at 200 % text', async ({ open, member }) => {
  const page = await open({ as: await member() });
  await page.goto('/home?panel=real-name');
  await doubleText(page);
  await expect(called(page, '送出驗證')).toBeVisible();
  await expectWhole(page, '送出驗證');
});
