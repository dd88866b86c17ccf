import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api-member.ts';
import { button, dialog, hearsNews, readCode, signIn, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** The security centre in a real browser, against the running product. */

test('a sign-in elsewhere signs this browser out within seconds, says what did it, and is a new device', async ({
  open,
  member,
}) => {
  const who = await member();
  const here = await open({ as: who });
  await here.goto('/home?panel=security');
  await expect(dialog(here, '安全中心').getByText('會員等級 Lv.0')).toBeVisible();
  const elsewhere = await open();
  await elsewhere.goto('/login');
  await signIn(elsewhere, who.account, PASSWORD);
  await expect(here.getByRole('alertdialog', { name: '您已被登出' })).toContainText('另一台裝置登入');
  await expect(here).toHaveURL(/\/login/);

  await elsewhere.waitForURL('**/home');
  await elsewhere.goto('/home?panel=security');
  await expect(dialog(elsewhere, '安全中心').getByText(/安全冷卻中/)).toBeVisible();
  await elsewhere.goto('/home?panel=devices');
  const devices = elsewhere.getByRole('list', { name: '登入過的裝置' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('這台裝置');
  await lookAt(elsewhere, 'the devices');
  await devices.last().getByRole('button').click();
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
  await expect(devices).toHaveCount(1);
  await elsewhere.goto('/home?panel=login-history');
  await expect(elsewhere.getByRole('list', { name: '登入紀錄' }).getByRole('listitem')).toHaveCount(2);
});

test('whoever was signed out by a sign-in elsewhere is told of it at the next sign-in, and freezes the account without a session', async ({
  open,
  member,
}) => {
  const who = await member();
  const [owner, thief] = [await open({ as: who }), await open()];
  await owner.goto('/home');
  await hearsNews(owner);
  await thief.goto('/login');
  const asked = thief.waitForResponse((one) =>
    /"B_URL":"\/member\/notification\/list"/.test(one.request().postData() ?? ''),
  );
  await signIn(thief, who.account, PASSWORD);
  await asked;
  const ended = (page: Page) => page.getByRole('alertdialog', { name: '您已被登出' });
  await expect(ended(owner)).toContainText('另一台裝置登入');
  await lookAt(owner, 'the notice of a takeover');
  await ended(owner).getByRole('button', { name: '關閉' }).click();

  // The owner's old device shows the thief's sign-in once; whoever caused it is told nothing of it.
  await expect(thief.getByRole('alertdialog')).toHaveCount(0);
  await signIn(owner, who.account, PASSWORD);
  const told = owner.getByRole('alertdialog', { name: '帳號已登入' });
  await expect(told).toContainText('裝置：');
  await expect(told.getByRole('link', { name: '不是我，凍結帳號' })).toBeVisible();
  await told.getByRole('button', { name: '關閉' }).click();
  await expect(owner.getByRole('alertdialog')).toHaveCount(0);
  await owner.reload();
  await hearsNews(owner);
  await expect(owner.getByRole('alertdialog')).toHaveCount(0);

  await ended(thief).getByRole('button', { name: '關閉' }).click();
  await signIn(thief, who.account, PASSWORD);
  await thief.waitForURL('**/home');
  await ended(owner).getByRole('button', { name: '這不是我' }).click();
  const panel = dialog(owner, '凍結帳號');
  await expect(panel.getByLabel('帳號')).toHaveValue(who.account);
  await lookAt(owner, 'freezing without a session');
  await panel.getByLabel('登入密碼').fill(PASSWORD);
  await button(owner, '凍結我的帳號').click();
  await expect(panel.getByRole('status')).toHaveText('帳號已凍結');
  await lookAt(owner, 'an account frozen without a session');
  await expect(ended(thief)).toContainText('帳號已凍結');
  await expect(thief).toHaveURL(/\/login/);
});

test('a mail address is added with the secret, a code to the mobile and the code that arrives there, and said to be once', async ({
  open,
  member,
}) => {
  const who = await member();
  const page = await open({ as: who });
  const mail = `someone${Date.now()}@mail.example`;
  await page.goto('/home?panel=contact');
  const seen = () => page.evaluate(() => localStorage.getItem('inboxSeen'));
  await expect.poll(seen).toContain('"seq":"0"');
  await button(page, '新增 電子信箱').click();
  await page.getByRole('textbox', { name: '電子信箱' }).fill(mail);
  await button(page, '下一步').click();
  await typeSecret(page);
  await dialog(page, '先確認是您本人')
    .getByRole('textbox')
    .fill(await readCode(who.mobile));
  const step = dialog(page, '確認您的聯絡方式');
  await expect(step).toBeVisible();
  await lookAt(page, 'the code of a new address');
  const code = await readCode(mail);
  // It is there for four seconds: the page itself looks out for it, whatever holds up the test.
  const said = page.waitForFunction(() =>
    document.body.innerText.replaceAll('\u200b', '').includes('電子信箱已新增'),
  );
  await step.getByRole('textbox').fill(code);
  await said;
  await expect(page.getByRole('list', { name: '聯絡方式' })).toContainText('已驗證');
  // The message of the change has come and counts as seen here; nothing asks the member to read it.
  await expect.poll(seen).toContain('"seq":"1"');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a frozen account lets nobody in, and names the way out to who has the password', async ({
  open,
  member,
}) => {
  const who = await member();
  const page = await open({ as: who });
  await page.goto('/home?panel=freeze');
  await button(page, '凍結我的帳號').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '凍結我的帳號' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('alertdialog', { name: '您已被登出' }).getByRole('button', { name: '關閉' }).click();
  await signIn(page, who.account, PASSWORD);
  await page.getByRole('link', { name: '帳號已由您凍結，按此解除凍結' }).click();
  await expect(dialog(page, '解除凍結')).toBeVisible();
});
