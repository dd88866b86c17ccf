import { button, dialog, giveProof, hearsNews } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** Nothing that was typed is lost, whatever comes in between. */

test('a message that comes after the first digit of a payment takes neither the keyboard nor the form', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: typist, listingId: ownListing }, { listingId }, stranger] = await Promise.all([
    seller(),
    seller(),
    member(),
  ]);
  const { order } = await typist.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const page = await open({ as: typist });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await hearsNews(page);
  await button(page, '我已付款').click();
  const digits = page.getByLabel('付款帳號末五碼');
  await digits.click();
  await page.keyboard.type('9');
  await stranger.call('/order/lock', { listingId: ownListing, version: '1', quantity: '500.00' });
  const banner = button(page, /查看/);
  await expect(banner).toBeVisible();
  await expect(digits).toBeFocused();
  await page.keyboard.type('0412');
  await expect(digits).toHaveValue('90412');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await lookAt(page, 'a message that waits');

  await banner.click();
  await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
  await expect(page).toHaveURL(/type=orderLock/);
  // The address changes before the screen does, and who goes back before that is still in the sheet.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`orderId=${order.orderId}$`));
  await button(page, '我已付款').click();
  await expect(digits).toHaveValue('90412');

  await page.getByLabel('付款人姓名').fill('林予安');
  await page.reload();
  await button(page, '我已付款').click();
  await expect(digits).toHaveValue('90412');
  await expect(page.getByLabel('付款人姓名')).toHaveValue('林予安');
  await page.getByLabel('從哪家銀行').selectOption('013');
  await giveProof(page);
  await button(page, /^我已付 NT\$ 500/).click();
  await expect(page.getByText('已通知對方確認')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('formDrafts'))).toBeNull();
});

test('a listing and a registration survive a reload, and no secret is kept', async ({ open, seller }) => {
  const { seller: owner } = await seller();
  const page = await open({ as: owner });
  await page.goto('/pendingOrder?panel=create-listing');
  await page.getByLabel('賣出數量').fill('1234');
  await page.getByLabel('每筆最少').fill('500');
  await page.reload();
  await expect(page.getByLabel('賣出數量')).toHaveValue(/^1,?234$/);
  await expect(page.getByLabel('每筆最少')).toHaveValue('500');

  const visitor = await open();
  await visitor.goto('/login?panel=register');
  const panel = dialog(visitor, '註冊新帳號');
  await panel.getByLabel('帳號', { exact: true }).fill('newbie2026');
  await panel.getByLabel('暱稱', { exact: true }).fill('新人');
  await button(visitor, '下一步').click();
  await panel.getByLabel('登入密碼', { exact: true }).fill('Kelp7tide');
  const kept = await visitor.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).toContain('newbie2026');
  expect(kept).not.toContain('Kelp7tide');
  await visitor.reload();
  await expect(panel.getByLabel('帳號', { exact: true })).toHaveValue('newbie2026');
  await expect(panel.getByLabel('暱稱', { exact: true })).toHaveValue('新人');
});
