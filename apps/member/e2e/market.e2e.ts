import { button, dialog, readSafetyLesson } from './support/hands.ts';
import { doubleText, expectWhole, linesOf } from './support/large-text.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** The market and the form of a listing as a hand meets them: what jsdom cannot show, a caret and a layout. */

test('a quantity is typed over what stands there, in groups, and its caret stays where the fingers are', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: buyer });
  await page.goto('/transaction');
  const wanted = page.getByLabel('想買多少');
  await wanted.fill('500');
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: payee.nick }) });
  await offer.getByRole('button', { name: '鎖定' }).click();
  await readSafetyLesson(page);
  const sheet = dialog(page, `向 ${payee.nick} 買入`);
  const quantity = sheet.getByLabel('買入數量');
  await expect(quantity).toHaveValue('500');
  // A press puts the caret somewhere in the number; the first digit replaces it all the same.
  await quantity.click();
  await page.keyboard.type('2000');
  await expect(quantity).toHaveValue('2,000');
  await expect(sheet.getByText('1,998')).toBeVisible();

  const caret = () => quantity.evaluate((input: HTMLInputElement) => input.selectionStart);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight'); // 2|,000
  await page.keyboard.type('5');
  await expect(quantity).toHaveValue('25,000');
  expect(await caret()).toBe(2);
  await expect(sheet.getByText('最多 3,000 TWD')).toBeVisible();
  await page.keyboard.press('ArrowRight'); // 25,|000
  await page.keyboard.press('Backspace');
  await expect(quantity).toHaveValue('2,000');
  expect(await caret()).toBe(1);
  await page.keyboard.type('x');
  await expect(quantity).toHaveValue('2,000');
  expect(await caret()).toBe(1);

  // A second press is for the caret, not for all of it.
  await quantity.click({ position: { x: 18, y: 20 } });
  await page.keyboard.type('1');
  await expect(quantity).toHaveValue('12,000');

  await quantity.selectText();
  await page.keyboard.insertText('１，５００．５');
  await expect(quantity).toHaveValue('1,500.5');
  await button(page, '最少').click();
  await expect(quantity).toHaveValue('500');
  await expect(quantity).toHaveAttribute('inputmode', 'decimal');
});

test('a wrong amount in the listing form hides nothing and moves no field, at 360 px', async ({
  open,
  member,
}) => {
  const page = await open({ as: await member({ TWD: '5000.00' }), viewport: { width: 360, height: 740 } });
  await page.goto('/pendingOrder?panel=create-listing');
  const form = dialog(page, '建立賣出掛單');
  await expect(form.getByText('可用 5,000 TWD')).toBeVisible();
  const labels = ['賣出數量', '單價（新台幣）', '每筆最少', '每筆最多'];
  const places = async () =>
    Promise.all(labels.map(async (label) => (await form.getByLabel(label).boundingBox())?.y));
  await form.getByLabel('賣出數量').fill('3000');
  const before = await places();
  await form.getByLabel('賣出數量').fill('900000');
  await form.getByLabel('單價（新台幣）').fill('10000');
  await form.getByLabel('每筆最少').fill('5000000');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  for (const wrong of ['超過可用餘額', '單價最高 9,999', '不可超過最多數量'])
    await expect(form.getByText(wrong)).toBeVisible();
  await expect(form.getByText('可用 5,000 TWD')).toBeVisible();
  expect(await places()).toEqual(before);
  // A price far from its reference is told, and is no mistake.
  await form.getByLabel('單價（新台幣）').fill('2');
  await page.keyboard.press('Tab');
  await expect(form.getByText('比參考價高 100%，買家可能不會下單。')).toBeVisible();
  expect(await places()).toEqual(before);
  await button(page, '全部').click();
  await expect(form.getByLabel('賣出數量')).toHaveValue('5,000');
});

test('the safety lesson is read once, by keyboard too, before the first lock, and again on demand', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee }, buyer] = await Promise.all([seller(), member()]);
  const page = await open({ as: buyer });
  await page.goto('/transaction');
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: payee.nick }) });
  const lock = offer.getByRole('button', { name: '鎖定' });
  await lock.press('Enter');
  const lesson = dialog(page, '第一次交易前，請記住這幾點');
  await expect(lesson.getByRole('listitem')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(lesson).toBeHidden();
  await expect(lock).toBeFocused();
  await lock.press('Enter');
  for (const _ of ['close', 'customer service', 'go on']) await page.keyboard.press('Tab');
  await expect(button(page, '我知道了，繼續')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, `向 ${payee.nick} 買入`)).toBeVisible();
  await page.reload();
  await lock.click();
  await expect(dialog(page, `向 ${payee.nick} 買入`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '交易安全須知' }).click();
  await expect(dialog(page, '交易安全須知').getByText('先到銀行查帳，再放行')).toBeVisible();
  await lookAt(page, 'trading safely');
});

test('both sides of the market split no word and cut nothing at 360 px and 200 % text', async ({
  open,
  member,
  seller,
}) => {
  const [{ seller: payee }, viewer] = await Promise.all([seller(), member({ TWD: '12345.00' })]);
  const page = await open({ as: viewer, viewport: { width: 360, height: 740 } });
  await page.goto('/transaction');
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: payee.nick }) });
  await expect(offer).toBeVisible();
  await doubleText(page);
  for (const text of ['3,000 TWD', '銀行轉帳', '新賣家，尚無成交'])
    expect(await linesOf(offer, text), text).toBe(1);
  await expectWhole(page, '鎖定');
  await page.getByText('賣出', { exact: true }).click();
  await expect(page.getByText('12,345')).toBeVisible();
  for (const text of ['您的可用餘額', '其他賣家的單價', '賣出 TWD'])
    expect(await linesOf(page.getByRole('main'), text), text).toBe(1);
  await expectWhole(page, '建立賣出掛單');
  await page.reload();
  await expect(page.getByRole('heading', { name: '賣出 TWD' })).toBeVisible();
  await lookAt(page, 'the selling side');
});
