import type { Books } from '@holdfast/testkit/setup';
import type { Page } from '@playwright/test';
import { TRANSACTION_SECRET, type ApiMember } from './support/api-member.ts';
import { button, dialog, giveProof, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test, type Fixtures } from './support/test.ts';

/** Where a trade leaves its way: two members in two browsers, and the books after it. */

interface Traded {
  readonly payer: ApiMember;
  readonly payee: ApiMember;
  readonly orderId: string;
  version: number;
}

const QUANTITY = '1000.00';
const DECLARED = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;

async function lockedBy({ seller, member }: Pick<Fixtures, 'seller' | 'member'>): Promise<Traded> {
  const [{ seller: payee, listingId }, payer] = await Promise.all([seller(), member()]);
  const { order } = await payer.call('/order/lock', { listingId, version: '1', quantity: QUANTITY });
  return { payer, payee, orderId: order.orderId, version: order.version };
}

async function paidBy(fixtures: Pick<Fixtures, 'seller' | 'member'>): Promise<Traded> {
  const traded = await lockedBy(fixtures);
  const { payer, orderId, version } = traded;
  const { order } = await payer.call('/order/paid', { orderId, version: String(version), ...DECLARED });
  return { ...traded, version: order.version };
}

/** The room, opened by both sides. */
async function bothOpen(
  { open }: Pick<Fixtures, 'open'>,
  { payer, payee, orderId }: Traded,
): Promise<{ payerPage: Page; payeePage: Page }> {
  const [payerPage, payeePage] = [await open({ as: payer }), await open({ as: payee })];
  for (const page of [payerPage, payeePage]) await page.goto(`/front-end-order?orderId=${orderId}`);
  return { payerPage, payeePage };
}

const menu = async (page: Page, action: RegExp): Promise<void> => {
  await button(page, '更多操作').click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
};

test('a payment that was made in time and said after it goes on', async ({ open, books, member, seller }) => {
  const traded = await lockedBy({ seller, member });
  const { payerPage, payeePage } = await bothOpen({ open }, traded);
  await expect(button(payerPage, '我已付款')).toBeVisible();
  await books.passDeadline(traded.orderId);
  await button(payerPage, '我在時限前已付款').click();
  const sheet = dialog(payerPage, '時限前已經付款');
  await sheet.getByLabel('從哪家銀行').selectOption('013');
  await sheet.getByLabel('付款帳號末五碼').fill('90412');
  await sheet.getByLabel('付款人姓名').fill('林試用');
  await giveProof(payerPage);
  const { payEndedAt } = (await traded.payer.call('/order/detail', { orderId: traded.orderId })).order;
  const endedAt = Date.parse(payEndedAt ?? '');
  await sheet.getByLabel('付款時間').fill(await clockOf(payerPage, endedAt + 5 * 60_000));
  await button(payerPage, '我已付 NT$ 1,000，通知對方').click();
  await expect(sheet.getByText(/^請填 .* 之間的時間$/)).toBeVisible();
  await lookAt(payerPage, 'a payment said too late, at a wrong time');
  await sheet.getByLabel('付款時間').fill(await clockOf(payerPage, endedAt));
  await button(payerPage, '我已付 NT$ 1,000，通知對方').click();
  await expect(payerPage.getByRole('heading', { name: '已付款 NT$ 1,000' })).toBeVisible();
  await expect(button(payeePage, '確認入帳並放行')).toBeVisible();
  expect(await books.escrowOf(traded.orderId)).toBe(100_000n);
});

/** An instant as the clock of the page shows it. */
const clockOf = (page: Page, at: number): Promise<string> =>
  page.evaluate((ms) => new Date(ms).toTimeString().slice(0, 5), at);

test('a request to cancel after a payment that is refused leaves the coin in escrow, with support', async ({
  open,
  books,
  member,
  seller,
}) => {
  const traded = await paidBy({ seller, member });
  const { payerPage, payeePage } = await bothOpen({ open }, traded);
  await menu(payerPage, /^申請取消/);
  const sheet = dialog(payerPage, '申請取消');
  await sheet.getByText('付款沒有成功').click();
  await sheet.getByRole('button', { name: '送出申請' }).click();
  await typeSecret(payerPage);
  await expect(payerPage.getByRole('heading', { name: '您已申請取消' })).toBeVisible();
  await expect(
    payeePage.getByRole('heading', { name: `${traded.payer.nick} 申請取消`, exact: true }),
  ).toBeVisible();
  await expect(payeePage.getByText('原因：付款沒有成功')).toBeVisible();
  await button(payeePage, '不同意').click();
  const refusing = dialog(payeePage, '不同意取消');
  await refusing.getByText('還在查帳').click();
  await lookAt(payeePage, 'refusing a cancel');
  await refusing.getByRole('button', { name: '不同意' }).click();
  for (const page of [payerPage, payeePage]) {
    await expect(page.getByText('客服正在處理這筆訂單').first()).toBeVisible();
    await expect(page.getByText('賣家不同意取消').or(page.getByText('您不同意取消'))).toBeVisible();
  }
  expect(await books.escrowOf(traded.orderId)).toBe(100_000n);
});

test('two who ask to cancel at the same time: one has asked, the other one answers, and the coin is back', async ({
  open,
  books,
  member,
  seller,
}) => {
  const traded = await paidBy({ seller, member });
  const { payerPage, payeePage } = await bothOpen({ open }, traded);
  await menu(payerPage, /^申請取消/);
  await dialog(payerPage, '申請取消').getByText('付款沒有成功').click();
  await menu(payeePage, /^申請取消/);
  await dialog(payeePage, '申請取消').getByText('沒有收到款項').click();
  await dialog(payerPage, '申請取消').getByRole('button', { name: '送出申請' }).click();
  await expect(payerPage.getByLabel('六位數交易密碼', { exact: true })).toBeFocused();
  await Promise.all([
    payerPage.keyboard.type(TRANSACTION_SECRET),
    dialog(payeePage, '申請取消').getByRole('button', { name: '送出申請' }).click(),
  ]);
  // One of them was first. The other one sees that at once, and no sheet that asks the same again.
  const agree = { payer: button(payerPage, '同意取消'), payee: button(payeePage, '同意取消') };
  await expect(agree.payer.or(payerPage.getByRole('heading', { name: '您已申請取消' }))).toBeVisible();
  const side = (await agree.payer.isVisible()) ? 'payer' : 'payee';
  const page = side === 'payer' ? payerPage : payeePage;
  await expect(page.getByRole('alertdialog')).toContainText('訂單狀態已變更');
  await button(page, '確認').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await agree[side].click();
  const agreement = dialog(page, '同意取消');
  await agreement.getByRole('checkbox').check();
  await agreement.getByRole('button', { name: '同意取消' }).click();
  if (side === 'payer') await typeSecret(page); // who has declared a payment gives up more
  for (const one of [payerPage, payeePage])
    await expect(one.getByText('訂單已取消', { exact: true }).first()).toBeVisible();
  expect(await books.escrowOf(traded.orderId)).toBe(0n);
});

test('both sides of a case share what is kept, to the last unit', async ({ open, books, member, seller }) => {
  const traded = await paidBy({ seller, member });
  await becomesCase(books, traded);
  const { payerPage, payeePage } = await bothOpen({ open }, traded);
  await button(payerPage, '提議拆分').click();
  const offer = dialog(payerPage, '提議拆分');
  await offer.getByLabel('給買家多少').fill('400');
  await offer.getByLabel('我知道自己實際付了多少錢，願意只拿這些').check();
  await offer.getByRole('button', { name: '送出提議' }).click();
  await typeSecret(payerPage);
  await expect(payerPage.getByText(`等 ${traded.payee.nick} 回覆您的拆分提議`)).toBeVisible();
  await expect(payeePage.getByText(`${traded.payer.nick} 提議拆分，請回覆`)).toBeVisible();
  await button(payeePage, '同意這樣拆分').click();
  const agreement = dialog(payeePage, '同意拆分');
  await agreement.getByLabel('我看過銀行帳戶，知道自己實際收到多少錢').check();
  await lookAt(payeePage, 'agreeing to a split');
  await agreement.getByRole('button', { name: '同意這樣拆分' }).click();
  await typeSecret(payeePage);
  // What each has got, and not what was agreed at first.
  await expect(payerPage.getByText('+399.60')).toBeVisible();
  await expect(payerPage.getByText(`其餘 600 TWD 退回給 ${traded.payee.nick}。`)).toBeVisible();
  await expect(payeePage.getByText('+600.00')).toBeVisible();
  await lookAt(payeePage, 'the room of the payee, shared');
  expect(await books.escrowOf(traded.orderId)).toBe(0n);
  expect((await books.balancesOf(traded.payee.account)).TWD.total).toBe(460_000n);
  expect(await books.findings()).toEqual([]);
});

/** Nobody does anything until the operators have it. */
async function becomesCase(books: Books, { payee, orderId }: Traded): Promise<void> {
  await expect
    .poll(async () => {
      const { order } = await payee.call('/order/detail', { orderId });
      if (order.state !== 'STUCK_CASE') await books.passDeadline(orderId, order.state);
      return order.state;
    })
    .toBe('STUCK_CASE');
}
