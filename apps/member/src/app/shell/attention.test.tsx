import type { InboxRow } from '@holdfast/contract/calls';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FAKE_PIN, keptPin } from '#test/fake-pin-lock.ts';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { openApp } from '#test/render.tsx';

/** What draws attention beside the screen: sounds, the name of the tab, the number on the app's icon. */

const NEWS = '穩付有新的通知';
const NOW = '2026-08-17T06:02:00.000Z';
let made = 100;
const row = (type: string, extra: Record<string, unknown> = {}, at = NOW): InboxRow => ({
  seq: String((made += 1)),
  type,
  title: '',
  content: '',
  extra: {
    type,
    orderId: String(600 + made),
    serialNo: 'HF-1',
    nick: '阿德',
    transactionType: 'out',
    ...extra,
  },
  at,
});

/** The device: the tones that were heard, and the number on the icon. Sounds are free of each other here: which tab plays is tested where they are made. */
let tones: number[] = [];
let icon = -1;
class FakeAudio {
  readonly state = 'running';
  readonly currentTime = 0;
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect() {},
  });
  createOscillator = () => {
    const frequency = { value: 0 };
    return { frequency, connect() {}, start: () => void tones.push(frequency.value), stop() {} };
  };
}
vi.stubGlobal('AudioContext', FakeAudio);
Object.assign(navigator, {
  setAppBadge: async (count: number) => {
    icon = count;
  },
});
const NEEDS_YOU = [660, 880];
const TOLD = [520];

let isHidden = false;
Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
function look(hidden: boolean) {
  isHidden = hidden;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
beforeEach(() => {
  isHidden = false;
  tones = [];
  icon = -1;
});

async function open(services: FakeServices = fakeServices()) {
  const app = openApp('/home', services);
  await screen.findByText('15,480');
  const arrive = (...rows: InboxRow[]) =>
    act(() => services.notices.change((waiting) => ({ rows: [...waiting.rows, ...rows] })));
  return { ...app, services, arrive };
}

describe('sounds', () => {
  test('are off until the member wants them, and are heard when they are switched on', async () => {
    const services = fakeServices();
    const { user } = openApp('/home?panel=settings', services);
    const box = await screen.findByRole('checkbox', { name: /提示音/ });
    act(() => services.notices.change(() => ({ rows: [row('orderPaid')] })));
    expect(tones).toEqual([]);
    await user.click(box);
    await waitFor(() => expect(tones).toEqual(NEEDS_YOU));
    expect(services.settings.read().sounds).toBe(true);
    await user.click(box);
    expect([services.settings.read().sounds, tones]).toEqual([false, NEEDS_YOU]);
  });

  test('tell what asks for something from what does not, once for what comes together', async () => {
    const { services, arrive } = await open();
    services.settings.change({ sounds: true });
    arrive(row('orderFinish'));
    arrive(row('orderFinish'), row('orderPaid'));
    await waitFor(() => expect(tones).toEqual([...TOLD, ...NEEDS_YOU]));
  });

  test('are not made of what the member did, of what is old, in a hidden tab, or for the same message again', async () => {
    const { services, arrive } = await open();
    services.settings.change({ sounds: true });
    arrive(row('orderLock', { own: true }));
    arrive(row('orderPaid', {}, '2026-08-17T06:00:30.000Z'));
    look(true);
    arrive(row('orderPaid'));
    look(false);
    act(() => services.notices.change(({ rows }) => ({ rows: [...rows] })));
    expect(tones).toEqual([]);
    arrive(row('orderPaid'));
    await waitFor(() => expect(tones).toEqual(NEEDS_YOU));
  });

  test('are not made under the closed PIN lock, nor of what waited under it', async () => {
    const services = fakeServices();
    services.settings.change({ sounds: true });
    services.preferences.kept = await keptPin(services.session.read()?.login.uid);
    await services.pinLock.start();
    const { user } = openApp('/home', services);
    const unlock = await screen.findByRole('button', { name: '解鎖' });
    act(() => services.notices.change(() => ({ rows: [row('orderPaid')] })));
    await user.click(unlock);
    await user.keyboard(`${FAKE_PIN}{Enter}`);
    await screen.findByRole('alertdialog');
    expect(tones).toEqual([]);
  });
});

describe('the name of a hidden tab', () => {
  test('says that there is news and nothing of it, until somebody looks', async () => {
    const { arrive } = await open();
    const own = document.title;
    look(true);
    arrive(row('orderPaid'));
    expect(document.title).toBe(NEWS);
    look(false);
    expect(document.title).toBe(own);
  });

  test('says nothing of what the member did, nor to whoever looks', async () => {
    const { arrive } = await open();
    const own = document.title;
    arrive(row('orderPaid'));
    look(true);
    arrive(row('orderLock', { own: true }));
    expect(document.title).toBe(own);
  });

  test('is its own again when the session ends', async () => {
    const { services, arrive } = await open();
    look(true);
    arrive(row('orderPaid'));
    await act(() => services.signOut());
    await waitFor(() => expect(document.title).not.toBe(NEWS));
  });
});

describe('the number on the icon', () => {
  test('is what the bell counts, stays under the PIN lock, and goes with the session', async () => {
    const services = fakeServices();
    services.preferences.kept = await keptPin(services.session.read()?.login.uid);
    await services.pinLock.start();
    const { user } = openApp('/home', services);
    await user.click(await screen.findByRole('button', { name: '解鎖' }));
    await user.keyboard(`${FAKE_PIN}{Enter}`);
    await screen.findByText('15,480');
    act(() => services.notices.change(() => ({ rows: [row('orderPaid'), row('orderFinish')] })));
    await waitFor(() => expect(icon).toBe(2));
    act(() => services.page.leave());
    await screen.findByRole('button', { name: '點一下螢幕解鎖' });
    expect(icon).toBe(2);
    act(() => services.endSession());
    await waitFor(() => expect(icon).toBe(0));
  });
});
