import { PASSWORD } from './support/api-member.ts';
import { button, dialog, readSafetyLesson, signIn } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { leaveAndComeBack, setPin, unlock } from './support/pin.ts';
import { expect, test } from './support/test.ts';

/** A listing that only who has its link can open: by somebody who has to sign in first, and by somebody whose wallet is locked. */

test('the link of a private listing opens it after a sign-in and behind the PIN lock, and ends when it is replaced', async ({
  open,
  seller,
  member,
}) => {
  test.setTimeout(120_000);
  const [{ seller: owner }, buyer, late] = await Promise.all([seller(), member(), member()]);
  const atDesk = await open({ as: owner, viewport: { width: 1280, height: 800 } });
  await atDesk.goto('/pendingOrder');
  await button(atDesk, '修改條件').click();
  await atDesk.getByRole('checkbox', { name: /不放在市場/ }).check();
  await button(atDesk, '儲存').click();
  await expect(atDesk.getByText('只限連結')).toBeVisible();
  await button(atDesk, '分享').click();
  const sheet = dialog(atDesk, '分享掛單');
  const link = await sheet.getByText(/\/transaction\?link=/).textContent();
  await lookAt(atDesk, 'the link of a private listing');

  // A browser in which nobody is signed in.
  const onPhone = await open();
  await onPhone.goto(link ?? '');
  await signIn(onPhone, buyer.account, PASSWORD);
  await expect(onPhone.getByRole('heading', { name: '分享給您的掛單' })).toBeVisible();
  await expect(onPhone.getByRole('heading', { name: owner.nick })).toBeVisible();
  await lookAt(onPhone, 'a shared listing');

  const locked = await open({ as: late });
  await setPin(locked);
  await locked.goto('/transaction');
  await unlock(locked);
  await expect(locked.getByRole('heading', { name: owner.nick })).toHaveCount(0);
  await locked.goto(link ?? '');
  await unlock(locked);
  await expect(locked.getByRole('heading', { name: owner.nick })).toBeVisible();

  await button(onPhone, '鎖定').click();
  await readSafetyLesson(onPhone);
  await onPhone.getByLabel('買入數量').fill('1000');
  await button(onPhone, '鎖定，準備付款').click();
  await onPhone.waitForURL(/front-end-order\?.*orderId=\d+/);

  await sheet.getByRole('button', { name: '換新的連結' }).click();
  await atDesk.getByRole('alertdialog').getByRole('button', { name: '換新的連結' }).click();
  await expect(atDesk.getByText('連結已換新，舊的不能用了')).toBeVisible();
  await locked.goto(link ?? '');
  await unlock(locked);
  await expect(locked.getByText('這個連結已經換新')).toBeVisible();
  await expect(locked.getByText(owner.nick)).toHaveCount(0);
  await leaveAndComeBack(locked);
});
