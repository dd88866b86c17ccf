import { authenticatorCode } from '@holdfast/testkit/setup';
import { PASSWORD } from './support/api-member.ts';
import { button, dialog, readCode, signIn, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** The authenticator as the second step of a sign-in, in a real browser against the running product. */

test('an authenticator is added, asked for at sign-in, takes a code once, and a recovery code stands in for it', async ({
  open,
  member,
}) => {
  const who = await member();
  const here = await open({ as: who });
  await here.goto('/home?panel=security');
  await dialog(here, '安全中心')
    .getByRole('link', { name: /^驗證器/ })
    .click();
  await button(here, '設定驗證器').click();
  await button(here, '下一步').click();
  await dialog(here, '先確認是您本人')
    .getByRole('textbox')
    .fill(await readCode(who.mobile));
  await button(here, '下一步').click();
  await typeSecret(here);
  const picture = dialog(here, '加到驗證器 App');
  await lookAt(here, 'an authenticator to take in');
  const address = await picture.getByRole('link').getAttribute('href');
  const secret = new URL(address ?? '').searchParams.get('secret') ?? '';
  await picture.getByRole('textbox').fill(authenticatorCode(secret));
  const codes = dialog(here, '請保存備用碼').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await lookAt(here, 'recovery codes');
  const recovery = (await codes.first().textContent()) ?? '';
  await here.getByLabel('我已保存備用碼').check();
  await button(here, '完成').click();
  await expect(here.getByText('使用中')).toBeVisible();
  await lookAt(here, 'an authenticator in use');

  const elsewhere = await open();
  await elsewhere.goto('/login');
  await signIn(elsewhere, who.account, PASSWORD);
  const step = dialog(elsewhere, '第二步驗證');
  await lookAt(elsewhere, 'the second step');
  const code = authenticatorCode(secret, 1);
  await step.getByRole('textbox').fill(code);
  await elsewhere.waitForURL('**/home');

  const third = await open();
  await third.goto('/login');
  await signIn(third, who.account, PASSWORD);
  const again = dialog(third, '第二步驗證');
  await again.getByRole('textbox').fill(code);
  await expect(again.getByText(/驗證碼不正確/).first()).toBeVisible();
  await button(third, '手機不在身邊，改用備用碼').click();
  await again.getByRole('textbox').fill(recovery);
  await button(third, '確認').click();
  await third.waitForURL('**/home');
  await third.goto('/home?panel=authenticator');
  await expect(third.getByText('還有 9 組備用碼')).toBeVisible();
});
