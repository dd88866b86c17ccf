// A maintenance that an operator begins and ends at the console, and what a member sees of it. It concerns every member at once, so this test
// starts a server of its own.
import { defined } from '@holdfast/kernel';
import { ApiMember } from '@holdfast/testkit/e2e';
import { expect, test, type Page } from '@playwright/test';
import { ownProduct } from './own-product.ts';

const { product, books, administrators } = ownProduct('maintenance');

/** As the field for a day and a time of Taipei takes it, to the minute. */
const inTaipei = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16);

async function openHome(page: Page): Promise<void> {
  const member = await ApiMember.register(product().url, books());
  await page.addInitScript((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
    sessionStorage.setItem('pushAsk', 'true');
  }, member.storage);
  await page.goto(`${product().url}/home`);
  await expect(page.getByRole('navigation')).toBeVisible();
  // Gone after a reload.
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
}

test('a maintenance that begins at the console closes an open app with its end and its message, and its end opens it again', async ({
  browser,
  page,
}) => {
  const desk = defined((await administrators(browser))[0], 'an administrator');
  await openHome(page);

  await desk.goto('/maintenance');
  await desk.getByLabel('結束', { exact: true }).fill(inTaipei(30));
  await desk.getByLabel('給會員的說明（中文）').fill('資料庫升級，付款期限會順延。');
  await desk.getByLabel('給會員的說明（英文）').fill('We are upgrading the database.');
  await desk.getByRole('button', { name: '繼續' }).click();
  const sheet = desk.getByRole('dialog');
  await expect(sheet.getByText(/^維護立即開始/)).toBeVisible();
  await sheet.getByLabel('理由').fill('資料庫主版本升級');
  await sheet.getByRole('button', { name: '立即開始維護' }).click();
  await expect(desk.getByRole('region', { name: '維護進行中' })).toBeVisible();

  // Whatever the app asks for next is refused with the maintenance, such as what a tab shows.
  const closed = page.getByRole('heading', { name: '系統維護中' });
  const tabs = page.getByRole('navigation');
  await expect(async () => {
    for (const name of ['交易', '錢包'])
      if (await tabs.isVisible()) await tabs.getByRole('link', { name }).click({ timeout: 500 });
    await expect(closed).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('恢復服務')).toBeVisible();
  await expect(page.getByText('資料庫升級，付款期限會順延。')).toBeVisible();

  await desk.getByRole('button', { name: '立即結束' }).click();
  await desk.getByRole('dialog').getByLabel('理由').fill('提早完成');
  await desk.getByRole('dialog').getByRole('button', { name: '立即結束' }).click();
  await expect(desk.getByText('目前沒有進行中或已排定的維護')).toBeVisible();
  await expect(async () => {
    const check = page.getByRole('button', { name: '立即檢查' });
    // The app asks by itself too: what was there a moment ago may be gone, and a click would wait for it until the test is over.
    if (await check.isVisible()) await check.click({ timeout: 500 });
    await expect(tabs).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
});
