import { ACTIVITY_REPORT_MS, INACTIVITY_TIMEOUT_MS } from '@holdfast/contract/constants';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { address, openApp } from '#test/render.tsx';
import { inactivityPart } from '../routes.tsx';

const MINUTE = 60_000;

// No test's clock runs while the code is on its way.
beforeAll(async () => {
  await inactivityPart.load();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The app at `at`, whose clocks stand still from now on. */
async function openStill(at = '/home?panel=settings', services = fakeServices()) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  const app = openApp(at, services);
  await screen.findByRole('dialog', { name: '設定' });
  return app;
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const question = () => screen.queryByRole('alertdialog', { name: '您還在嗎？' });

describe('the timer Behavior', () => {
  test('asks in the last minute whether somebody is there, and counts it down', async () => {
    await openStill();
    pass(59 * MINUTE - 1000);
    expect(question()).toBeNull();
    pass(1000);
    expect(within(screen.getByRole('alertdialog')).getByRole('timer').textContent).toBe('60 秒後登出');
    pass(45_000);
    expect(within(screen.getByRole('alertdialog')).getByRole('timer').textContent).toBe('15 秒後登出');
  });

  test('goes on for another hour when somebody stays, and the server hears of it', async () => {
    const { server, services } = await openStill();
    pass(59 * MINUTE);
    const before = server.asked.length;
    fireEvent.click(screen.getByRole('button', { name: '保持登入' }));
    expect(question()).toBeNull();
    expect(server.asked.slice(before).map(({ path }) => path)).toEqual(['/member/info/{account}']);
    pass(58 * MINUTE);
    expect(services.session.read()).toBeDefined();
    expect(question()).toBeNull();
  });

  test('asks until the press that answers is over, so that no part of it meets what lies beneath', async () => {
    const { services } = await openStill();
    pass(59 * MINUTE);
    const stay = screen.getByRole('button', { name: '保持登入' });
    act(() => void fireEvent.pointerDown(stay));
    expect(question()).not.toBeNull();
    act(() => void fireEvent.click(screen.getByRole('alertdialog')));
    expect(question()).toBeNull();
    pass(58 * MINUTE);
    expect(services.session.read()).toBeDefined();
  });

  test('removes the member data after the hour, says why, and leads back to the same panel', async () => {
    const { services, user } = await openStill();
    pass(INACTIVITY_TIMEOUT_MS);
    expect(services.session.read()).toBeUndefined();
    vi.useRealTimers();
    await waitFor(() => expect(address()).toBe('/login'));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('階段逾時');
    await user.keyboard('{Escape}');
    const { account, nick, uid } = services.server.world.member;
    act(() =>
      services.session.signIn({ account, nick, uid, access_token: 'y'.repeat(43) }, '00112233445566ff'),
    );
    await waitFor(() => expect(address()).toBe('/home?panel=settings'));
  });

  test('does not take the first touch after a sleep for somebody who was there', async () => {
    const { services } = await openStill();
    vi.setSystemTime(Date.now() + INACTIVITY_TIMEOUT_MS);
    act(() => void fireEvent.pointerDown(document.body));
    expect(services.session.read()).toBeUndefined();
  });

  test('signs out an app that is opened again after more than an hour', async () => {
    const services = fakeServices();
    services.shared.setItem('Behavior', String(Date.now() - INACTIVITY_TIMEOUT_MS));
    openApp('/home', services);
    await waitFor(() => expect(services.session.read()).toBeUndefined());
  });

  test('tells the server only of a person: without one there is no call', async () => {
    const { server } = await openStill();
    const calls = () => server.asked.filter(({ path }) => path === '/member/info/{account}').length;
    const before = calls();
    pass(3 * ACTIVITY_REPORT_MS);
    expect(calls()).toBe(before);
    fireEvent.keyDown(document.body, { key: 'a' });
    pass(1000);
    expect(calls()).toBe(before + 1);
    pass(ACTIVITY_REPORT_MS - 2000);
    expect(calls()).toBe(before + 1);
  });
});
