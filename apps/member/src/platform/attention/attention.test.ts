import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The browser's parts: one tab of several, an audio device that may be asleep, an icon that may be missing. */

let state: AudioContextState = 'running';
let tones: number[] = [];

class FakeAudio {
  currentTime = 0;
  destination = {};
  get state() {
    return state;
  }
  // Asleep until somebody touches the page: the browser's promise says nothing until then.
  resume = () => new Promise<void>(() => {});
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect() {},
  });
  createOscillator = () => {
    const frequency = { value: 0 };
    return { frequency, connect() {}, start: () => void tones.push(frequency.value), stop() {} };
  };
}

/** Web Locks of one name: held by one at a time, and refused to another who asks only if it is free. */
function fakeLocks() {
  let isHeld = false;
  return {
    async request(_: string, __: object, act: (lock: object | null) => Promise<void>) {
      if (isHeld) return act(null);
      isHeld = true;
      await act({});
      isHeld = false;
    },
  };
}

async function load() {
  vi.resetModules();
  return import('./attention.ts');
}

beforeEach(() => {
  vi.useFakeTimers();
  state = 'running';
  tones = [];
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('navigator', { locks: fakeLocks() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what needs the member rises, what is told is one tone', async () => {
  const attention = await load();
  void attention.play('needs-you');
  await vi.advanceTimersByTimeAsync(2000);
  void attention.play('told');
  await vi.advanceTimersByTimeAsync(2000);
  expect(tones).toEqual([660, 880, 520]);
});

test('of two windows that hear of a message one plays', async () => {
  const [one, other] = [await load(), await load()];
  void one.play('told');
  void other.play('told');
  await vi.advanceTimersByTimeAsync(2000);
  expect(tones).toEqual([520]);
});

test('a page that nobody has touched is silent, and does not sound later', async () => {
  state = 'suspended';
  const attention = await load();
  void attention.play('told');
  await vi.advanceTimersByTimeAsync(600);
  state = 'running';
  await vi.advanceTimersByTimeAsync(5000);
  expect(tones).toEqual([]);
});

test('a browser without sound or without an icon does nothing', async () => {
  vi.stubGlobal('AudioContext', undefined);
  Reflect.deleteProperty(globalThis, 'AudioContext');
  const attention = await load();
  void attention.play('told');
  attention.badge(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(tones).toEqual([]);
});

test('the icon has the number, and one that refuses is no fault', async () => {
  const shown: number[] = [];
  const setAppBadge = async (count: number) => {
    shown.push(count);
    throw new Error('not installed');
  };
  vi.stubGlobal('navigator', { locks: fakeLocks(), setAppBadge });
  const attention = await load();
  attention.badge(3);
  attention.badge(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([3, 0]);
});
