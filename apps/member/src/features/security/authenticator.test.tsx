import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;
const panelNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function prove({ user }: App) {
  await user.click(await screen.findByRole('button', { name: '下一步' }));
  await user.type(await screen.findByLabelText('六位數驗證碼'), FAKE_CODE);
}

async function giveSecret({ user }: App, text: string) {
  await user.click(await screen.findByRole('button', { name: '下一步' }));
  const sheet = within(await screen.findByRole('dialog', { name: '輸入交易密碼' }));
  for (const digit of text) await user.click(sheet.getByRole('button', { name: digit }));
}

test('an authenticator is added with a code and the secret, and its recovery codes are kept before one goes on', async () => {
  const world = fakeWorld();
  const app = openApp('/home?panel=authenticator', fakeServices({ world }));
  await app.user.click(await screen.findByRole('button', { name: '設定驗證器' }));
  await prove(app);
  await giveSecret(app, world.member.transpass);
  const panel = await panelNamed('加到驗證器 App');
  expect(panel.getByRole('img', { name: '驗證器的 QR 圖' })).toBeTruthy();
  expect(panel.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  const field = () => panel.getByLabelText<HTMLInputElement>('驗證器的六位數驗證碼');
  await app.user.type(field(), '000000');
  expect((await panel.findAllByText(/驗證碼不正確/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(field().value).toBe(''));
  await app.user.type(field(), FAKE_CODE);
  const codes = await panelNamed('請保存備用碼');
  expect(codes.getByText('K7M2Q-9XHTA')).toBeTruthy();
  const done = codes.getByRole('button', { name: '完成' });
  expect(done.getAttribute('aria-disabled')).toBe('true');
  await app.user.click(codes.getByRole('checkbox', { name: '我已保存備用碼' }));
  await app.user.click(done);
  expect(await screen.findByText('使用中')).toBeTruthy();
});

test('an authenticator is removed with two codes and the secret; a wrong one is asked again', async () => {
  const world = { ...fakeWorld(), authenticator: 'on' as const };
  const app = openApp('/home?panel=authenticator', fakeServices({ world }));
  await app.user.click(await screen.findByRole('button', { name: '移除驗證器' }));
  await prove(app);
  await app.user.type(await screen.findByLabelText('驗證器的六位數驗證碼'), '000000');
  await giveSecret(app, world.member.transpass);
  expect((await screen.findAllByText(/驗證碼不正確/)).length).toBeGreaterThan(0);
  await app.user.type(screen.getByLabelText('驗證器的六位數驗證碼'), FAKE_CODE);
  await giveSecret(app, world.member.transpass);
  expect(await screen.findByRole('button', { name: '設定驗證器' })).toBeTruthy();
});

test('recovery codes that run out are said to, and so is an authenticator that is suspended', async () => {
  openApp(
    '/home?panel=authenticator',
    fakeServices({ world: { ...fakeWorld(), authenticator: 'on', recoveryCodesLeft: 2 } }),
  );
  expect(await screen.findByText('還有 2 組備用碼')).toBeTruthy();
  expect(screen.getByText(/備用碼快用完了/)).toBeTruthy();
});
