import { describe, expect, it } from 'vitest';
import { findTransition } from './actions.ts';
import { ORDER_STATES } from './machine.ts';
import { TRANSITIONS } from './transitions.ts';
import {
  EVIDENCE,
  needsTwoToRule,
  RULING_NAMES,
  RULING_REASON_NAMES,
  rulingReasons,
  RULINGS,
  rulingsFor,
} from './rulings.ts';

describe('the rulings', () => {
  it('that end an order are never taken back by a relock: what they have found is counted once', () => {
    const ruledTo = TRANSITIONS.filter(({ resolution }) => resolution === 'operator').map(({ to }) => to);
    expect(ruledTo.length).toBeGreaterThan(0);
    for (const state of ruledTo) expect(RULINGS.relock.from).not.toContain(state);
  });

  it('are what the machine lets an operator do, in the same states', () => {
    for (const name of RULING_NAMES) {
      const { event, from } = RULINGS[name];
      if (event === null) continue;
      const open = ORDER_STATES.filter((at) => findTransition({ at }, event, 'operator') !== undefined);
      expect([name, [...from].toSorted()]).toEqual([name, open.toSorted()]);
    }
  });

  it.each([
    ['LOCKED', false, ['cancel']],
    ['STUCK_CASE', true, ['release', 'split', 'cancel']],
    ['AUTO_CANCELLED', true, ['relock', 'dismiss']],
    ['AUTO_CANCELLED', false, []],
    ['FINISHED', true, ['dismiss']],
  ] as const)('in %s, with a case %s, are %j', (state, hasCase, rulings) => {
    expect(rulingsFor({ state, hasCase })).toEqual(rulings);
  });

  it('use every reason, and have one of their own for everything else', () => {
    const used = new Set(RULING_NAMES.flatMap((name) => rulingReasons(name)));
    expect([...used].toSorted()).toEqual([...RULING_REASON_NAMES].toSorted());
    expect(RULING_NAMES.every((name) => rulingReasons(name).includes('other'))).toBe(true);
  });

  it.each([
    ['release', false, 10_000n, false],
    ['release', true, 10_001n, true],
    ['split', true, 10_001n, true],
    ['cancel', false, 10_000n, false],
    ['cancel', true, 1n, true],
    ['relock', true, 1n, true],
    ['dismiss', true, 999_999n, false],
  ] as const)('%s of an order that is paid (%s) over NT$ %s takes two: %s', (ruling, isPaid, payTwd, two) => {
    expect(needsTwoToRule(ruling, { isPaid, payTwd }, 10_000)).toBe(two);
  });

  it('name what they rest on', () => {
    for (const good of ['event-2', 'line-12', 'case-7', 'file-Ab_9']) expect(EVIDENCE.test(good)).toBe(true);
    for (const bad of ['event-', 'event', 'mail-2', 'line-1 2', '']) expect(EVIDENCE.test(bad)).toBe(false);
  });
});
