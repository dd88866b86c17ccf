import { ApiMember } from '@holdfast/testkit/e2e';
import type { Page } from '@playwright/test';
import { openMember } from './support/open-member.ts';
import { expect, lookAt, running, test, type Desk } from './support/test.ts';

/** What operators tell many members: from the text of one of them through another one to a member's screen, and what stops it. */

// A day knows three broadcasts, whoever writes them.
test.describe.configure({ mode: 'serial' });

interface Text {
  readonly kind: '一般公告' | '介紹影片';
  readonly title: string;
  readonly text: string;
}

const formOf = (page: Page) => page.getByRole('form', { name: '撰寫公告' });
const cardOf = (page: Page, { title }: Text) => page.getByRole('group', { name: title });

/** Writes a broadcast to one account and asks for it. `inMinutes`: not at once. */
async function ask({ page }: Desk, account: string, text: Text, inMinutes?: number): Promise<void> {
  await page.goto('/broadcasts');
  await page.getByRole('button', { name: '撰寫公告' }).click();
  const form = formOf(page);
  await form.getByText(text.kind, { exact: true }).click();
  await form.getByLabel('標題（中文）').fill(text.title);
  await form.getByLabel('內容（中文）').fill(text.text);
  await form.getByLabel('標題（英文）').fill('An announcement');
  await form.getByLabel('內容（英文）').fill('What is said in English.');
  await form.getByLabel('對象').selectOption('accounts');
  await form.getByRole('textbox', { name: '帳號' }).fill(account);
  await form.getByLabel('點開後前往').selectOption('security');
  if (inMinutes !== undefined) {
    // The field is of Taipei, whatever zone the machine has.
    const at = new Date(Date.now() + inMinutes * 60_000 + 8 * 3600_000).toISOString().slice(0, 16);
    await form.getByLabel('發送時間').fill(at);
  }
  await form.getByRole('button', { name: '預覽並送出' }).click();
  const sheet = page.getByRole('dialog', { name: '送出給另一位核准？' });
  await expect(sheet).toContainText('1 位會員');
  await sheet.getByLabel('理由').fill('端對端測試');
  await sheet.getByRole('button', { name: '送出申請' }).click();
  await expect(page.getByRole('status').getByText('已送出申請，等待另一位核准')).toBeVisible();
  await expect(cardOf(page, text)).toContainText('等待覆核');
}

/** A second operator finds it among what waits, reads what will be said, and approves. */
async function approve({ page }: Desk, text: Text): Promise<void> {
  await page.goto('/broadcasts');
  await cardOf(page, text).getByRole('link', { name: '覆核' }).click();
  await expect(page.getByText(text.text)).toBeVisible();
  await page.getByRole('button', { name: '核准' }).click();
  const sure = page.getByRole('dialog', { name: '核准並立即執行？' });
  await expect(sure.getByText(text.text)).toBeVisible();
  await sure.getByRole('button', { name: '核准' }).click();
  await expect(page.getByRole('status').getByText('已核准')).toBeVisible();
}

test('news goes from its text through a second operator to the screen and the inbox of its member, once', async ({
  operator,
  books,
  browser,
}) => {
  const [lin, chen] = [await operator('admin'), await operator('admin')];
  const member = await ApiMember.register(running.url, books);
  const other = await ApiMember.register(running.url, books);
  const phone = await openMember(browser, member);
  await phone.goto('/home');
  await expect.poll(() => phone.evaluate(() => localStorage.getItem('inboxSeen'))).not.toBeNull();
  const news: Text = {
    kind: '一般公告',
    title: `週六更新 ${member.account}`,
    text: `週六凌晨兩點到四點更新，訂單的時間會順延（${member.account}）。`,
  };
  await ask(lin, member.account, news);
  await lookAt(lin.page, 'a broadcast that waits');
  // Who has asked for it is offered no approval.
  await cardOf(lin.page, news).getByRole('link', { name: '覆核' }).click();
  await expect(cardOf(lin.page, news)).toHaveCount(0);
  await expect(lin.page.getByText(news.text)).toBeVisible();
  await expect(lin.page.getByRole('button', { name: '核准' })).toHaveCount(0);
  await approve(chen, news);

  const message = phone.getByRole('alertdialog', { name: news.title });
  await expect(message).toContainText(news.text);
  await message.getByRole('button', { name: '關閉' }).click();
  await phone.reload();
  await phone.getByRole('link', { name: /^通知/ }).click();
  const list = phone.getByRole('list', { name: '通知' });
  await expect(list.getByText(news.title)).toHaveCount(1);
  await list.getByRole('link', { name: new RegExp(news.title) }).click();
  await expect(phone.getByRole('dialog', { name: '安全中心' })).toBeVisible();

  await lin.page.goto('/broadcasts');
  await expect(cardOf(lin.page, news)).toContainText('已發送');
  await expect
    .poll(async () => {
      await lin.page.reload();
      return cardOf(lin.page, news).textContent();
    })
    .toMatch(/已讀1 位/);
  const { items } = await other.call('/member/notification/list', {});
  expect(items.filter(({ type }) => type === 'broadcast')).toEqual([]);
  await phone.context().close();
});

test('the film that operators push is shown at the next calm moment, and after closing it never again', async ({
  operator,
  books,
  browser,
}) => {
  const [lin, chen] = [await operator('admin'), await operator('admin')];
  const member = await ApiMember.register(running.url, books);
  const phone = await openMember(browser, member);
  await phone.goto('/home');
  await expect.poll(() => phone.evaluate(() => localStorage.getItem('inboxSeen'))).not.toBeNull();
  const shown = phone.getByRole('dialog', { name: '介紹影片' });
  await expect(shown).toHaveCount(0);
  // Not in the middle of something.
  await phone.goto('/home?panel=settings');
  await expect(phone.getByRole('dialog', { name: '設定' })).toBeVisible();
  const film: Text = {
    kind: '介紹影片',
    title: `新的介紹影片 ${member.account}`,
    text: '一分鐘看懂怎麼交易。',
  };
  await ask(lin, member.account, film);
  await approve(chen, film);
  await expect
    .poll(() => phone.evaluate(() => localStorage.getItem('filmPushed')), { timeout: 30_000 })
    .not.toBeNull();
  await expect(shown).toHaveCount(0);
  await phone.goto('/home');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: '關閉' }).click();
  await expect(shown).toHaveCount(0);
  await phone.reload();
  await expect(phone.getByRole('link', { name: /^通知/ })).toBeVisible();
  await expect(shown).toHaveCount(0);
  await phone.context().close();
});

test('one that is planned is stopped by one operator, and reaches nobody', async ({ operator, books }) => {
  const [lin, chen, risk] = [await operator('admin'), await operator('admin'), await operator('risk')];
  const member = await ApiMember.register(running.url, books);
  const news: Text = { kind: '一般公告', title: `明天再說 ${member.account}`, text: '這一則不會發送。' };
  await ask(lin, member.account, news, 60);
  await approve(chen, news);
  const { page } = risk;
  await page.goto('/broadcasts');
  await expect(cardOf(page, news)).toContainText('已排定');
  await cardOf(page, news).getByRole('button', { name: '停止發送' }).click();
  const sheet = page.getByRole('dialog', { name: '停止這則公告？' });
  await sheet.getByLabel('理由').fill('內容有誤');
  await sheet.getByRole('button', { name: '停止發送' }).click();
  await expect(cardOf(page, news)).toContainText('已停止');
  await expect(cardOf(page, news)).toContainText('內容有誤');
  await expect(cardOf(page, news).getByRole('button', { name: '停止發送' })).toHaveCount(0);
  const { items } = await member.call('/member/notification/list', {});
  expect(items.filter(({ type }) => type === 'broadcast')).toEqual([]);
});
