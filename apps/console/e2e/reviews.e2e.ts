import { defined } from '@holdfast/kernel';
import type { Page } from '@playwright/test';
import { ApiMember, freshAccountNumber, REAL_NAME } from '@holdfast/testkit/e2e';
import { applicant, drawPicture, freshIdentity } from './support/applicant.ts';
import { openMember } from './support/open-member.ts';
import { expect, lookAt, running, test } from './support/test.ts';

/** The reviewers' queue in a real browser: one item, one reviewer; what is decided shows at once where the member looks. */

// The queue is one for all: two tests at once would take each other's items.
test.describe.configure({ mode: 'default' });

const room = (page: Page, account: string) => page.getByRole('region', { name: account });
const isOpen = (page: Page, account: string) =>
  expect(page.getByRole('heading', { level: 1, name: account })).toBeFocused();
const allShown = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('figure img')
        .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(3);

/** Nothing of a picture is cut before somebody makes it larger. */
const isWhole = async (page: Page) =>
  expect(
    await page
      .locator('figure img')
      .evaluateAll((all) => all.map((one) => one.clientHeight <= (one.parentElement?.clientHeight ?? 0))),
  ).toEqual([true, true, true]);

/** The queue is one for all tests: what is not ours is left for later. */
async function openOwn(page: Page, accounts: readonly string[]): Promise<string> {
  for (;;) {
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeFocused();
    await allShown(page);
    const account = (await heading.textContent()) ?? '';
    if (accounts.includes(account)) return account;
    const other = await page.locator('figure img').first().getAttribute('src');
    await page.keyboard.press('n');
    await expect(page.locator('figure img').first()).not.toHaveAttribute('src', other ?? '');
  }
}

test('a reviewer refuses one picture, the member sends that one again and is approved; both views follow without a reload', async ({
  operator,
  books,
  browser,
}) => {
  const { page } = await operator('reviewer');
  const member = await ApiMember.register(running.url, books, { isVerified: false });
  const phone = await openMember(browser, member);
  await phone.goto('/home?panel=real-name');
  const panel = phone.getByRole('dialog', { name: '實名驗證' });
  await panel.getByLabel('姓名').fill('林予安');
  await panel.getByLabel('證件號碼').fill(freshIdentity());
  await panel.getByLabel('出生日期').fill('1990-02-28');
  const buffer = await drawPicture(phone, 'CARD');
  const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer };
  for (const place of [0, 1, 2]) {
    await panel.locator('input[capture]').nth(place).setInputFiles(file);
    await expect(panel.getByText('已上傳')).toHaveCount(place + 1);
  }
  await page.goto('/reviews');
  await expect(page.getByRole('heading', { level: 1, name: '審核' })).toBeFocused();
  await panel.getByRole('button', { name: '送出驗證' }).click();
  await expect(panel.getByText('審核中', { exact: true })).toBeVisible();

  // The queue follows by itself.
  await page.getByRole('link', { name: new RegExp(member.account) }).click();
  await isOpen(page, member.account);
  await expect(page.getByText('林○安').last()).toBeVisible();
  await expect(page.locator('figure')).toHaveCount(0);
  await page.getByRole('button', { name: '認領' }).click();
  await allShown(page);
  await expect(page.getByText('林予安')).toBeVisible();
  await lookAt(page, 'an application');
  await isWhole(page);
  await page.keyboard.press('2');
  await page.getByLabel('反光遮住了文字，請換個角度重拍').check();
  await page.reload();
  await expect(page.getByLabel('反光遮住了文字，請換個角度重拍')).toBeChecked();
  await page.getByRole('button', { name: '退回 1 項' }).click();
  await expect(page.getByRole('status').getByText(`已退回 ${member.account}`)).toBeVisible();

  await expect(panel.getByText('反光遮住了文字，請換個角度重拍')).toBeVisible();
  await expect(panel.locator('input[capture]')).toHaveCount(1);
  await panel.locator('input[capture]').setInputFiles(file);
  await expect(panel.getByText('已上傳')).toBeVisible();
  await panel.getByRole('button', { name: /送出/ }).click();
  await expect(panel.getByText('審核中', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: new RegExp(`${member.account}[\\s\\S]*第 2 次送件`) }).click();
  await isOpen(page, member.account);
  await page.getByRole('button', { name: '認領' }).waitFor();
  await page.keyboard.press('c');
  await allShown(page);
  await expect(room(page, member.account).getByText('這次補件')).toBeVisible();
  await expect(room(page, member.account).getByText('上次：反光遮住了文字，請換個角度重拍')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('status').getByText(`已核准 ${member.account}`)).toBeVisible();
  await expect(panel.getByText('已驗證', { exact: true })).toBeVisible();
  await phone.context().close();
});

test('a reviewer clears five applications without the mouse', async ({ operator, books }) => {
  const { page } = await operator('reviewer');
  const members: ApiMember[] = [];
  for (let n = 0; n < 5; n += 1) members.push(await applicant(page, books));
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { level: 1, name: '審核' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('alertdialog', { name: '鍵盤快速鍵' })).toContainText('下一件');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const refused = defined(members[2], 'the third').account;
  const waiting = new Set(members.map(({ account }) => account));
  while (waiting.size > 0) {
    const account = await openOwn(page, [...waiting]);
    // Each picture is looked at: the next one, large, turned, and back.
    for (const key of ['p', 'z', '+', 'ArrowLeft', ']', '0', 'z']) await page.keyboard.press(key);
    if (account === refused) {
      await page.keyboard.press('3');
      await expect(
        page
          .getByRole('group', { name: /本人退回的原因/ })
          .getByRole('radio')
          .first(),
      ).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('r');
    } else {
      await page.keyboard.press('a');
    }
    await expect(
      page.getByRole('status').getByText(`${account === refused ? '已退回' : '已核准'} ${account}`),
    ).toBeVisible();
    waiting.delete(account);
  }
  for (const member of members) {
    const { realNameStatus } = await member.call('/member/info/{account}', {});
    expect(realNameStatus).toBe(member.account === refused ? 'NotApproved' : 'Approved');
  }
});

test('a reviewer who has left the room comes back to what they have claimed by N', async ({
  operator,
  books,
}) => {
  const { page } = await operator('reviewer');
  const member = await applicant(page, books);
  await page.goto('/reviews');
  await expect(page.getByRole('heading', { level: 1, name: '審核' })).toBeFocused();
  await page.keyboard.press('n');
  await openOwn(page, [member.account]);
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { level: 1, name: '審核' })).toBeFocused();
  // Whatever is free comes first: of nobody else's is anything left behind here.
  await page.keyboard.press('n');
  await openOwn(page, [member.account]);
  await expect(page.getByRole('status').getByText('由您認領')).toBeVisible();
});

test('a second reviewer sees who works on what, and takes it over for a reason; the first one is told', async ({
  operator,
  books,
}) => {
  const [amber, blake] = [await operator('reviewer'), await operator('reviewer')];
  const member = await applicant(amber.page, books);
  await amber.page.goto('/reviews');
  await expect(amber.page.getByRole('heading', { level: 1, name: '審核' })).toBeFocused();
  await amber.page.keyboard.press('n');
  await openOwn(amber.page, [member.account]);
  await blake.page.goto('/reviews');
  await blake.page
    .getByRole('link', { name: new RegExp(`${member.account}[\\s\\S]*${amber.name} 審核中`) })
    .click();
  await isOpen(blake.page, member.account);
  await expect(blake.page.getByRole('status').getByText(`${amber.name} 正在審核`)).toBeVisible();
  await blake.page.keyboard.press('t');
  const sheet = blake.page.getByRole('dialog', { name: `接手 ${amber.name} 審核中的這一件？` });
  await sheet.getByLabel('理由').fill('對方已下班');
  await blake.page.reload();
  await blake.page.getByRole('button', { name: '接手' }).waitFor();
  await blake.page.keyboard.press('t');
  await expect(sheet.getByLabel('理由')).toHaveValue('對方已下班');
  await sheet.getByLabel('理由').press('Enter');
  await allShown(blake.page);
  await expect(amber.page.getByRole('alert')).toContainText(`${blake.name} 於`);
  await expect(amber.page.locator('figure')).toHaveCount(0);
  await expect(amber.page.getByRole('button', { name: '核准' })).toHaveCount(0);
});

test('a bank account that another member has already goes to its owner in two steps, for reasons', async ({
  operator,
  books,
}) => {
  const { page } = await operator('reviewer');
  const accountNumber = freshAccountNumber();
  const add = async (member: ApiMember) => {
    const input = { bankCode: '822', accountNumber, holderName: REAL_NAME };
    return (await member.call('/member/bankadd/{account}', input)).card;
  };
  const [squatter, owner] = [
    await ApiMember.register(running.url, books),
    await ApiMember.register(running.url, books),
  ];
  const first = await add(squatter);
  const second = await add(owner);
  const third = await ApiMember.register(running.url, books);
  expect([first.status, second.status, (await add(third)).status]).toEqual(['Approved', 'Review', 'Review']);
  await page.goto('/reviews?kind=card');
  await page.getByRole('link', { name: new RegExp(`${owner.account}[\\s\\S]*重複`) }).click();
  await isOpen(page, owner.account);
  await page.getByRole('button', { name: '認領' }).click();
  await expect(page.getByText('相符')).toBeVisible();
  await expect(page.getByRole('link', { name: `${third.account} 也送審了這個帳戶` })).toBeVisible();
  await lookAt(page, 'a bank account');
  await page.keyboard.press('a');
  await expect(page.getByRole('alert')).toContainText('另一位會員');
  await page.getByRole('link', { name: `${squatter.account} 已有這個帳戶` }).click();
  await page.getByRole('button', { name: '調閱' }).waitFor();
  await page.keyboard.press('c');
  const sheet = page.getByRole('dialog', { name: '調閱已處理的項目？' });
  await sheet.getByLabel('理由').fill('帳號與另一位會員相同');
  await sheet.getByLabel('理由').press('Enter');
  await expect(page.getByRole('radio', { name: '無法確認這是您本人的帳戶。' })).toBeVisible();
  await page.keyboard.press('3');
  await page.keyboard.press('r');
  await expect(page.getByRole('status').getByText(`已退回 ${squatter.account}`)).toBeVisible();
  await page.goto(`/reviews?kind=card&id=${second.id}`);
  await expect(page.getByRole('radio', { name: '無法確認這是您本人的帳戶。' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('status').getByText(`已核准 ${owner.account}`)).toBeVisible();
  const [card] = (await owner.call('/bank/list/{account}', {})).cards;
  expect(defined(card, 'a card').status).toBe('Approved');
});

test('who may only read sees the queue masked and opens nothing', async ({ operator, books }) => {
  const { page } = await operator('risk');
  const member = await applicant(page, books);
  await page.goto('/reviews');
  await expect(page.getByRole('listitem').filter({ hasText: member.account })).toContainText('林○安');
  await expect(page.getByRole('link', { name: new RegExp(member.account) })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /下一件/ })).toHaveCount(0);
});
