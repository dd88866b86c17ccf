import { expect, lookAt, running, signIn, test } from './support/test.ts';

/** The console in a real browser: two people decide, nothing without the other one, and a link leads to what it names. */

test('one administrator asks, the other one sees exactly what will happen and approves it by keyboard', async ({
  operator,
}) => {
  const [lin, chen] = [await operator('admin'), await operator('admin')];
  const email = `${lin.name}-new@operators.example`;
  await lin.page.keyboard.press('g');
  await lin.page.keyboard.press('o');
  await lin.page.getByRole('button', { name: '新增人員' }).click();
  await lin.page.getByLabel('電子郵件').fill(email);
  await lin.page.getByLabel('姓名').fill('王小明');
  await lin.page.getByLabel('角色').selectOption('risk');
  await lin.page.getByRole('button', { name: '送出申請' }).click();
  await expect(lin.page.getByText('會寫入稽核紀錄，至少 4 個字')).toBeVisible();
  await lin.page.getByLabel('理由').fill('下週一到職');
  await lin.page.getByRole('button', { name: '送出申請' }).click();
  await expect(lin.page.getByText('已送出，請另一位管理員核准')).toBeVisible();

  await lin.page.goto(`/requests?subject=${encodeURIComponent(email)}`);
  await expect(lin.page.getByText('您提出的申請，請由另一位處理')).toBeVisible();
  await expect(lin.page.getByRole('button', { name: '核准' })).toHaveCount(0);

  await chen.page.goto(`/requests?subject=${encodeURIComponent(email)}`);
  const changes = chen.page.getByRole('table').first();
  await expect(changes.getByRole('row', { name: /電子郵件/ })).toContainText(email);
  await expect(changes.getByRole('row', { name: /角色/ })).toContainText('風控');
  await expect(chen.page.getByText('下週一到職')).toBeVisible();
  await chen.page.keyboard.press('a');
  await expect(chen.page.getByRole('dialog', { name: '核准並立即執行？' })).toBeVisible();
  await chen.page.getByLabel('附註（選填）').press('Enter');
  await expect(chen.page.getByRole('status').getByText('已核准')).toBeVisible();

  // What was done stands in the log, and the search for it in the address.
  await chen.page.goto('/audit');
  await chen.page.getByLabel('對象').fill(email);
  await chen.page.getByLabel('對象').press('Enter');
  await expect(chen.page).toHaveURL(new RegExp(`/audit\\?subject=${encodeURIComponent(email)}`));
  const log = chen.page.getByRole('table', { name: '稽核紀錄' });
  await expect(log.getByRole('row')).toHaveCount(3);
  await expect(log).toContainText('核准雙人覆核');
  await chen.page.getByRole('button', { name: '清除條件' }).click();
  await expect(chen.page).toHaveURL(/\/audit$/);
  await chen.page.goBack();
  await expect(log.getByRole('row')).toHaveCount(3);
});

test('a link asks for a sign-in and leads on; another device ends the session here and says so', async ({
  operator,
}) => {
  const { page, email, code, recoveryCodes } = await operator('risk');
  await page.getByRole('button', { name: /帳號選單/ }).click();
  await page.getByRole('menuitem', { name: '登出' }).click();
  await expect(page.getByRole('heading', { name: '後台登入' })).toBeVisible();
  await page.goto('/audit?action=operator-enrolled');
  await expect(page.getByRole('heading', { name: '後台登入' })).toBeVisible();
  await signIn(page, { email, code: '000000' });
  await expect(page.getByRole('alert')).toContainText('電子郵件、密碼或驗證碼不正確');
  await signIn(page, { email, code: code() });
  await expect(page).toHaveURL(/\/audit\?action=operator-enrolled/);
  await expect(page.getByRole('table', { name: '稽核紀錄' })).toContainText(email);

  const other = await (
    await page.context().browser()?.newContext({ baseURL: running.consoleUrl, locale: 'zh-TW' })
  )?.newPage();
  if (!other) throw new Error('there is a browser');
  await other.goto('/requests');
  await signIn(other, { email, code: recoveryCodes[0] ?? '' });
  await expect(other.getByRole('heading', { name: '雙人覆核' })).toBeVisible();
  await other.context().close();
  await page.reload();
  await expect(page.getByText('這個帳號已在其他裝置登入，這裡已登出。')).toBeVisible();
});

test('nobody sees in the menu what their role may not read, and an address alone opens nothing', async ({
  operator,
}) => {
  const { page } = await operator('support');
  const menu = page.getByRole('navigation', { name: '主選單' });
  await expect(menu.getByRole('link')).toHaveText(['總覽', '會員']);
  await page.goto('/audit');
  await expect(page.getByText('您的帳號不能使用這項功能')).toBeVisible();
});

/** Ten characters at most are kept. */
const NICK = '<s>x</s>';

test('what a member typed is text, personal data is masked, and shown for a reason that the log keeps', async ({
  operator,
  books,
}) => {
  const { page, email } = await operator('admin');
  // No rule of the product would accept such a nickname: it stands for one that slipped through.
  const { account, mobile } = await books.plantMember(NICK);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('heading', { name: '會員', level: 1 }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(account);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/members\\?search=${account}`));
  await expect(page.getByRole('row', { name: new RegExp(account) })).toContainText(NICK);
  await page.getByRole('link', { name: account }).click();
  await expect(page.getByRole('heading', { name: account, level: 1 })).toBeVisible();
  await expect(page.getByText(NICK)).toBeVisible();
  await expect(page.getByText(mobile)).toHaveCount(0);
  await page.getByRole('definition').getByRole('button', { name: '顯示' }).click();
  const sheet = page.getByRole('dialog', { name: '顯示手機' });
  await sheet.getByRole('button', { name: '顯示' }).click();
  await expect(sheet.getByText('會寫入稽核紀錄，至少 4 個字')).toBeVisible();
  await sheet.getByLabel('理由').fill('會員來電詢問');
  await sheet.getByLabel('理由').press('Enter');
  await expect(page.getByText('畫面離開後即不再顯示')).toBeVisible();
  await expect(page.getByText(mobile)).toBeVisible();
  await lookAt(page, 'a member');
  await page.getByRole('main').getByRole('link', { name: '稽核紀錄' }).click();
  const log = page.getByRole('table', { name: '稽核紀錄' });
  await expect(log).toContainText('顯示會員個資');
  await expect(log).toContainText('會員來電詢問');
  await expect(log).toContainText(email);
});

test('every screen stands up to axe, in both themes, and on a narrow window', async ({ operator }) => {
  const { page } = await operator('admin');
  for (const path of ['/', '/members', '/requests', '/operators', '/audit']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await lookAt(page, path);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${path} at 360 px`,
    ).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('alertdialog', { name: '鍵盤快速鍵' })).toBeVisible();
  await lookAt(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /帳號選單/ }).click();
  await page.getByRole('menuitem', { name: '登出' }).click();
  await page.getByRole('heading', { name: '後台登入' }).waitFor();
  await lookAt(page, 'sign-in');
  await page.getByRole('link', { name: /以邀請碼註冊/ }).click();
  await page.getByRole('heading', { name: '後台註冊' }).waitFor();
  await lookAt(page, 'enrolment');
});

test('an action that finds no network says so and signs nobody out', async ({ operator }) => {
  const { page } = await operator('admin');
  await page.goto('/operators');
  await page.getByRole('button', { name: '新增人員' }).click();
  await page.getByLabel('電子郵件').fill('offline@operators.example');
  await page.getByLabel('姓名').fill('斷線');
  await page.getByLabel('理由').fill('網路中斷時');
  await page.route('**/proxypost', (route) => route.fulfill({ status: 200, body: 'ERROR003' }));
  await page.getByRole('button', { name: '送出申請' }).click();
  await expect(page.getByRole('alertdialog', { name: '沒有完成' })).toBeVisible();
  await page.getByRole('button', { name: '關閉', exact: true }).last().click();
  await expect(page.getByLabel('姓名')).toHaveValue('斷線');
});

test('another site cannot have a browser send anything here', async ({ request }) => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
  const response = await request.post(`${running.consoleUrl}/proxypost`, { headers, data: '{}' });
  expect(response.status()).toBe(403);
});
