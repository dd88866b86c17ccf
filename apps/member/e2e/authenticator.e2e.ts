import { authenticatorCode } from '@holdfast/testkit/setup';
import { freshAccountNumber, PASSWORD, REAL_NAME, type ApiMember } from './support/api-member.ts';
import {
  button,
  dialog,
  openEarlyRelease,
  readCode,
  signIn,
  slide,
  tickChecklist,
  typeSecret,
} from './support/hands.ts';
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

/** Adds one without a browser, and answers with its secret. */
async function addAuthenticator(who: ApiMember): Promise<string> {
  const asked = { purpose: 'authenticator', account: who.account, channel: 'mobile' } as const;
  const { id } = await who.call('/utils/otp/mobile/send', asked);
  const { ticket } = await who.call('/utils/otp/mobile/verify', { id, code: await readCode(who.mobile) });
  const { setup, secret } = await who.call('/member/security/authenticator-begin', { ticket });
  await who.call('/member/security/authenticator-finish', { setup, code: authenticatorCode(secret) });
  return secret;
}

test('on a new device an order is released with the authenticator in the place of a code that is sent', async ({
  open,
  books,
  member,
}) => {
  const [payee, buyer] = await Promise.all([member({ TWD: '500.00' }), member()]);
  const { card } = await payee.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: freshAccountNumber(),
    holderName: REAL_NAME,
  });
  const { listing } = await payee.call('/listing/create', {
    coin: 'TWD',
    quantity: '500.00',
    price: '1.0000',
    minQuantity: '500.00',
    maxQuantity: '500.00',
    payWindowMinutes: '15',
    cardIds: [card.id],
  });
  const lock = { listingId: listing.id, version: '1', quantity: '500.00' };
  const { order } = await buyer.call('/order/lock', lock);
  const secret = await addAuthenticator(payee);
  await books.ageAuthenticator(payee.account);

  const page = await open();
  await page.goto('/login');
  await signIn(page, payee.account, PASSWORD);
  const step = dialog(page, '第二步驗證');
  await button(page, '驗證器和備用碼都遺失了').click();
  await lookAt(page, 'what is left without the authenticator');
  await step.getByRole('textbox').fill(authenticatorCode(secret));
  await page.waitForURL('**/home');
  // On a new device a notice may come over the order at any time: it is closed.
  await page.addLocatorHandler(page.getByRole('alertdialog'), (news) =>
    news.getByRole('button').first().click(),
  );
  await page.goto(`/front-end-order?orderId=${order.orderId}`);
  await openEarlyRelease(page);
  await tickChecklist(page);
  await slide(page.getByRole('slider'));
  await button(page, '改用驗證器的驗證碼').click();
  await lookAt(page, 'a release by the authenticator');
  await dialog(page, '輸入驗證碼').getByRole('textbox').fill(authenticatorCode(secret, 1));
  await typeSecret(page);
  await expect(page.getByText(`已放行 500 TWD 給 ${buyer.nick}`)).toBeVisible();
  expect(await books.findings()).toEqual([]);
});
