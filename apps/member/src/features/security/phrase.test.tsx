import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

test('a phrase that is being removed stays that, also after a wrong password in the place of the code', async () => {
  const world = { ...fakeWorld(), phrase: '小熊維尼', secretForm: 'password' as const };
  world.member = { ...world.member, transpass: 'Coral5wave' };
  const { user } = openApp('/home?panel=phrase', fakeServices({ world }));
  await user.type(await screen.findByLabelText('新的防偽短語'), '阿嬤的 綠豆湯');
  await user.click(screen.getByRole('button', { name: '移除防偽短語' }));
  const sheet = within(await screen.findByRole('dialog', { name: '輸入交易密碼' }));
  for (const password of ['Coral6wave', 'Coral5wave']) {
    await user.type(await sheet.findByLabelText('輸入交易密碼'), password);
    await user.click(sheet.getByRole('button', { name: '確認' }));
  }
  expect(await screen.findByText('防偽短語已移除')).toBeTruthy();
  expect(world.phrase).toBeUndefined();
});
