import { freshAccountNumber, REAL_NAME } from './support/api-member.ts';
import {
  button,
  dialog,
  giveProof,
  hasSeen,
  readSafetyLesson,
  slide,
  tab,
  tickChecklist,
  typeSecret,
} from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** A trade that begins with somebody who buys: the owner pays, the locker brings the coin and says where to be paid. */

test('two members trade by a buy listing, and the books agree', async ({ open, books, member }) => {
  test.setTimeout(120_000);
  const [buyer, seller] = await Promise.all([member(), member({ TWD: '5000.00' })]);
  await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: freshAccountNumber(),
    holderName: REAL_NAME,
  });
  const [onPhone, atDesk] = await Promise.all([
    open({ as: buyer }),
    open({ as: seller, viewport: { width: 1280, height: 800 } }),
  ]);

  await onPhone.goto('/transaction');
  await onPhone.getByRole('link', { name: '沒有合適的？建立買入掛單' }).click();
  const form = dialog(onPhone, '建立買入掛單');
  await form.getByLabel('買入數量', { exact: true }).fill('3000');
  await form.getByLabel('每筆最少', { exact: true }).fill('500');
  await expect(form.getByText('全部買到時您付款')).toBeVisible();
  await lookAt(onPhone, 'a new buy listing');
  await button(onPhone, '掛出').click();
  await expect(onPhone.getByText('已掛出，等賣家下單')).toBeVisible();

  await atDesk.goto('/transaction?side=sell');
  const offer = atDesk
    .getByRole('listitem')
    .filter({ has: atDesk.getByRole('heading', { name: buyer.nick }) });
  await offer.getByRole('button', { name: '賣給對方' }).click();
  await readSafetyLesson(atDesk);
  const sheet = dialog(atDesk, `賣給 ${buyer.nick}`);
  await sheet.getByLabel('賣出數量').fill('3000');
  await expect(sheet.getByRole('radio', { name: /822/ })).toBeVisible();
  await lookAt(atDesk, 'the last look before selling to a buyer');
  await button(atDesk, '鎖定，等對方付款').click();
  await atDesk.waitForURL(/front-end-order\?.*orderId=\d+/);
  const orderId = new URL(atDesk.url()).searchParams.get('orderId') ?? '';
  expect(await books.escrowOf(orderId)).toBe(300_000n);

  const news = onPhone.getByRole('alertdialog', { name: '有人下單了，請付款' });
  await expect(news).toContainText('前付款');
  await button(onPhone, '確認').click();
  await button(onPhone, '我已付款').click();
  await onPhone.getByLabel('從哪家銀行').selectOption('013');
  await onPhone.getByLabel('付款帳號末五碼').fill('90412');
  await onPhone.getByLabel('付款人姓名').fill('林試用');
  await giveProof(onPhone);
  await button(onPhone, '我已付 NT$ 3,000，通知對方').click();
  await expect(onPhone.getByRole('heading', { name: '已付款 NT$ 3,000' })).toBeVisible();

  await button(atDesk, '確認入帳並放行').click();
  await tickChecklist(atDesk);
  await slide(atDesk.getByRole('slider', { name: '滑動放行 3,000 TWD' }));
  await typeSecret(atDesk);
  await expect(atDesk.getByText(`已放行 3,000 TWD 給 ${buyer.nick}`)).toBeVisible();
  await expect(onPhone.getByText('+2,997.00')).toBeVisible();
  await hasSeen(onPhone, buyer, 'orderFinish');
  await onPhone.goto('/pendingOrder');
  await onPhone.getByRole('radio', { name: '已結束' }).click({ force: true });
  await expect(onPhone.getByText('已買足')).toBeVisible();
  await lookAt(onPhone, 'a buy listing that is over');
  await tab(onPhone, '錢包').click();

  expect(await books.findings()).toEqual([]);
  expect(await books.escrowOf(orderId)).toBe(0n);
  expect((await books.balancesOf(seller.account)).TWD.total).toBe(200_000n);
  expect((await books.balancesOf(buyer.account)).TWD.total).toBe(299_700n);
});
