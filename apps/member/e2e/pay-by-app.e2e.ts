import type { Page } from '@playwright/test';
import {
  button,
  dialog,
  giveProof,
  readSafetyLesson,
  slide,
  tickChecklist,
  typeSecret,
} from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { qrPicture, readQr } from '@holdfast/testkit/qr-picture';
import { expect, test } from './support/test.ts';

/** Adds the pay account of a code, as its member does. */
async function addPayAccount(page: Page, code: string): Promise<void> {
  await page.goto('/home?panel=pay-accounts');
  await button(page, '新增第一個收款碼').click();
  const form = dialog(page, '新增收款碼');
  await form.getByLabel('戶名').fill('陳示範');
  const file = { name: 'code.png', mimeType: 'image/png', buffer: await qrPicture(code) };
  await form.getByLabel('選擇圖片').last().setInputFiles(file);
  await expect(form.getByText('這個收款碼指向')).toBeVisible();
  await form.getByRole('button', { name: '新增這個帳號' }).click();
  await typeSecret(page);
  await expect(page.getByText('第三方支付帳號已新增')).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await page.goto('/pendingOrder?panel=create-listing');
  await page.getByLabel('賣出數量', { exact: true }).fill('3000');
  await page.getByLabel('每筆最少', { exact: true }).fill('500');
  // The only place there is: who has no bank card is paid on the pay account.
  await expect(page.getByRole('group', { name: '支付 App' }).getByRole('checkbox')).toBeChecked();
  await lookAt(page, 'a new listing, paid by an app', '[role=dialog]');
  await button(page, '掛出').click();
  await expect(page.getByRole('heading', { name: '賣出 3,000 TWD' })).toBeVisible();
}

/** What a camera reads on the screen. */
const readOn = async (page: Page, name: string) => readQr(await page.getByRole('img', { name }).screenshot());

test('a seller is paid by a pay app: the buyer chooses it, scans the code that we draw, and has the coin', async ({
  open,
  member,
}) => {
  const [seller, buyer] = [await member({ TWD: '5000.00' }), await member()];
  const account = String(Date.now()).slice(-9);
  const onPhone = await open({ as: seller });
  // Written as another device would: what is drawn for the buyer is the one spelling of it.
  await addPayAccount(onPhone, `https://www.jkopay.com/r/transfer?j=Transfer%3A${account}`);
  await publish(onPhone);

  const atDesk = await open({ as: buyer, viewport: { width: 1280, height: 800 } });
  await atDesk.goto('/transaction');
  await atDesk
    .getByRole('group', { name: /付款方式/ })
    .getByText('街口支付')
    .click();
  const offer = atDesk
    .getByRole('listitem')
    .filter({ has: atDesk.getByRole('heading', { name: seller.nick }) });
  await expect(offer.getByText('街口支付')).toBeVisible();
  await lookAt(atDesk, 'the market by a way of paying');
  await offer.getByRole('button', { name: '鎖定' }).click();
  await readSafetyLesson(atDesk);
  await atDesk.getByLabel('買入數量').fill('3000');
  await expect(atDesk.getByText(/用您本人的街口支付付款/)).toBeVisible();
  await button(atDesk, '鎖定，準備付款').click();

  // The news of it comes over the screens and leads to the order.
  await expect(onPhone.getByRole('alertdialog', { name: '有人下單了' })).toBeVisible();
  await button(onPhone, '確認').click();

  await expect(atDesk.getByRole('img', { name: '街口支付 收款碼' })).toBeVisible();
  await expect
    .poll(() => readOn(atDesk, '街口支付 收款碼'))
    .toEqual([`https://www.jkopay.com/r/transfer?j=Transfer:${account}`]);
  await expect(atDesk.getByText('在 街口支付 開啟')).toBeHidden(); // no touch screen, no app
  await lookAt(atDesk, 'the room of the payer, by an app');
  await button(atDesk, '我已付款').click();
  await atDesk.getByLabel('付款帳號末五碼').fill('90412');
  await atDesk.getByLabel('付款人姓名').fill('林試用');
  await giveProof(atDesk);
  await button(atDesk, '我已付 NT$ 3,000，通知對方').click();
  await expect(atDesk.getByText(/前確認收款/).first()).toBeVisible();

  await button(onPhone, '確認入帳並放行').click();
  await expect(onPhone.getByText(/在 ?街口支付 ?收到剛好 NT\$ 3,000 了嗎/).first()).toBeVisible();
  await tickChecklist(onPhone);
  await slide(onPhone.getByRole('slider', { name: '滑動放行 3,000 TWD' }));
  await typeSecret(onPhone);
  await expect(onPhone.getByText(`已放行 3,000 TWD 給 ${buyer.nick}`)).toBeVisible();
  await expect(atDesk.getByText('+2,997.00').first()).toBeVisible();
});
