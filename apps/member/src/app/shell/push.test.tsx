import type { InboxRow } from '@holdfast/contract/calls';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { appError } from '@holdfast/contract/errors';
import { hidesNewsOf, isPushOffOf } from '#state/notifications/push-records.ts';
import { FAKE_PIN, keptPin } from '#test/fake-pin-lock.ts';
import { fakePush } from '#test/fake-push.ts';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { address, openApp } from '#test/render.tsx';

const row = (seq: number, type = 'orderPaid'): InboxRow => ({
  seq: String(seq),
  type,
  title: '',
  content: '',
  extra: { orderId: '501', serialNo: 'HF-1', nick: '阿德', quantity: 3000, coinType: 'TWD' },
  at: '2026-08-17T06:02:00.000Z',
});

/** The app at Home with a carrier that shows everything; who looks where is the carrier's to know. */
function openAlone(services: FakeServices) {
  const push = fakePush();
  const { shown } = push;
  const app = openApp('/home', { ...services, push });
  const arrive = (...rows: InboxRow[]) =>
    act(() => services.notices.change((waiting) => ({ rows: [...waiting.rows, ...rows] })));
  return { ...app, services, push, shown, arrive };
}

async function openCarried() {
  const app = openAlone(fakeServices());
  await screen.findByText('15,480');
  // Its code comes by itself, and what was there before it is no news.
  await waitFor(() => expect(app.push.starts).toBe(1));
  return app;
}

/** A member with a PIN on this device, whose stream says once that there is news. */
async function withPin(): Promise<FakeServices> {
  const services = fakeServices();
  services.preferences.kept = await keptPin(services.session.read()?.login.uid);
  await services.pinLock.start();
  async function* frames() {
    yield JSON.stringify({ type: 'opened', lastSeq: '7' });
    yield JSON.stringify({ type: 'inbox', rows: [{ title: 'secret' }] });
  }
  const never = () => new Promise<void>(() => {});
  services.live = async () => ({
    open: async () => ({ frames: frames() }),
    sleep: never,
    spread: () => 0,
  });
  return services;
}

describe('a message of the inbox on the device', () => {
  test('says what happened to which order, and neither who nor how much; each once', async () => {
    const { shown, arrive } = await openCarried();
    arrive(row(7));
    arrive(row(8, 'userWithdrawSuccess'));
    await waitFor(() => expect(shown).toHaveLength(2));
    expect(shown[0]).toMatchObject({ tag: 'inbox-7', title: '買家已付款，請到銀行查帳', body: '訂單 HF-1' });
    expect(shown[1]).toMatchObject({ tag: 'inbox-8', title: '提領成功', body: undefined });
    expect(JSON.stringify(shown)).not.toMatch(/阿德|3000/);
  });

  test('of an order opens it at a click, and does not come again as a dialog', async () => {
    const { shown, arrive, services } = await openCarried();
    arrive(row(7));
    await waitFor(() => expect(shown).toHaveLength(1));
    act(() => shown[0]?.onClick?.());
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid&orderId=501'));
    expect(services.notices.read().rows).toEqual([]);
    // What was answered meanwhile, or belongs to somebody who signed out, opens nothing any more.
    act(() => globalThis.history.replaceState(null, '', '/home'));
    act(() => shown[0]?.onClick?.());
    expect(address()).toBe('/home');
  });

  test('of another kind leaves the answer to its dialog', async () => {
    const { shown, arrive } = await openCarried();
    arrive(row(7, 'userRealNameReview'));
    await waitFor(() => expect(shown).toHaveLength(1));
    act(() => shown[0]?.onClick?.());
    expect(await screen.findByRole('alertdialog', { name: '實名驗證審核結果' })).toBeTruthy();
    expect(address()).toBe('/home');
  });

  test('is one of three at most after a long absence', async () => {
    const { shown, arrive } = await openCarried();
    const ofAnother = (seq: number): InboxRow => ({ ...row(seq), extra: { orderId: String(500 + seq) } });
    arrive(...Array.from({ length: 9 }, (_row, n) => ofAnother(n + 1)));
    await waitFor(() => expect(shown.map(({ tag }) => tag)).toEqual(['inbox-7', 'inbox-8', 'inbox-9']));
  });
});

describe('on a device where it should say less', () => {
  const signIn = (seq: number): InboxRow => ({
    ...row(seq, 'userNormalLogin'),
    extra: { device: 'Chrome · Windows', place: '臺北市', when: '2026-08-17T06:02:00.000Z' },
  });

  test('a sign-in is told with place and device, or as something about the safety of the account', async () => {
    const { shown, arrive, services } = await openCarried();
    arrive(signIn(7));
    await waitFor(() => expect(shown).toHaveLength(1));
    hidesNewsOf(services.shared).write(true);
    arrive(signIn(8), row(9));
    await waitFor(() => expect(shown).toHaveLength(3));
    expect(shown.map(({ title, body }) => [title, body])).toEqual([
      ['帳號已登入', '臺北市 · Chrome · Windows\n台北時間 8月17日 14:02'],
      ['帳號安全通知', undefined],
      ['穩付有新的通知', undefined],
    ]);
  });

  test('nothing is told where notifications were turned off', async () => {
    const { shown, arrive, services } = await openCarried();
    isPushOffOf(services.shared).write(true);
    arrive(row(7));
    isPushOffOf(services.shared).clear();
    arrive(row(8));
    await waitFor(() => expect(shown.map(({ tag }) => tag)).toContain('inbox-8'));
    expect(shown).toHaveLength(1);
  });
});

describe('while a PIN is set', () => {
  test('news is told under the lock, in general words, and nothing is asked for', async () => {
    const { shown, server } = openAlone(await withPin());
    await waitFor(() => expect(shown).toEqual([{ tag: 'inbox', title: '穩付有新的通知' }]));
    expect(server.asked.map(({ path }) => path)).toEqual(['/member/checkVersion']);
  });

  test('a message that arrives while it is open says no more than that either', async () => {
    const { shown, arrive, user } = openAlone(await withPin());
    await user.click(await screen.findByRole('button', { name: '解鎖' }));
    await user.keyboard(`${FAKE_PIN}{Enter}`);
    await screen.findByText('15,480');
    shown.splice(0);
    arrive(row(9));
    await waitFor(() => expect(shown).toMatchObject([{ tag: 'inbox-9', title: '穩付有新的通知' }]));
    expect(shown[0]?.body).toBeUndefined();
  });
});

describe('the question whether to notify', () => {
  const push = fakePush({ permission: 'denied' });
  const prompts = (services: FakeServices) => services.notices.read().prompts;

  test('is not put to a stranger who looks at the sign-in form', async () => {
    const services = fakeServices({ isSignedIn: false });
    openApp('/login', { ...services, push });
    await screen.findByRole('button', { name: '登入' });
    expect(prompts(services)).toEqual([]);
  });

  test('comes after the first sign-in, and from then on at the start', async () => {
    const services = fakeServices();
    openApp('/home', { ...services, push });
    await waitFor(() => expect(prompts(services)).toEqual(['notification-permission']));
    const later = fakeServices({ isSignedIn: false });
    later.shared.setItem('installId', '"0123456789abcdef0123456789abcdef"');
    openApp('/login', { ...later, push });
    await waitFor(() => expect(prompts(later)).toEqual(['notification-permission']));
  });
});

describe('the registration of this device', () => {
  const registrations = ({ server }: FakeServices) =>
    server.asked.filter(({ path }) => path === '/member/device/push-set').length;

  test('is made at the start, and refreshed every ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { services } = await openCarried();
    await waitFor(() => expect(registrations(services)).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    await waitFor(() => expect(registrations(services)).toBe(2));
    vi.useRealTimers();
  });

  test('is made anew when the session goes on under another token', async () => {
    const { services } = await openCarried();
    await waitFor(() => expect(registrations(services)).toBe(1));
    const uid = services.session.read()?.login.uid ?? '';
    act(() => services.session.placeToken(uid, 'y'.repeat(43)));
    await waitFor(() => expect(registrations(services)).toBe(2));
  });

  test('ends with a sign-out, and not because the time of a session is up', async () => {
    const { services, push } = await openCarried();
    await waitFor(() => expect(push.bound).toBeDefined());
    act(() => services.endSession(appError('SESSION_TIMEOUT')));
    await act(async () => {});
    expect(push.bound).toBeDefined();
    const again = await openCarried();
    await waitFor(() => expect(again.push.bound).toBeDefined());
    await act(() => again.services.signOut());
    await waitFor(() => expect(again.push.bound).toBeUndefined());
  });

  test('of somebody else ends when another member signs in', async () => {
    const services = fakeServices();
    const push = fakePush({ permission: 'granted', refuses: true });
    push.bound = 'somebody else';
    openApp('/home', { ...services, push });
    await waitFor(() => expect(push.bound).toBeUndefined());
  });

  test('brings a push message to the inbox, whose rows alone are shown', async () => {
    const { services, push } = await openCarried();
    const asked = () =>
      services.server.asked.filter(({ path }) => path === '/member/notification/list').length;
    services.shared.setItem(
      'inboxSeen',
      JSON.stringify({ uid: services.session.read()?.login.uid, seq: '7' }),
    );
    const before = asked();
    act(() => push.say({ kind: 'push' }));
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
  });

  test('leads to the order whose notification was pressed', async () => {
    const { push } = await openCarried();
    act(() => push.say({ kind: 'open', address: '/front-end-order?type=orderPaid&orderId=501' }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid&orderId=501'));
  });

  test.each([
    [true, '/home?panel=freeze'],
    [false, '/login?panel=freeze-account'],
  ])('leads to the freeze by 這不是我, with a session (%s) or by a proof', async (isSignedIn, expected) => {
    const push = fakePush();
    openApp(isSignedIn ? '/home' : '/login', { ...fakeServices({ isSignedIn }), push });
    await screen.findByRole('heading', { level: 1 });
    // The part that listens is loaded for itself.
    await waitFor(() => {
      act(() => push.say({ kind: 'open', address: '/home?panel=freeze' }));
      expect(address()).toBe(expected);
    });
  });
});
