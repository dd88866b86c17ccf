import { AppError } from '@holdfast/kernel';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallApi } from '../calls/call-api.ts';
import { createConnection, isNetworkError } from './connection.ts';

/** A device whose network and server a test takes away and gives back. */
function prepare(answerProbe?: () => Promise<void>) {
  const world = { isOnline: true, isServerThere: true, probes: 0 };
  const listeners: (() => void)[] = [];
  const answer = async () => {
    if (!world.isOnline || !world.isServerThere) throw new AppError('PROXY_UNREACHABLE');
  };
  const connection = createConnection({
    network: { isOnline: () => world.isOnline, onChange: (listener) => void listeners.push(listener) },
    probe: () => {
      world.probes += 1;
      return answerProbe?.() ?? answer();
    },
    spread: () => 1,
  });
  const states: string[] = [];
  connection.subscribe(() => states.push(connection.read()));
  const call = async (refusal?: AppError) => {
    const callApi = connection.watch((async () => {
      await answer();
      if (refusal) throw refusal;
    }) as unknown as CallApi);
    await callApi('/member/balanceinfo', {}).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
  };
  const setOnline = async (isOnline: boolean) => {
    world.isOnline = isOnline;
    for (const listener of listeners) listener();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { world, connection, states, call, setOnline };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the connection', () => {
  test('is lost when the device says so, and back when the server answers, not before', async () => {
    const { connection, setOnline, world } = prepare();
    await setOnline(false);
    expect(connection.read()).toBe('offline');
    world.isServerThere = false;
    await setOnline(true);
    expect(connection.read()).toBe('unreachable');
    world.isServerThere = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(connection.read()).toBe('online');
  });

  test('is not lost by one call that stumbles while the server answers', async () => {
    const { connection, states, world } = prepare();
    const stumble = connection.watch(() => Promise.reject(new AppError('PROXY_UNREACHABLE')));
    await stumble('/member/balanceinfo', {}).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect([states, world.probes]).toEqual([[], 1]);
  });

  test('is lost when neither a call nor the probe behind it is answered', async () => {
    const { connection, call, world } = prepare();
    world.isServerThere = false;
    await call();
    expect(connection.read()).toBe('unreachable');
  });

  test.each([
    ['an answer', undefined],
    ['a refusal', new AppError('ROLE_NOT_ALLOWED')],
  ])('stays lost at %s to what was sent before the device lost its network', async (_, refusal) => {
    const { connection, setOnline } = prepare();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const call = connection.watch((() => promise) as unknown as CallApi);
    const answered = call('/member/balanceinfo', {}).catch(() => {});
    await setOnline(false);
    if (refusal) reject(refusal);
    else resolve();
    await answered;
    expect(connection.read()).toBe('offline');
    await setOnline(true);
    expect(connection.read()).toBe('online');
  });

  test('stays lost at an answer that slips through while the device says it has no network; a probe proves it wrong', async () => {
    const { connection, setOnline, world } = prepare(async () => {
      if (!world.isServerThere) throw new AppError('PROXY_UNREACHABLE');
    });
    world.isServerThere = false;
    await setOnline(false);
    const call = connection.watch((() => Promise.resolve()) as unknown as CallApi);
    await call('/member/balanceinfo', {});
    expect(connection.read()).toBe('offline');
    world.isServerThere = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(connection.read()).toBe('online');
  });

  test('is back by a new probe when the one that was under way was sent before the network was lost', async () => {
    const answers: (() => void)[] = [];
    const { connection, setOnline } = prepare(() => new Promise<void>((resolve) => answers.push(resolve)));
    await setOnline(true);
    await setOnline(false);
    await setOnline(true);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([connection.read(), answers.length]).toEqual(['offline', 2]);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.read()).toBe('online');
  });

  test('is asked for with exponential back-off, fifteen seconds at the longest', async () => {
    const { call, world } = prepare();
    world.isServerThere = false;
    await call();
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return world.probes;
    };
    expect([await after(1000), await after(2000), await after(4000), await after(8000)]).toEqual([
      2, 3, 4, 5,
    ]);
    expect([await after(15_000), await after(15_000)]).toEqual([6, 7]);
  });

  test('is back with any answer, a refusal too', async () => {
    const { connection, call, world } = prepare();
    world.isServerThere = false;
    await call();
    world.isServerThere = true;
    await call(new AppError('ROLE_NOT_ALLOWED'));
    expect(connection.read()).toBe('online');
    const { probes } = world;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.probes).toBe(probes);
  });
});

test('a refusal is no error of the network', () => {
  expect(isNetworkError(new AppError('ROLE_NOT_ALLOWED'))).toBe(false);
  expect(isNetworkError(new AppError('CONNECTION_UNSTABLE'))).toBe(true);
  expect(isNetworkError(new Error('bug'))).toBe(false);
});
