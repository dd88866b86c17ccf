import { appError } from '@holdfast/contract/errors';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { openApp } from '#test/render.tsx';

const UNTIL = '2026-08-17T07:30:00.000Z';

describe('a maintenance', () => {
  test('takes the place of every screen as soon as a call meets it, and gives it back by itself', async () => {
    const app = openApp('/home');
    await screen.findByRole('navigation', { name: '主選單' });
    app.world.maintenanceUntil = UNTIL;
    app.server.set('/member/balanceinfo', appError('MAINTENANCE', { until: UNTIL }));
    await app.services.callApi('/member/balanceinfo', {}).catch(() => {});
    expect(await screen.findByRole('heading', { name: '系統維護中' })).toBeTruthy();
    expect(screen.getByText(/預計台北時間 15:30 恢復服務/)).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
    delete app.world.maintenanceUntil;
    app.server.set('/member/balanceinfo', undefined);
    await app.user.click(screen.getByRole('button', { name: '立即檢查' }));
    expect(await screen.findByRole('navigation', { name: '主選單' })).toBeTruthy();
  });

  test('to come is announced above the screen', async () => {
    const world = { ...fakeWorld(), maintenancePlanned: { from: '2026-08-17T07:00:00.000Z', until: UNTIL } };
    openApp('/home', fakeServices({ world }));
    expect(await screen.findByText(/系統將於台北時間 15:00 至 15:30 維護/)).toBeTruthy();
    expect(await screen.findByRole('navigation', { name: '主選單' })).toBeTruthy();
  });
});

describe('a message of operators about a maintenance', () => {
  const maintenanceMessage = { zhTW: '<b>資料庫升級</b>', en: 'A new database' };

  test('stands as plain text beside its announcement', async () => {
    const maintenancePlanned = { from: '2026-08-17T07:00:00.000Z', until: UNTIL };
    openApp('/home', fakeServices({ world: { ...fakeWorld(), maintenancePlanned, maintenanceMessage } }));
    expect(await screen.findByText('<b>資料庫升級</b>')).toBeTruthy();
  });

  test('and on the screen that takes the place of every other one', async () => {
    openApp(
      '/home',
      fakeServices({ world: { ...fakeWorld(), maintenanceUntil: UNTIL, maintenanceMessage } }),
    );
    await screen.findByRole('heading', { name: '系統維護中' });
    expect(screen.getByText('<b>資料庫升級</b>')).toBeTruthy();
  });
});

describe('a newer version', () => {
  test('is offered, and once put off not spoken of again', async () => {
    const services = fakeServices({ world: { ...fakeWorld(), newestVersion: '0.2.0' } });
    const { user } = openApp('/home', services);
    expect(await screen.findByText('有新版本 0.2.0')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '稍後' }));
    await waitFor(() => expect(screen.queryByText('有新版本 0.2.0')).toBeNull());
    expect(services.shared.getItem('dismissedVersion')).toBe('0.2.0');
  });

  test('that must be taken closes the app, also where one signs in', async () => {
    const world = { ...fakeWorld(), minimumVersion: '0.2.0', newestVersion: '0.3.0' };
    openApp('/login', fakeServices({ isSignedIn: false, world }));
    expect(await screen.findByRole('heading', { name: '請更新穩付' })).toBeTruthy();
    expect(screen.getByText(/這個版本（0.1.0）已停止服務，更新到 0.3.0/)).toBeTruthy();
    expect(screen.queryByLabelText('帳號')).toBeNull();
  });

  test('that must be taken is covered by no prompt: nothing else can be done here', async () => {
    const world = { ...fakeWorld(), minimumVersion: '0.2.0', newestVersion: '0.3.0' };
    const services = fakeServices({ isSignedIn: false, world });
    services.notices.change(() => ({ prompts: ['notification-permission'] }));
    openApp('/login', services);
    expect(await screen.findByRole('heading', { name: '請更新穩付' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(services.notices.read().prompts).toEqual(['notification-permission']);
    world.minimumVersion = '0.1.0';
    await act(() => services.status.refresh());
    expect(await screen.findByRole('alertdialog', { name: '訂閱通知' })).toBeTruthy();
  });
});
