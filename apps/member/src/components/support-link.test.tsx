import { appError } from '@holdfast/contract/errors';
import { act, cleanup, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const link = () => screen.findByRole('link', { name: '聯絡客服（在新分頁開啟）' });

async function signInForbidden(reason: string, supportUrl?: string) {
  const services = fakeServices({
    isSignedIn: false,
    world: { ...fakeWorld(), ...(supportUrl !== undefined && { supportUrl }) },
  });
  services.server.set('/member/login', appError('LOGIN_FORBIDDEN', { reason }));
  const { user } = openApp('/login', services);
  await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
  await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1{Enter}');
  expect(await screen.findByText('這個帳號目前不能登入')).toBeTruthy();
}

describe('the way to customer service stands', () => {
  test('at a sign-in that an operator has forbidden, and opens a page that is told nothing', async () => {
    await signInForbidden('operator');
    const way = await link();
    expect(way.getAttribute('href')).toBe('https://support.example/');
    expect([way.getAttribute('target'), way.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  test('at no sign-in that its member lifts alone, and nowhere without a safe address', async () => {
    await signInForbidden('freeze');
    expect(screen.queryByRole('link', { name: /客服/ })).toBeNull();
    cleanup();
    await signInForbidden('operator', 'javascript:alert(1)');
    expect(screen.queryByRole('link', { name: /客服/ })).toBeNull();
  });

  test.each(['password', 'operator'])(
    'in the dialog that says what ended the session: %s',
    async (reason) => {
      const { services } = openApp('/home');
      await screen.findByText('15,480');
      act(() => services.failures.report(appError('NOT_SIGNED_IN', { reason })));
      expect((await link()).closest('[role=alertdialog]')).toBeTruthy();
    },
  );

  test('in a notice of a change that somebody else may have made', async () => {
    const { services } = openApp('/home');
    await screen.findByText('15,480');
    const row = { seq: '7', type: 'mailChanged', title: '', content: '', extra: {}, at: '' };
    act(() => services.notices.change(() => ({ rows: [row] })));
    expect((await link()).closest('[role=alertdialog]')).toBeTruthy();
  });

  test.each(['freeze', 'debug-log'])('in the panel that names it, over Home: %s', async (panel) => {
    openApp(`/home?panel=${panel}`);
    expect((await link()).closest('[role=dialog]')).toBeTruthy();
  });
});
