import { INACTIVITY_TIMER_NAME } from '@holdfast/contract/constants';
import { beforeEach, describe, expect, test } from 'vitest';
import { pageStorage } from '@holdfast/client/storage';
import { createTimers } from './inactivity.ts';

const NAME = INACTIVITY_TIMER_NAME;
const MINUTE = 60_000;
let clock = { wall: 0, steady: 0 };
const clocks = { wall: () => clock.wall, steady: () => clock.steady };

/** Both clocks go on, as they do while somebody looks. */
const pass = (ms: number) => {
  clock = { wall: clock.wall + ms, steady: clock.steady + ms };
};

// The wall clock says 2026, the steady one has run for a second.
beforeEach(() => {
  clock = { wall: 1_786_946_520_000, steady: 1000 };
});

/** `createStored` listens to the window for other tabs; here there is none. */
const shared = () => pageStorage();

describe('a timer by name', () => {
  test('runs from its start, from its reset anew, and not at all once it is cleared', () => {
    const timers = createTimers(shared(), clocks);
    expect(timers.elapsedMs(NAME)).toBeUndefined();
    timers.start(NAME);
    pass(5 * MINUTE);
    expect(timers.elapsedMs(NAME)).toBe(5 * MINUTE);
    timers.reset(NAME);
    pass(MINUTE);
    expect(timers.elapsedMs(NAME)).toBe(MINUTE);
    timers.clear(NAME);
    expect(timers.elapsedMs(NAME)).toBeUndefined();
  });

  test('is one timer in two tabs: a reset in either counts in both', () => {
    const area = shared();
    const [one, other] = [createTimers(area, clocks), createTimers(area, clocks)];
    one.start(NAME);
    pass(50 * MINUTE);
    other.reset(NAME);
    pass(20 * MINUTE);
    expect(one.elapsedMs(NAME)).toBe(20 * MINUTE);
    expect(other.elapsedMs(NAME)).toBe(20 * MINUTE);
  });

  test('does not become shorter when the device clock is set back', () => {
    const timers = createTimers(shared(), clocks);
    timers.start(NAME);
    pass(MINUTE);
    expect(timers.elapsedMs(NAME)).toBe(MINUTE);
    clock.wall -= 24 * 60 * MINUTE;
    pass(59 * MINUTE);
    expect(timers.elapsedMs(NAME)).toBe(60 * MINUTE);
  });

  test('counts a sleep in which only the wall clock went on', () => {
    const timers = createTimers(shared(), clocks);
    timers.start(NAME);
    pass(MINUTE);
    expect(timers.elapsedMs(NAME)).toBe(MINUTE);
    clock.wall += 3 * 60 * MINUTE;
    expect(timers.elapsedMs(NAME)).toBe(181 * MINUTE);
  });

  test('goes on in an app that was closed and is opened again', () => {
    const area = shared();
    createTimers(area, clocks).start(NAME);
    clock = { wall: clock.wall + 90 * MINUTE, steady: 5 };
    expect(createTimers(area, clocks).elapsedMs(NAME)).toBe(90 * MINUTE);
  });
});
