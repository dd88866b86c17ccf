import type { Page } from '@playwright/test';
import { dialog } from './support/hands.ts';
import { called, doubleText, expectWhole } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, NETWORK_COMPLAINTS, test } from './support/test.ts';

/** A picture as a camera makes it, drawn in a browser: no file of it lies in the repository. */
async function picture(page: Page, side = 900): Promise<Buffer> {
  const url = await page.evaluate((length) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [length, (length * 2) / 3];
    const context = canvas.getContext('2d');
    if (!context) return '';
    for (let y = 0; y < canvas.height; y += 20)
      for (let x = 0; x < canvas.width; x += 20) {
        context.fillStyle = `hsl(${(x * 7 + y * 13) % 360} 70% 50%)`;
        context.fillRect(x, y, 20, 20);
      }
    return canvas.toDataURL('image/png');
  }, side);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

async function choose(page: Page): Promise<void> {
  await page.goto('/home?panel=avatar');
  const file = { name: '我的照片.png', mimeType: 'image/png', buffer: await picture(page) };
  await dialog(page, '大頭貼').locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page, '大頭貼').getByRole('button', { name: '使用這張圖片' })).toBeVisible();
}

const shown = (page: Page) => page.locator('img[src*="/res/"]').filter({ visible: true }).first();

test('a member cuts a picture, uploads it, and sees it everywhere, on another device too', async ({
  open,
  member,
}) => {
  const me = await member();
  const page = await open({ as: me });
  await choose(page);
  const square = dialog(page, '大頭貼').getByRole('img');
  const before = await square.screenshot();
  await page.getByLabel('放大').fill('2.5');
  await square.focus();
  await page.keyboard.press('ArrowRight');
  expect((await square.screenshot()).equals(before)).toBe(false);
  await lookAt(page, 'avatar-crop', '[role=dialog]');
  await dialog(page, '大頭貼').getByRole('button', { name: '使用這張圖片' }).click();
  await expect(page.getByText('大頭貼已更新')).toBeVisible();
  await expect(shown(page)).toBeVisible();
  // An image is visible by its box before its picture has come.
  const size = () =>
    shown(page).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(size).toEqual([512, 512]);

  const other = await open({ as: me });
  await other.goto('/home');
  await expect(shown(other)).toBeVisible();
});

test('an upload that is cut goes on where it stopped', async ({ open, member }) => {
  const page = await open({ as: await member(), mayComplain: NETWORK_COMPLAINTS });
  await choose(page);
  let cuts = 0;
  await page.route('**/upload/*', async (route) => {
    if (route.request().method() !== 'POST' || cuts > 0) return route.continue();
    cuts += 1;
    return route.abort('connectionreset');
  });
  await dialog(page, '大頭貼').getByRole('button', { name: '使用這張圖片' }).click();
  await expect(page.getByText('大頭貼已更新')).toBeVisible();
  expect(cuts).toBe(1);
});

test('the panel of the picture reads well at 200 % text', async ({ open, member }) => {
  const page = await open({ as: await member() });
  await choose(page);
  await doubleText(page);
  await expect(called(page, '使用這張圖片')).toBeVisible();
  await expectWhole(page, '使用這張圖片');
});
