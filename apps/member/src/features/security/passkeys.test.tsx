import { screen, within } from '@testing-library/react';
import { AppError } from '@holdfast/kernel';
import { expect, test } from 'vitest';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { FAKE_CEREMONY, type FakePasskey } from '#test/fake-passkeys.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;
type User = App['user'];

const ADDRESS = '/home?panel=passkeys';
const passkey = (more: Partial<FakePasskey> = {}): FakePasskey => ({
  id: '1',
  name: 'Safari · iPhone',
  addedAt: '2026-07-01T04:00:00.000Z',
  usedAt: null,
  isSuspended: false,
  ...more,
});

const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));

/** A code to an address, then the transaction secret. */
async function proveSelf(user: User, secret: string) {
  await press(user, '下一步');
  await user.type(await screen.findByLabelText('六位數驗證碼'), FAKE_CODE);
  await press(user, '下一步');
  const sheet = within(await screen.findByRole('dialog', { name: '輸入交易密碼' }));
  for (const digit of secret) await user.click(sheet.getByRole('button', { name: digit }));
}

const rows = async () =>
  within(await screen.findByRole('list', { name: '通行密鑰' })).getAllByRole('listitem');

test('a passkey is added with a code, the secret and the answer of the device', async () => {
  const services = fakeServices();
  const { user } = openApp(ADDRESS, services);
  expect(await screen.findByText('還沒有通行密鑰')).toBeTruthy();
  await press(user, '新增通行密鑰');
  await proveSelf(user, fakeWorld().member.transpass);
  expect(await rows()).toHaveLength(1);
});

test('who breaks the question of the device off tries again without another code', async () => {
  const services = fakeServices();
  services.passkeyAnswers.make = undefined;
  const { user } = openApp(ADDRESS, services);
  await press(user, '新增通行密鑰');
  await proveSelf(user, fakeWorld().member.transpass);
  expect(await screen.findByText(/裝置沒有建立通行密鑰/)).toBeTruthy();
  services.passkeyAnswers.make = FAKE_CEREMONY;
  await press(user, '再試一次');
  expect(await rows()).toHaveLength(1);
});

test('a key that was not accepted is made anew, and after ten minutes everything is asked again', async () => {
  const services = fakeServices();
  services.passkeyAnswers.make = 'something else';
  const { user } = openApp(ADDRESS, services);
  await press(user, '新增通行密鑰');
  await proveSelf(user, fakeWorld().member.transpass);
  expect((await screen.findAllByText(/這個通行密鑰未被接受/)).length).toBeGreaterThan(0);
  services.server.set('/member/security/passkey-finish', new AppError('TICKET_INVALID'));
  await press(user, '再試一次');
  await press(user, '重新開始');
  expect(await screen.findByRole('button', { name: '下一步' })).toBeTruthy();
});

test('a passkey is renamed, and the one that is removed is gone', async () => {
  const world = fakeWorld();
  world.passkeys = [
    passkey({ usedAt: '2026-07-02T04:00:00.000Z' }),
    passkey({ id: '2', name: 'Chrome · Windows' }),
  ];
  const { user } = openApp(ADDRESS, fakeServices({ world }));
  expect(await rows()).toHaveLength(2);
  expect(screen.getByText(/上次使用/)).toBeTruthy();
  await press(user, '管理 Chrome · Windows');
  const field = await screen.findByLabelText('名稱');
  await user.clear(field);
  await user.type(field, '公司電腦');
  await press(user, '儲存名稱');
  await press(user, '管理 公司電腦');
  await press(user, '移除這個通行密鑰');
  await proveSelf(user, world.member.transpass);
  expect(await rows()).toHaveLength(1);
});

test('a passkey that a freeze has suspended is said to be, and why', async () => {
  const world = fakeWorld();
  world.passkeys = [passkey({ isSuspended: true })];
  const { user } = openApp(ADDRESS, fakeServices({ world }));
  expect(await screen.findByText('已停用')).toBeTruthy();
  await press(user, '管理 Safari · iPhone');
  expect(await screen.findByText(/凍結前 72 小時內/)).toBeTruthy();
});
