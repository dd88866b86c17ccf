import type { Page } from '@playwright/test';
import {
  freshAccount,
  freshAccountNumber,
  freshMobile,
  freshNick,
  PASSWORD,
  REAL_NAME,
} from './support/api-member.ts';
import {
  button,
  dialog,
  fillListing,
  giveProof,
  readCode,
  readSafetyLesson,
  signIn,
  slide,
  tab,
  tickChecklist,
  typeSecret,
} from './support/hands.ts';
import { doubleText, expectWhole } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** The main job, by two people in two browsers: the seller on a phone, the buyer at a desk. Then the books are read. */

const inFours = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

async function register(page: Page, { account, nick }: { account: string; nick: string }): Promise<void> {
  await page.goto('/');
  await expect(button(page, '登入')).toBeVisible();
  await lookAt(page, 'sign-in');
  await page.getByRole('link', { name: '註冊新帳號' }).click();
  const panel = dialog(page, '註冊新帳號');
  await panel.getByLabel('帳號').fill(account);
  await panel.getByLabel('暱稱').fill(nick);
  await expect(panel.getByText('這個暱稱可以使用')).toBeVisible();
  await lookAt(page, 'registration: names');
  await button(page, '下一步').click();
  await panel.getByLabel('登入密碼').fill(PASSWORD);
  await lookAt(page, 'registration: password');
  await button(page, '下一步').click();
  await typeSecret(page, '輸入六位數交易密碼');
  await typeSecret(page, '再輸入一次交易密碼');
  const mobile = freshMobile();
  await panel.getByLabel('手機號碼').fill(mobile.replace('+886', '0'));
  await expect(panel.getByText(mobile)).toBeVisible();
  await lookAt(page, 'registration: mobile');
  await button(page, '傳送驗證碼').click();
  await expect(panel.getByLabel('六位數驗證碼')).toBeFocused();
  await lookAt(page, 'registration: code');
  await page.keyboard.type(await readCode(mobile));
  await expect(panel.getByRole('heading', { name: `${nick}，歡迎加入` })).toBeVisible();
  await lookAt(page, 'registration: done');
  await button(page, '進入錢包').click();
  await expect(page.getByRole('heading', { name: nick })).toBeVisible();
}

async function bindCard(page: Page, accountNumber: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: '銀行帳戶' }).first().click();
  await button(page, '綁定第一個帳戶').click();
  const panel = dialog(page, '綁定銀行帳戶');
  await panel.getByRole('combobox', { name: '銀行' }).fill('中國信託');
  await panel.getByRole('option', { name: /^822 / }).click();
  await panel.getByLabel('帳號').fill(inFours(accountNumber));
  await panel.getByLabel('戶名').fill(REAL_NAME);
  await lookAt(page, 'a new bank account');
  await button(page, '綁定這個帳戶').click();
  await expect(page.getByLabel('六位數交易密碼', { exact: true })).toBeFocused();
  await lookAt(page, 'the transaction code');
  await typeSecret(page);
  await expect(dialog(page, '銀行帳戶').getByText(`****${accountNumber.slice(-4)}`)).toBeVisible();
  await lookAt(page, 'bank accounts');
  await button(page, '返回').click();
  await expect(page).toHaveURL(/\/home$/);
}

async function publish(page: Page): Promise<void> {
  await tab(page, '掛單').click();
  await page.getByRole('link', { name: '建立掛單' }).click();
  await fillListing(page);
  await expect(page.getByText('全部賣出時您收到')).toBeVisible();
  await lookAt(page, 'a new listing');
  await button(page, '掛出').click();
  await expect(page.getByRole('heading', { name: '賣出 3,000 TWD' })).toBeVisible();
  await lookAt(page, 'own listings');
}

/** What the app knows of the member's name. Until it knows that the name is verified, it leads Home from the cards. */
const nameStatusOn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('memberData') ?? '{}') as {
      memberInfo?: { realNameStatus: string };
    };
    return kept.memberInfo?.realNameStatus;
  });

/** Takes 3,000 from the seller; answers with the number of the order. */
async function lock(page: Page, seller: string): Promise<string> {
  await tab(page, '交易').click();
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: seller }) });
  await expect(offer).toBeVisible();
  await lookAt(page, 'the market');
  await offer.getByRole('button', { name: '鎖定' }).click();
  await lookAt(page, 'the safety lesson');
  await readSafetyLesson(page);
  await page.getByLabel('買入數量').fill('3000');
  await expect(dialog(page, `向 ${seller} 買入`).getByText('2,997')).toBeVisible();
  await lookAt(page, 'the last look before a lock');
  await button(page, '鎖定，準備付款').click();
  await page.waitForURL(/front-end-order\?.*orderId=\d+/);
  return new URL(page.url()).searchParams.get('orderId') ?? '';
}

/** What an act has made of an order is seen wherever the page stood. */
const scrollToTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

async function declarePaid(page: Page, accountNumber: string): Promise<void> {
  await expect(page.getByText(inFours(accountNumber))).toBeVisible();
  await lookAt(page, 'the room of the payer, locked');
  await scrollToTheEnd(page);
  await button(page, '我已付款').click();
  await page.getByLabel('從哪家銀行').selectOption('013');
  await page.getByLabel('付款帳號末五碼').fill('90412');
  await page.getByLabel('付款人姓名').fill('林試用');
  await giveProof(page);
  await lookAt(page, 'how it was paid');
  await button(page, '我已付 NT$ 3,000，通知對方').click();
  await expect(page.getByRole('heading', { name: /前確認收款/ })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: '已付款 NT$ 3,000' })).toBeVisible();
  await expect(page.getByText(inFours(accountNumber))).toBeHidden();
  await lookAt(page, 'the room of the payer, paid');
}

/** The room fills the phone: no tabs, its action within the thumb's reach wherever one scrolls, and nothing behind it. */
async function expectActionAtThumb(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('navigation')).toBeHidden();
  const action = button(page, name);
  await expect(action).toBeInViewport({ ratio: 1 });
  await page.getByText('訂單經過').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(action).toBeInViewport({ ratio: 1 });
  const [last, bar] = await Promise.all([
    page.getByText('買家已下單').boundingBox(),
    page.locator('[data-fixed-action]').boundingBox(),
  ]);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** How long the bar takes from amber to green. */
const momentSeconds = (page: Page) =>
  page
    .locator('[data-moment-bar]')
    .evaluate((bar) => Number.parseFloat(getComputedStyle(bar, '::before').animationDuration));

async function release(page: Page): Promise<void> {
  await button(page, '確認入帳並放行').click();
  await tickChecklist(page);
  await lookAt(page, 'the recap of a release');
  await slide(page.getByRole('slider', { name: '滑動放行 3,000 TWD' }));
  await typeSecret(page);
}

test('two members trade from registration to the finished state, and the books agree', async ({
  open,
  books,
  member,
}) => {
  test.setTimeout(180_000); // Thirty screens and their accessibility; a minute would do on a quiet machine.
  const seller = { account: freshAccount(), nick: freshNick() };
  const accountNumber = freshAccountNumber();
  const buyer = await member();
  const onPhone = await open();
  const atDesk = await open({ viewport: { width: 1280, height: 800 } });

  await register(onPhone, seller);
  await lookAt(onPhone, 'an empty home');
  await books.issueTo(seller.account, 'TWD', '5000.00');
  await books.verify(seller.account, REAL_NAME);
  await onPhone.reload(); // nobody has told the app of either
  await expect(onPhone.getByText('5,000.00').first()).toBeVisible();
  await expect.poll(() => nameStatusOn(onPhone)).toBe('Approved');
  await bindCard(onPhone, accountNumber);
  await publish(onPhone);
  await tab(onPhone, '訂單').click();
  await expect(onPhone.getByText('目前沒有進行中的訂單')).toBeVisible();
  await lookAt(onPhone, 'no orders');

  await atDesk.goto('/login');
  await signIn(atDesk, buyer.account, PASSWORD);
  await expect(atDesk.getByRole('heading', { name: buyer.nick })).toBeVisible();
  const orderId = await lock(atDesk, seller.nick);

  // Live: the seller's screen changes by itself, here and below.
  const news = onPhone.getByRole('alertdialog', { name: '有人下單了' });
  await expect(news).toContainText(`等 ${buyer.nick} 在`);
  await expect(news).toContainText('您先不用處理');
  await lookAt(onPhone, 'the notice of an order');
  await button(onPhone, '確認').click();
  await expect(onPhone.getByRole('heading', { name: /前付款$/ })).toBeVisible();
  await expect(onPhone.getByRole('main').getByRole('button', { name: /放行/ })).toHaveCount(0);
  await lookAt(onPhone, 'the room of the payee, locked');
  expect(await books.escrowOf(orderId)).toBe(300_000n);
  await declarePaid(atDesk, accountNumber);
  await expect(button(onPhone, '確認入帳並放行')).toBeVisible();
  await expectActionAtThumb(onPhone, '確認入帳並放行');
  await lookAt(onPhone, 'the room of the payee, paid');
  await release(onPhone);
  await expect(onPhone.getByText(`已放行 3,000 TWD 給 ${buyer.nick}`)).toBeInViewport({ ratio: 1 });
  await lookAt(onPhone, 'the room of the payee, finished');
  await expect(atDesk.getByText('+2,997.00')).toBeVisible();
  await expect(atDesk.getByRole('region', { name: '訂單' })).toBeVisible(); // the list stands beside it
  await lookAt(atDesk, 'the room of the payer, finished');
  await tab(atDesk, '錢包').click();
  await expect(atDesk.getByText('2,997.00').first()).toBeVisible();
  await lookAt(atDesk, 'home after a trade');
  await atDesk.getByRole('link', { name: '收支紀錄' }).click();
  await expect(dialog(atDesk, '收支紀錄').getByText('+2,997.00')).toBeVisible();
  await lookAt(atDesk, 'records');

  expect(await books.findings()).toEqual([]);
  expect(await books.escrowOf(orderId)).toBe(0n);
  const [sold, bought] = await Promise.all([
    books.journalOf(seller.account, 'TWD'),
    books.journalOf(buyer.account, 'TWD'),
  ]);
  expect(sold.map(({ kind, changes }) => [kind, changes.available, changes.listed, changes.inOrder])).toEqual(
    [
      ['issue', 500_000n, 0n, 0n],
      ['listing.publish', -300_000n, 300_000n, 0n],
      ['order.lock', 0n, -300_000n, 300_000n],
      ['order.finish', 0n, 0n, -300_000n],
    ],
  );
  expect(bought.map(({ kind, changes }) => [kind, changes.onHold])).toEqual([['order.finish', 299_700n]]);
  expect((await books.balancesOf(seller.account)).TWD.total).toBe(200_000n);
  expect((await books.balancesOf(buyer.account)).TWD.total).toBe(299_700n);
});

test('a buyer who has not paid cancels, and the seller has everything back', async ({
  open,
  books,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '1000.00' });
  const page = await open({ as: buyer });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await button(page, '更多操作').click();
  await button(page, '取消訂單').click();
  const sheet = dialog(page, '取消訂單');
  await expect(sheet.getByRole('button', { name: '取消訂單' })).toBeDisabled();
  await sheet.getByLabel('我還沒有付款').check();
  await lookAt(page, 'cancelling');
  await sheet.getByRole('button', { name: '取消訂單' }).click();
  await expect(page.getByText('1,000 TWD 已退回賣家。')).toBeVisible();
  await lookAt(page, 'the room, cancelled');
  expect(await books.escrowOf(order.orderId)).toBe(0n);
  const { available, listed, inOrder } = (await books.balancesOf(payee.account)).TWD;
  expect([available, listed, inOrder]).toEqual([200_000n, 300_000n, 0n]);
  expect(await books.findings()).toEqual([]);
});

test('whoever loses the race for a listing is told so, and nothing of theirs has moved', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, slow, fast] = await Promise.all([seller(), member(), member()]);
  await seller(); // so that there is a next best
  const page = await open({ as: slow });
  await page.goto('/transaction');
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: payee.nick }) });
  await offer.getByRole('button', { name: '鎖定' }).click();
  await readSafetyLesson(page);
  await button(page, '最多').click();
  await fast.call('/order/lock', { listingId, version: '1', quantity: '3000.00' });
  await button(page, '鎖定，準備付款').click();
  const lost = page.getByRole('dialog', { name: '晚了一步' });
  await expect(lost).toBeVisible();
  await lookAt(page, 'a lost race');
  // The next best is of whoever sells at the same price, with the sum kept; this one is still free.
  await lost.getByRole('button', { name: /^改向 .+ 買，付 NT\$ 3,000$/ }).click();
  await expect(page.getByLabel('買入數量')).toHaveValue('3,000');
  await expect(page.getByRole('dialog', { name: `向 ${payee.nick} 買入` })).toHaveCount(0);
});

test('a wrong transaction code releases nothing and is asked again, and a release by keyboard keeps the keyboard at the news', async ({
  open,
  books,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  await buyer.call('/order/paid', { orderId: order.orderId, version: String(order.version), ...declaration });
  const page = await open({ as: payee });
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await button(page, '確認入帳並放行').click();
  await tickChecklist(page);
  const thumb = page.getByRole('slider');
  // By keyboard this time: four steps of the arrow.
  await expect(thumb).toBeEnabled();
  await thumb.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await typeSecret(page, undefined, '111111');
  await expect(page.getByText(/交易密碼錯誤/)).toBeVisible();
  expect(await books.escrowOf(order.orderId)).toBe(50_000n);
  await typeSecret(page);
  // The keyboard is where the news is, and the bar turns within 140 to 260 ms, or at once for whoever wants no motion.
  const news = page.getByRole('status').filter({ hasText: '您在收款帳戶收到' });
  await expect(news).toBeFocused();
  await expect(news).toContainText(`已放行 500 TWD 給 ${buyer.nick}`);
  expect(await momentSeconds(page)).toBeLessThan(0.001);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await momentSeconds(page)).toBe(0.26);
  await doubleText(page);
  await expectWhole(page, '回到錢包');
  expect(await books.escrowOf(order.orderId)).toBe(0n);
});

test('an order that nobody pays goes its way by itself, on both screens', async ({
  open,
  books,
  member,
  seller,
}) => {
  const [{ seller: payee, listingId }, buyer] = await Promise.all([seller(), member()]);
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: '500.00' });
  const [payerPage, payeePage] = [await open({ as: buyer }), await open({ as: payee })];
  for (const page of [payerPage, payeePage]) await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await expect(button(payerPage, '我已付款')).toBeVisible();
  await books.passDeadline(order.orderId);
  await expect(payerPage.getByText('付款時間已過，請不要再付款').first()).toBeVisible();
  await expect(payeePage.getByText(/^付款時間已過，.*\s自動取消$/).first()).toBeVisible();
  await lookAt(payerPage, 'the room, too late to pay');
  await expect(payerPage.getByText('付款金額')).toHaveCount(1); // the trade's own line; where to pay is hidden
  await books.passDeadline(order.orderId);
  await expect(payerPage.getByText('逾時未付款，訂單已自動取消').first()).toBeVisible();
  await expect(payeePage.getByText('逾時未付款，訂單已自動取消').first()).toBeVisible();
  expect(await books.escrowOf(order.orderId)).toBe(0n);
  expect((await books.journalOf(payee.account, 'TWD')).map(({ kind }) => kind)).toEqual([
    'issue',
    'listing.publish',
    'order.lock',
    'order.cancel',
  ]);
  const { available, listed, inOrder } = (await books.balancesOf(payee.account)).TWD;
  expect([available, listed, inOrder]).toEqual([200_000n, 300_000n, 0n]);
  for (const one of [buyer, payee]) {
    const { items } = await one.call('/member/notification/list', {});
    expect(items.map(({ type, extra }) => [type, extra.stage])).toEqual([
      ['orderLock', undefined],
      ['orderRemindExtend', 'grace'],
      ['orderAutoCancel', undefined],
    ]);
  }
  expect(await books.findings()).toEqual([]);
});
