import type { Page } from '@playwright/test';
import { button, fillListing, tab } from './support/hands.ts';
import { lookAt, standStill } from './support/look.ts';
import { expect, NETWORK_COMPLAINTS, test } from './support/test.ts';

/** Without a network: one strip everywhere, nothing lost, and everything goes on by itself when it is back. */

const strip = (page: Page) => page.getByText('離線，重新連線中…');

/** Whether strip and heading of the screen are there and the one does not cover the other. */
async function isHeadingBelowStrip(page: Page): Promise<boolean> {
  const [own, first] = await Promise.all([
    strip(page).boundingBox(),
    page.getByRole('heading', { level: 1 }).first().boundingBox(),
  ]);
  return own !== null && first !== null && first.y >= own.y + own.height;
}

test('one strip stands on every screen for as long as there is no network, and covers nothing', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member(), mayComplain: NETWORK_COMPLAINTS });
  // What was opened before has its code.
  await page.goto('/home?panel=settings');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  for (const name of ['交易', '掛單', '訂單']) {
    await tab(page, name).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.context().setOffline(true);
  await expect(strip(page)).toBeVisible();
  for (const name of ['錢包', '交易', '掛單', '訂單']) {
    await tab(page, name).click();
    await expect(strip(page)).toBeVisible();
    // Asked until it holds: the screen may be about to come in place of another, and the page makes room a frame after the strip.
    await expect.poll(() => isHeadingBelowStrip(page)).toBe(true);
  }
  await tab(page, '錢包').click();
  await page.getByRole('link', { name: '設定' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await lookAt(page, 'offline');
  await page.context().setOffline(false);
  await expect(strip(page)).toHaveCount(0);
});

test('a press is not lost when the strip comes between press and release', async ({ open, member }) => {
  const page = await open({ as: await member(), mayComplain: NETWORK_COMPLAINTS });
  await page.goto('/home');
  await expect(page.getByText('目前沒有等您處理的事')).toBeVisible();
  const place = async () => (await button(page, '隱藏金額').boundingBox())?.y;
  await button(page, '隱藏金額').hover();
  const before = await place();
  await page.mouse.down();
  await page.context().setOffline(true);
  await expect(strip(page)).toBeVisible();
  expect(await place()).toBe(before);
  await page.mouse.up();
  await expect(button(page, '顯示金額')).toBeVisible();
  await expect.poll(() => isHeadingBelowStrip(page)).toBe(true);
});

test('a field that is typed into does not move while the strip comes and goes', async ({ open, seller }) => {
  const page = await open({ as: (await seller()).seller, mayComplain: NETWORK_COMPLAINTS });
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto('/pendingOrder?panel=create-listing');
  const field = page.getByRole('dialog').getByRole('textbox').nth(2);
  await field.fill('1000');
  // What comes later moves the field too, and is not what is looked at here.
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
  await standStill(page); // the panel slides in
  // In every frame, as the eye sees it.
  const places = await field.evaluateHandle((element) => {
    const seen: number[] = [];
    const look = () => {
      seen.push(element.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  const room = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--top-bars'));
  const before = await room();
  await page.context().setOffline(true);
  await expect.poll(room).not.toBe(before);
  await page.context().setOffline(false);
  await expect(strip(page)).toHaveCount(0);
  await expect.poll(room).toBe('0px');
  const seen = await places.jsonValue();
  expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(1);
});

test('a step that fails keeps its form; its dialog leaves with the network back, and the step goes through', async ({
  open,
  books,
  seller,
}) => {
  const { seller: member } = await seller();
  await books.issueTo(member.account, 'TWD', '9000.00');
  const page = await open({ as: member, mayComplain: NETWORK_COMPLAINTS });
  await page.goto('/pendingOrder?panel=create-listing');
  await fillListing(page);
  await page.context().setOffline(true);
  await button(page, '掛出').click();
  const dialog = page.getByRole('alertdialog');
  for (const text of ['沒有網路', '連線代理伺服器失敗', '您尚未連接網路', '重試'])
    await expect(dialog).toContainText(text);
  await lookAt(page, 'no network', '[role=alertdialog]');
  await dialog.getByRole('button', { name: '確認' }).click();
  await expect(dialog).toContainText('沒有網路');
  await page.context().setOffline(false);
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('每筆最少', { exact: true })).toHaveValue('500');
  await button(page, '掛出').click();
  await expect(page.getByRole('heading', { name: '賣出 3,000 TWD' })).toHaveCount(2);
});

test('a server that is gone is reconnected to by itself, and what could not be read comes', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member({ TWD: '4321.00' }), mayComplain: NETWORK_COMPLAINTS });
  await page.goto('/home');
  await expect(page.getByText('4,321.00').first()).toBeVisible();
  await page.route('**/proxy*', (route) => route.abort('connectionrefused'));
  await tab(page, '交易').click();
  await expect(page.getByText('目前無法載入')).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(strip(page)).toHaveCount(0);
  await expect(page.getByText('目前無法載入')).toHaveCount(0);
});
