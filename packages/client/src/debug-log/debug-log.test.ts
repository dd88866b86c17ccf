import { DEBUG_LOG_BYTES_MAX, DEBUG_LOG_DIVIDER, DEBUG_LOG_FREE_BYTES } from '@holdfast/contract/constants';
import type { AppError } from '@holdfast/kernel';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageStorage } from '../storage/areas.ts';
import { text } from '../storage/read.ts';
import { debugModeOf } from './records.ts';
import { createStored } from '../storage/stored.ts';
import { createDebugLog, type CallRecord } from './debug-log.ts';
import { createLogPieces } from './log-pieces.ts';
import { maskRecord } from './mask.ts';

const CALL: CallRecord = {
  path: '/member/login',
  at: Date.parse('2026-08-17T06:02:00.000Z'),
  tookMs: 40,
  input: { account: 'amberlin88', password: 'Abcde1', installId: 'f'.repeat(32) },
  output: { account: 'amberlin88', access_token: 'A'.repeat(43), nick: '予安', uid: '1001' },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function prepare({ isKept = true, debugMod = 'open' } = {}) {
  const area = pageStorage();
  const shared = pageStorage({ debugMod });
  const told: string[] = [];
  const report = (error: AppError) => void told.push(error.code);
  const loadMask = async () => maskRecord;
  const log = createDebugLog({ area, isKept, mode: debugModeOf(shared), report, loadMask });
  const settle = () => vi.advanceTimersByTimeAsync(5000);
  return { log, area, shared, told, settle };
}

describe('the debug log', () => {
  test('writes req, resp and error of each call, parted by a divider line', async () => {
    const { log, settle } = prepare();
    log.record(CALL);
    log.record({
      path: '/member/balanceinfo',
      at: CALL.at,
      tookMs: 2,
      input: {},
      error: { name: 'FAULT', code: 11000 },
    });
    await settle();
    const entries = (await log.text()).split(DEBUG_LOG_DIVIDER).map((entry) => JSON.parse(entry) as object);
    expect(entries.map((entry) => Object.keys(entry))).toEqual([
      ['at', 'call', 'tookMs', 'req', 'resp'],
      ['at', 'call', 'tookMs', 'req', 'error'],
    ]);
    expect(entries[1]).toMatchObject({ call: '/member/balanceinfo', error: { name: 'FAULT', code: 11000 } });
  });

  test('never writes a secret, a token or a whole account', async () => {
    const { log, area, settle } = prepare();
    log.record(CALL);
    await settle();
    const written = JSON.stringify(
      Array.from({ length: area.length }, (_, n) => area.getItem(area.key(n) ?? '')),
    );
    expect(written).toContain('/member/login');
    for (const secret of ['Abcde1', 'A'.repeat(43), 'f'.repeat(32), 'amberlin88'])
      expect(written).not.toContain(secret);
  });

  test.each([
    ['open', 2],
    ['errorOnly', 1],
    ['close', 0],
    ['nonsense', 2],
  ])('with debugMod %s keeps %i of a call that worked and one that failed', async (debugMod, kept) => {
    const { log, settle } = prepare({ debugMod });
    log.record(CALL);
    log.record({ path: '/member/balanceinfo', at: 0, tookMs: 0, input: {}, error: { name: 'OFFLINE' } });
    await settle();
    expect((await log.text()).split(DEBUG_LOG_DIVIDER).filter(Boolean)).toHaveLength(kept);
  });

  test('holds what was not written yet, also for somebody who clears it in the same moment', async () => {
    const { log, settle } = prepare();
    log.record(CALL);
    const saved = log.text();
    log.clear();
    expect(await saved).toContain('/member/login');
    await settle();
    expect(await log.text()).toBe('');
  });

  test('says once that it is full, then is silent until it is cleared', async () => {
    const { log, area, told, settle } = prepare();
    area.setItem('debugLog.1', 'x'.repeat(DEBUG_LOG_BYTES_MAX - DEBUG_LOG_FREE_BYTES));
    for (let count = 0; count < 3; count += 1) {
      log.record(CALL);
      await settle();
    }
    expect(told).toEqual(['LOG_OVERFLOW']);
    log.clear();
    log.record(CALL);
    await settle();
    expect(await log.text()).toContain('/member/login');
  });

  test('says once that a device keeps none', async () => {
    const { log, told, settle } = prepare({ isKept: false });
    log.record(CALL);
    log.record(CALL);
    await settle();
    expect(told).toEqual(['LOG_UNSUPPORTED']);
  });
});

/** A storage that holds no more than `most` characters. */
function small(most: number) {
  const area = pageStorage();
  const set = area.setItem.bind(area);
  area.setItem = (key, value) => {
    const others = Array.from({ length: area.length }, (_, n) => area.key(n) ?? '').filter(
      (one) => one !== key,
    );
    const sum = others.reduce((total, one) => total + (area.getItem(one) ?? '').length, 0);
    if (sum + value.length > most) throw new DOMException('full', 'QuotaExceededError');
    set(key, value);
  };
  return area;
}

describe('room in the storage', () => {
  test('is left free by the log, in a browser that gives less than most too', () => {
    const area = small(1_000_000);
    const pieces = createLogPieces(area);
    while (pieces.add('y'.repeat(10_000)));
    expect(pieces.isFull()).toBe(true);
    expect(1_000_000 - pieces.size()).toBeGreaterThanOrEqual(DEBUG_LOG_FREE_BYTES);
  });

  test('is made by the log for whatever the app has to keep', () => {
    const area = small(200_000);
    for (let number = 1; number <= 3; number += 1) area.setItem(`debugLog.${number}`, 'z'.repeat(60_000));
    createStored({ area, key: 'idempotencyKeys', read: text }).write('a'.repeat(50_000));
    expect(area.getItem('idempotencyKeys')).toHaveLength(50_002);
    expect(area.getItem('debugLog.1')).toBeNull();
    expect(area.getItem('debugLog.3')).not.toBeNull();
  });
});
