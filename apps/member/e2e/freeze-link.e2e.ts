import { defined } from '@holdfast/kernel';
import type { Page } from '@playwright/test';
import type { ApiMember } from './support/api-member.ts';
import { button, dialog, readCode, readFreezeLink, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** The link of a security message: from the message to the frozen account. */

const panelOf = (page: Page) => dialog(page, '凍結帳號');
const freezeButton = (page: Page) => button(page, '凍結我的帳號');

async function addMail(page: Page, who: ApiMember, mail: string): Promise<void> {
  await page.goto('/home?panel=contact');
  await button(page, '新增 電子信箱').click();
  await page.getByRole('textbox', { name: '電子信箱' }).fill(mail);
  await button(page, '下一步').click();
  await typeSecret(page);
  await page.getByLabel('六位數驗證碼').fill(await readCode(who.mobile));
  await expect(dialog(page, '確認您的聯絡方式')).toBeVisible();
  await page.getByLabel('六位數驗證碼').fill(await readCode(mail));
  await expect(page.getByRole('list', { name: '聯絡方式' })).toContainText(mail.split('@')[1] ?? '');
}

/** Everything that the page has asked the network for. */
function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('request', (request) => {
    heard.push(request.url(), request.postData() ?? '', ...Object.values(request.headers()));
  });
  return heard;
}

test('the link of a security message freezes the account once its reader has said so, once, in any browser', async ({
  open,
  member,
}) => {
  const who = await member();
  const owner = await open({ as: who });
  const mail = `${who.account}@mail.example`;
  await addMail(owner, who, mail);
  await who.follow(owner);
  await who.call('/member/security/phrase-set', { phrase: '山上的小木屋' });
  const link = await readFreezeLink(mail);
  const token = defined(link.split('=')[1], 'a token');

  // A mail scanner follows every link, and a browser that opens it has done nothing yet.
  expect((await fetch(link)).status).toBe(200);
  const reader = await open();
  const heard = listen(reader);
  await reader.goto(link);
  await expect(freezeButton(reader)).toBeVisible();
  expect(await reader.evaluate(() => location.href + JSON.stringify(history.state))).not.toContain(token);
  expect(reader.url()).toMatch(/\/login\?panel=freeze-account$/);
  await lookAt(reader, 'the link of a security message');
  await who.call('/member/info/{account}', {});

  await freezeButton(reader).click();
  await expect(panelOf(reader).getByRole('status')).toHaveText('帳號已凍結');
  expect(heard.filter((text) => text.includes(token))).toEqual([]);
  await expect(owner.getByRole('alertdialog', { name: '您已被登出' })).toContainText('帳號已凍結');
  await button(reader, '回到登入').click();
  await expect(reader).toHaveURL(/\/login$/);
  await reader.goBack();
  expect(reader.url()).not.toContain(token);

  // Opened again, where somebody else is signed in.
  const other = await open({ as: await member() });
  await other.goto(link);
  await expect(other).toHaveURL(/\/home\?panel=freeze-account$/);
  await freezeButton(other).click();
  await expect(panelOf(other).getByRole('alert')).toContainText('這個連結已經用過');
  await lookAt(other, 'a link that was used');
  await button(other, '改用密碼或驗證碼凍結').click();
  await expect(panelOf(other).getByLabel('帳號')).toBeVisible();
});

test('a link that is opened while the app runs leads to the panel, and says where it was not copied whole', async ({
  open,
}) => {
  const page = await open();
  await page.goto('/login');
  await expect(button(page, '登入')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#freeze=short';
  });
  await expect(page).toHaveURL(/\/login\?panel=freeze-account$/);
  await freezeButton(page).click();
  await expect(panelOf(page).getByRole('alert')).toContainText('這個連結不正確');
  await button(page, '返回').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await expect(button(page, '登入')).toBeVisible();
  await expect(panelOf(page)).toHaveCount(0);
});
