import { defined } from '@holdfast/kernel';
import { ApiMember, freshAccountNumber, REAL_NAME, TRANSACTION_SECRET } from '@holdfast/testkit/e2e';
import type { Books } from '@holdfast/testkit/setup';
import type { Page } from '@playwright/test';
import { openMember } from './support/open-member.ts';
import { expect, lookAt, running, test, type Desk } from './support/test.ts';

/** An order that its two members cannot end: they say what happened, operators decide, and both sides see why. */

interface Traded {
  readonly payer: ApiMember;
  readonly payee: ApiMember;
  readonly orderId: string;
  readonly serialNo: string;
  readonly version: number;
}

async function lockedOrder(books: Books): Promise<Traded> {
  const [payer, payee] = [
    await ApiMember.register(running.url, books),
    await ApiMember.register(running.url, books),
  ];
  await books.issueTo(payee.account, 'TWD', '3000.00');
  const { card } = await payee.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: freshAccountNumber(),
    holderName: REAL_NAME,
  });
  const { listing } = await payee.call('/listing/create', {
    coin: 'TWD',
    quantity: '1000.00',
    price: '1.0000',
    minQuantity: '1000.00',
    maxQuantity: '1000.00',
    payWindowMinutes: '15',
    cardIds: [defined(card, 'a card').id],
  });
  const { order } = await payer.call('/order/lock', {
    listingId: listing.id,
    version: '1',
    quantity: '1000.00',
  });
  return { payer, payee, orderId: order.orderId, serialNo: order.serialNo, version: order.version };
}

/** Lets one clock after the other pass until the order is in this state. */
const waitsUntil = (books: Books, { payee, orderId }: Traded, state: string) =>
  expect
    .poll(async () => {
      const { order } = await payee.call('/order/detail', { orderId });
      if (order.state !== state) await books.passDeadline(orderId, order.state);
      return order.state;
    })
    .toBe(state);

/** Claims the order in its room. */
async function claim({ page }: Pick<Desk, 'page'>, { serialNo }: Traded): Promise<void> {
  await page.goto('/cases');
  await page.getByRole('link', { name: new RegExp(serialNo) }).click();
  await page.getByRole('button', { name: '認領' }).click();
  await expect(page.getByText(/^由您認領/)).toBeVisible();
}

interface Ruling {
  /** Of a split: what the buyer gets. */
  readonly payerPart?: string;
  readonly ruling: string;
  readonly reason: string;
  readonly evidence: RegExp;
  readonly words: string;
  readonly confirm: string;
}

async function rule(
  page: Page,
  { ruling, reason, evidence, words, confirm, payerPart }: Ruling,
): Promise<void> {
  await page.getByLabel('結果').selectOption(ruling);
  if (payerPart !== undefined) await page.getByLabel('買家分得的數量').fill(payerPart);
  await page.getByLabel('理由').selectOption(reason);
  await page.getByRole('checkbox', { name: evidence }).first().check();
  await page.getByRole('button', { name: '確認裁決' }).click();
  const sheet = page.getByRole('dialog', { name: new RegExp(`^${ruling}？`) });
  await sheet.getByLabel('說明（雙方都會看到）').fill(words);
  await lookAt(page, `the ruling: ${ruling}`);
  await sheet.getByRole('button', { name: confirm }).click();
}

const openRoom = async (page: Page, { orderId }: Traded) => page.goto(`/front-end-order?orderId=${orderId}`);

test('a payer appeals, an operator releases, and both sides read why', async ({
  operator,
  books,
  browser,
}) => {
  const locked = await lockedOrder(books);
  const { payer, payee, orderId } = locked;
  const declared = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await payer.call('/order/paid', { orderId, version: String(locked.version), ...declared });
  await books.ageOrder(orderId);
  await waitsUntil(books, locked, 'STUCK_SELF');
  const [buyer, seller] = [await openMember(browser, payer), await openMember(browser, payee)];
  await openRoom(buyer, locked);
  await openRoom(seller, locked);
  await buyer.getByRole('button', { name: '請客服處理' }).click();
  const appeal = buyer.getByRole('dialog', { name: '請客服處理' });
  await appeal.getByText('已付款，對方沒有放行').click();
  await appeal.getByRole('textbox').fill('10:24 從國泰轉出 1,000 元');
  await appeal.getByRole('button', { name: '送出，請客服處理' }).click();
  for (const phone of [buyer, seller])
    await expect(phone.getByText('客服正在處理這筆訂單').first()).toBeVisible();

  const desk = await operator('resolver');
  await claim(desk, locked);
  await expect(desk.page.getByText('10:24 從國泰轉出 1,000 元')).toBeVisible();
  await rule(desk.page, {
    ruling: '放行給買家',
    reason: '查證後確認買家已付款',
    evidence: /申報已付款/,
    words: '銀行明細顯示買家已於 10:24 付款。',
    confirm: '執行裁決',
  });
  await expect(desk.page.getByRole('status').getByText('已裁決')).toBeVisible();
  await expect(buyer.getByText('+999.00')).toBeVisible();
  for (const phone of [buyer, seller]) {
    await expect(phone.getByRole('heading', { name: '客服的裁決' })).toBeVisible();
    await expect(phone.getByText('銀行明細顯示買家已於 10:24 付款。').first()).toBeVisible();
    await phone.context().close();
  }
  expect(await books.escrowOf(orderId)).toBe(0n);
  expect(await books.findings()).toEqual([]);
});

test('a case that nobody rules in time goes to whoever leads, who answers and rules it, and both sides read so', async ({
  operator,
  books,
  browser,
}) => {
  const locked = await lockedOrder(books);
  const { payer, payee, orderId } = locked;
  const declared = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await payer.call('/order/paid', { orderId, version: String(locked.version), ...declared });
  await waitsUntil(books, locked, 'STUCK_CASE');
  const [buyer, seller] = [await openMember(browser, payer), await openMember(browser, payee)];
  const phones = [buyer, seller];
  for (const phone of phones) {
    await openRoom(phone, locked);
    await expect(phone.getByRole('heading', { name: '客服處理中' })).toBeVisible();
    await expect(phone.getByText('已由主管處理')).toBeHidden();
  }
  await books.ageCase(orderId, 73);
  for (const phone of phones) await expect(phone.getByText('已由主管處理')).toBeVisible();
  const desk = await operator('resolver');
  await desk.page.goto(`/case?order=${orderId}`);
  await expect(desk.page.getByText('超過處理時限，改由主管處理，您可以查看')).toBeVisible();
  await expect(desk.page.getByRole('button', { name: '認領' })).toBeHidden();
  expect(await books.escrowOf(orderId)).toBe(100_000n);

  const lead = await operator('risk');
  await claim(lead, locked);
  await lead.page.getByLabel('回覆雙方', { exact: true }).fill('主管已接手，今天內答覆。');
  await lead.page.getByLabel('回覆雙方（英文）').fill('The lead has taken over and answers today.');
  await lead.page.getByRole('button', { name: '送出', exact: true }).click();
  for (const phone of phones) await expect(phone.getByText('主管已接手，今天內答覆。')).toBeVisible();
  await rule(lead.page, {
    ruling: '放行給買家',
    reason: '查證後確認買家已付款',
    evidence: /申報已付款/,
    words: '銀行明細顯示買家已付款。',
    confirm: '執行裁決',
  });
  await expect(buyer.getByText('+999.00')).toBeVisible();
  for (const phone of phones) await phone.context().close();
  expect(await books.escrowOf(orderId)).toBe(0n);
  expect(await books.findings()).toEqual([]);
});

test('a request to cancel that the seller refuses is decided by an operator, who splits what is kept', async ({
  operator,
  books,
  browser,
}) => {
  const locked = await lockedOrder(books);
  const { payer, payee, orderId } = locked;
  const declared = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await payer.call('/order/paid', { orderId, version: String(locked.version), ...declared });
  const [buyer, seller] = [await openMember(browser, payer), await openMember(browser, payee)];
  await openRoom(buyer, locked);
  await openRoom(seller, locked);
  await buyer.getByRole('button', { name: '更多操作' }).click();
  await buyer
    .getByRole('dialog')
    .getByRole('button', { name: /^申請取消/ })
    .click();
  const asking = buyer.getByRole('dialog', { name: '申請取消' });
  await asking.getByText('付款沒有成功').click();
  await asking.getByRole('button', { name: '送出申請' }).click();
  await expect(buyer.getByLabel('六位數交易密碼', { exact: true })).toBeFocused();
  await buyer.keyboard.type(TRANSACTION_SECRET);
  await seller.getByRole('button', { name: '不同意', exact: true }).click();
  const refusing = seller.getByRole('dialog', { name: '不同意取消' });
  await refusing.getByText('還在查帳').click();
  await refusing.getByRole('button', { name: '不同意' }).click();
  for (const phone of [buyer, seller])
    await expect(phone.getByText('客服正在處理這筆訂單').first()).toBeVisible();

  const desk = await operator('resolver');
  await claim(desk, locked);
  await rule(desk.page, {
    ruling: '雙方拆分',
    payerPart: '400',
    reason: '只付了一部分',
    evidence: /申報已付款/,
    words: '銀行明細顯示只收到 400 元。',
    confirm: '執行裁決',
  });
  await expect(desk.page.getByRole('status').getByText('已裁決')).toBeVisible();
  await expect(buyer.getByText('+399.60')).toBeVisible();
  await expect(seller.getByText('+600.00')).toBeVisible();
  for (const phone of [buyer, seller]) {
    await expect(phone.getByText('銀行明細顯示只收到 400 元。').first()).toBeVisible();
    await phone.context().close();
  }
  expect(await books.escrowOf(orderId)).toBe(0n);
  expect((await books.balancesOf(payee.account)).TWD.total).toBe(260_000n);
  expect(await books.findings()).toEqual([]);
});

test('a payment that is said after the end is put into escrow again by two operators, and released', async ({
  operator,
  books,
  browser,
}) => {
  const locked = await lockedOrder(books);
  await waitsUntil(books, locked, 'AUTO_CANCELLED');
  expect(await books.escrowOf(locked.orderId)).toBe(0n);
  const [buyer, seller] = [await openMember(browser, locked.payer), await openMember(browser, locked.payee)];
  await openRoom(buyer, locked);
  await openRoom(seller, locked);
  await expect(seller.getByText('逾時未付款，訂單已自動取消').first()).toBeVisible();
  await buyer.getByRole('button', { name: '更多操作' }).click();
  await buyer
    .getByRole('dialog')
    .getByRole('button', { name: /^我已付款，補報/ })
    .click();
  const late = buyer.getByRole('dialog', { name: '補報付款' });
  await late.getByRole('textbox').fill('13:58 從台新銀行網銀轉了 1,000 元');
  await late.getByRole('button', { name: '送出，請客服處理' }).click();
  await expect(buyer.getByRole('heading', { name: '客服處理中' })).toBeVisible();

  const [first, second] = [await operator('resolver'), await operator('resolver')];
  await claim(first, locked);
  await rule(first.page, {
    ruling: '重新託管',
    reason: '查證後確認買家在取消前已付款',
    evidence: /申訴陳述/,
    words: '台新銀行明細顯示 13:58 的轉帳。',
    confirm: '送出，由另一位核准',
  });
  await expect(first.page.getByRole('status').getByText('已送出，等待另一位核准')).toBeVisible();
  expect(await books.escrowOf(locked.orderId)).toBe(0n);
  await second.page.goto(`/requests?subject=order:${locked.serialNo}`);
  await second.page.getByRole('button', { name: '核准' }).click();
  const approval = second.page.getByRole('dialog', { name: '核准並立即執行？' });
  await approval.getByRole('button', { name: '核准' }).click();
  await expect(second.page.getByRole('status').getByText('已核准')).toBeVisible();
  for (const phone of [buyer, seller])
    await expect(phone.getByText('客服正在處理這筆訂單').first()).toBeVisible();
  expect(await books.escrowOf(locked.orderId)).toBe(100_000n);

  // The new escrow is a new case.
  await claim(first, locked);
  await rule(first.page, {
    ruling: '放行給買家',
    reason: '查證後確認買家已付款',
    evidence: /申訴陳述/,
    words: '已由銀行證實，放行給買家。',
    confirm: '執行裁決',
  });
  await expect(buyer.getByText('+999.00')).toBeVisible();
  for (const phone of [buyer, seller]) {
    await expect(phone.getByText('已由銀行證實，放行給買家。').first()).toBeVisible();
    await phone.context().close();
  }
  expect(await books.escrowOf(locked.orderId)).toBe(0n);
  expect(await books.findings()).toEqual([]);
});

test('the room follows what its members do, while an operator writes', async ({ operator, books }) => {
  const locked = await lockedOrder(books);
  const { payer, payee, orderId } = locked;
  const declared = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await payer.call('/order/paid', { orderId, version: String(locked.version), ...declared });
  await books.ageOrder(orderId);
  await waitsUntil(books, locked, 'STUCK_CASE');
  const { page } = await operator('resolver');
  await claim({ page }, locked);
  const answer = page.getByLabel('回覆雙方', { exact: true });
  await answer.pressSequentially('請補上');
  await payer.call('/order/say', { orderId, text: '我補上銀行的明細' });
  await expect(page.getByText('我補上銀行的明細')).toBeVisible();
  await answer.pressSequentially('明細');
  await expect(answer).toHaveValue('請補上明細');

  const { order } = await payee.call('/order/detail', { orderId });
  await payee.call('/order/release', { orderId, version: String(order.version) });
  await expect(page.getByText(/^這筆訂單有新的變化/)).toBeVisible();
  await expect(page.getByLabel('結果')).toBeVisible();
  await lookAt(page, 'a room that has changed');
  await page.getByRole('button', { name: '更新畫面' }).click();
  await expect(page.getByText('這筆訂單目前沒有可以裁決的事項')).toBeVisible();
  await expect(answer).toHaveValue('請補上明細');
  expect(await books.findings()).toEqual([]);
});

test('a message that looks like a fraud reaches the operators at once, and its writer is not told', async ({
  operator,
  books,
}) => {
  const { payer, payee, orderId, serialNo } = await lockedOrder(books);
  const { page } = await operator('support');
  await page.goto('/flags?kind=account-number');
  await expect(page.getByRole('heading', { name: '可疑內容' })).toBeVisible();
  const stands = page.waitForResponse('**/proxystream');
  await page.reload();
  await stands;
  await payee.call('/order/say', { orderId, text: '請改轉到 822 123456789012' });
  const item = page.getByRole('listitem').filter({ hasText: serialNo });
  await expect(item.getByText('請改轉到 *** *********012')).toBeVisible();
  await lookAt(page, 'the queue of flagged messages');
  await item.getByRole('button', { name: /^標為已處理/ }).click();
  await expect(item.getByRole('status')).toHaveText('已處理');
  const { items } = await payee.call('/order/thread', { orderId });
  expect(items.every(({ suspicions }) => suspicions.length === 0)).toBe(true);
  const received = await payer.call('/order/thread', { orderId });
  expect(received.items.some(({ suspicions }) => suspicions.includes('account-number'))).toBe(true);
});
