import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api-member.ts';
import { button, dialog, readCode, signIn, typeSecret } from './support/hands.ts';
import { lookAt } from './support/look.ts';
import { running } from './support/running.ts';
import { expect, test } from './support/test.ts';

/** Passkeys with Chromium's virtual authenticator, against the running product. */

// WebAuthn knows hosts by name only.
const ORIGIN = running.url.replace('127.0.0.1', 'localhost');

/** Puts one device into the browser, in place of the one before it; answers how to take it out. */
async function devicesOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  return async (): Promise<() => Promise<void>> => {
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
    return async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    };
  };
}

const rows = (page: Page) => page.getByRole('list', { name: '通行密鑰' }).getByRole('listitem');

/** The code to the mobile number, then the transaction secret. */
async function proveSelf(page: Page, mobile: string): Promise<void> {
  await button(page, '下一步').click();
  await dialog(page, '先確認是您本人')
    .getByRole('textbox')
    .fill(await readCode(mobile));
  await button(page, '下一步').click();
  await typeSecret(page);
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${ORIGIN}/home?panel=settings`);
  await button(page, '登出').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '登出' }).click();
}

test('two passkeys of two devices are added, renamed and used without a password, and one that is removed opens nothing', async ({
  open,
  member,
  books,
}) => {
  const who = await member();
  const page = await open();
  await page.goto(`${ORIGIN}/login`);
  const plugIn = await devicesOf(page);
  const unplugFirst = await plugIn();
  await signIn(page, who.account, PASSWORD);
  await page.waitForURL('**/home');
  await page.goto(`${ORIGIN}/home?panel=passkeys`);
  await button(page, '新增通行密鑰').click();
  await proveSelf(page, who.mobile);
  await expect(rows(page)).toHaveCount(1);
  await lookAt(page, 'a passkey');
  await signOut(page);
  await button(page, '用通行密鑰登入').click();
  await page.waitForURL('**/home');
  await page.goto(`${ORIGIN}/home?panel=passkeys`);
  await expect(rows(page).first()).toContainText('上次使用');

  await books.ageCodes(who.account);
  await unplugFirst();
  await plugIn();
  await button(page, '新增通行密鑰').click();
  await proveSelf(page, who.mobile);
  await expect(rows(page)).toHaveCount(2);
  await rows(page).last().getByRole('button', { name: /^管理/ }).click();
  await page.getByLabel('名稱').fill('客廳的電腦');
  await lookAt(page, 'the name of a passkey');
  await button(page, '儲存名稱').click();
  await button(page, '管理 客廳的電腦').click();
  await button(page, '移除這個通行密鑰').click();
  await books.ageCodes(who.account);
  await proveSelf(page, who.mobile);
  await expect(rows(page)).toHaveCount(1);
  await signOut(page);
  await button(page, '用通行密鑰登入').click();
  await expect(page.getByText(/這個通行密鑰未被接受/)).toBeVisible();
});
