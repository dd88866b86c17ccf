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

test('one of risk asks to forbid a member the sign-in, and a second one sees the change and approves it', async ({
  operator,
  books,
}) => {
  const [amber, blake] = [await operator('risk'), await operator('risk')];
  const { account } = await books.plantMember('風控對象');
  await amber.page.goto(`/member?account=${account}`);
  await amber.page.getByRole('button', { name: '變更權限' }).click();
  await amber.page.getByLabel('登入', { exact: true }).selectOption('forbidden');
  await amber.page.getByLabel('理由').fill('疑似冒用身分');
  await amber.page.getByLabel('理由').press('Enter');
  await expect(amber.page.getByRole('status').getByText(/已送出/)).toBeVisible();
  await blake.page.goto(`/requests?subject=${account}`);
  await expect(blake.page.getByRole('table').first()).toContainText('禁止');
  await blake.page.keyboard.press('a');
  await blake.page.getByLabel('附註（選填）').press('Enter');
  await expect(blake.page.getByRole('status').getByText('已核准')).toBeVisible();
  await amber.page.reload();
  await expect(amber.page.getByRole('main')).toContainText('禁止登入');
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
  await expect(menu.getByRole('link')).toHaveText(['總覽', '卡單與申訴', '可疑內容', '會員', '公告', '推播']);
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

test('ranks in the market and lock limits are changed for a reason, from the role list and from a member', async ({
  operator,
  books,
}) => {
  const { page } = await operator('risk');
  const { account } = await books.plantMember('排序會員');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('row', { name: /商家/ }).getByRole('button', { name: '變更' }).click();
  const sheet = page.getByRole('dialog', { name: /變更排序碼/ });
  await sheet.getByLabel('變更哪一項').selectOption('offset');
  await sheet.getByLabel('新位移（可為負數）').fill('-9999');
  await expect(sheet.getByText('排序碼加位移須為 0 到 9999 的整數')).toBeVisible();
  await sheet.getByLabel('新位移（可為負數）').fill('-7');
  await expect(sheet.getByText('變更後的排序：993')).toBeVisible();
  await sheet.getByLabel('理由').fill('商家活動週');
  await lookAt(page, 'sort code');
  await sheet.getByLabel('理由').press('Enter');
  await expect(page.getByRole('row', { name: /商家/ })).toContainText('993');
  await page.getByRole('row', { name: /商家/ }).getByRole('link', { name: '變更紀錄' }).click();
  await expect(page.getByRole('table', { name: '稽核紀錄' })).toContainText('商家活動週');

  await page.goto(`/member?account=${account}`);
  await page.getByRole('button', { name: '變更訂單上限' }).click();
  await page.getByLabel('進行中訂單上限').selectOption('4');
  await page.getByLabel('理由').fill('往來穩定');
  await page.getByLabel('理由').press('Enter');
  await expect(page.getByText('4 筆（個別設定），目前 0 筆')).toBeVisible();
  await page.getByRole('button', { name: '變更多人鎖定' }).click();
  await page.getByLabel('理由').fill('有專人處理訂單');
  await page.getByRole('button', { name: '允許多人鎖定' }).click();
  await expect(page.getByRole('definition').filter({ hasText: /^允許$/ })).toBeVisible();
});

test('a number is blocked for a reason, found by its filters in the address, and let go again', async ({
  operator,
}) => {
  const { page } = await operator('risk');
  const number = `09${String(Date.now()).slice(-8)}`;
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.getByRole('button', { name: '新增封鎖' }).click();
  const sheet = page.getByRole('dialog', { name: '新增封鎖' });
  await sheet.getByLabel('內容').fill('12');
  await sheet.getByLabel('理由').fill('大量註冊');
  await sheet.getByLabel('理由').press('Enter');
  await expect(sheet.getByRole('alert')).toBeVisible();
  await sheet.getByLabel('內容').fill(number);
  await sheet.getByLabel('理由').press('Enter');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('search').getByLabel('內容').fill(number);
  await page.getByRole('button', { name: '搜尋' }).click();
  await expect(page.getByText('請先選擇項目')).toBeVisible();
  await page.getByLabel('項目').selectOption('mobile');
  await page.getByRole('button', { name: '搜尋' }).click();
  await expect(page).toHaveURL(new RegExp(`kind=mobile&pattern=${number}`));
  const rows = page.getByRole('table', { name: '註冊封鎖' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('生效中');
  await expect(rows.last()).not.toContainText(number.slice(1));
  await rows.last().getByRole('button', { name: '解除' }).click();
  await page.getByLabel('理由').fill('查無異常');
  await page.getByLabel('理由').press('Enter');
  await expect(rows.last()).toContainText('已結束');
});

test('a security question is added, reworded and retired, each for a reason', async ({ operator }) => {
  const { page } = await operator('admin');
  const text = `測試問題 ${Date.now()}？`;
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await page.getByRole('button', { name: '新增問題' }).click();
  await page.getByLabel('中文').fill(text);
  await page.getByLabel('英文').fill('Which harbour?');
  await page.getByLabel('理由').fill('會員建議');
  await page.getByLabel('理由').press('Enter');
  await page.getByRole('link', { name: text }).click();
  await page.getByRole('button', { name: '修改文字' }).click();
  await page.getByLabel('英文').fill('Which harbour do you like best?');
  await page.getByLabel('理由').fill('讓文字更清楚');
  await page.getByLabel('理由').press('Enter');
  await expect(page.getByRole('definition').getByText('Which harbour do you like best?')).toBeVisible();
  await page.getByRole('button', { name: '停用' }).click();
  await page.getByLabel('理由').fill('測試結束');
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await expect(page.getByRole('definition').getByText('已停用')).toBeVisible();
  await page.getByRole('link', { name: '變更紀錄' }).click();
  await expect(page.getByRole('table', { name: '稽核紀錄' })).toContainText('讓文字更清楚');
});

test('every screen stands up to axe, in both themes, and on a narrow window', async ({ operator }) => {
  const { page } = await operator('admin');
  for (const path of [
    '/',
    '/reviews',
    '/applications',
    '/members',
    '/roles',
    '/bank-cards',
    '/pay-accounts',
    '/register-block',
    '/questions',
    '/maintenance',
    '/settings',
    '/requests',
    '/operators',
    '/audit',
  ]) {
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
