// A fee that two administrators change from a date on, and who pays it. A fee concerns every order at once, so this test starts a server of
// its own.
import { defined } from '@holdfast/kernel';
import { ApiMember, freshAccountNumber, REAL_NAME } from '@holdfast/testkit/e2e';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { ownProduct } from './own-product.ts';

const { product, books, administrators } = ownProduct('settings');

/** Takes 1,000 TWD of a fresh listing; answers with the buyer and the order. */
async function freshOrder() {
  const [seller, buyer] = [
    await ApiMember.register(product().url, books()),
    await ApiMember.register(product().url, books()),
  ];
  await books().issueTo(seller.account, 'TWD', '1000.00');
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: freshAccountNumber(),
    holderName: REAL_NAME,
  });
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: '1000.00',
    price: '1.0000',
    minQuantity: '500.00',
    maxQuantity: '1000.00',
    payWindowMinutes: '30',
    cardIds: [defined(card, 'a card').id],
  });
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: '1',
    quantity: '1000.00',
  });
  return { buyer, orderId: order.orderId };
}

/** What the room of an order says of it, to its buyer. */
async function readRoom(browser: Browser, { buyer, orderId }: Awaited<ReturnType<typeof freshOrder>>) {
  const page = await browser.newPage({ baseURL: product().url, locale: 'zh-TW' });
  await page.addInitScript((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
    sessionStorage.setItem('pushAsk', 'true');
  }, buyer.storage);
  await page.goto(`/front-end-order?type=orderLock&orderId=${orderId}`);
  await page.getByText('手續費').first().waitFor();
  const text = await page.getByRole('main').innerText();
  await page.close();
  return text.replaceAll(/\s+/g, ' ');
}

/** As the field for a day and a time of Taipei takes it, to the minute. */
const inTaipei = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16);

test('a fee that one administrator asks for and another approves is paid by new orders from its date on, and not by the one before', async ({
  browser,
}) => {
  const [asks, approves] = await administrators(browser);
  const [lin, chen] = [defined(asks, 'the first'), defined(approves, 'the second')];
  const before = await freshOrder();

  await lin.goto('/settings');
  const fee = (page: Page) => page.getByRole('row', { name: /訂單手續費/ }).first();
  await expect(fee(lin)).toContainText('0.1%');
  await fee(lin).getByRole('button', { name: '變更' }).click();
  await lin.getByLabel('改為').fill('0.5');
  await lin.getByLabel('開始生效').fill(inTaipei(10));
  await lin.getByRole('button', { name: '繼續' }).click();
  await expect(lin.getByText(/訂單手續費：0\.1% → 0\.5%/)).toBeVisible();
  await lin.getByLabel('理由').fill('第四季費率');
  await lin.getByRole('button', { name: '送出申請' }).click();
  await expect(lin.getByText('已送出申請，等待另一位管理員核准')).toBeVisible();
  await expect(fee(lin)).toContainText('等待覆核 1 件');

  await chen.goto('/requests');
  await expect(chen.getByRole('row', { name: /訂單手續費/ })).toContainText('0.5%');
  await chen.getByRole('button', { name: '核准' }).click();
  await chen.getByRole('dialog').getByRole('button', { name: '核准' }).click();
  await expect(chen.getByText('已核准')).toBeVisible();
  await chen.goto('/settings');
  await expect(fee(chen)).toContainText(/0\.1%.*0\.5%，/);

  const meanwhile = await freshOrder();
  await books().setClock('11 minutes');
  const after = await freshOrder();
  await chen.reload();
  await expect(fee(chen).getByText('0.5%', { exact: true })).toBeVisible();
  for (const order of [before, meanwhile])
    expect(await readRoom(browser, order)).toMatch(/手續費.{0,9} 1 ?TWD/);
  expect(await readRoom(browser, after)).toMatch(/手續費.{0,9} 5 ?TWD/);
});
