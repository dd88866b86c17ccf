import { describe, expect, it } from 'vitest';
import { APPEAL_REASONS, appealFaults, appealReasons, CASE_TEXT_MAX } from './appeal.ts';
import { ORDER_STATES } from './machine.ts';

const SIDES = ['payer', 'payee'] as const;

describe('the reasons of an appeal', () => {
  it('are all offered to somebody, and each list ends with another one', () => {
    const offered = SIDES.flatMap((role) => ORDER_STATES.map((state) => appealReasons(role, state)));
    expect([...new Set(offered.flat())].toSorted()).toEqual([...APPEAL_REASONS].toSorted());
    for (const reasons of offered) expect(reasons.at(-1)).toBe('other');
  });

  it.each([
    ['payer', 'PAID', { reason: 'not-released', text: '' }, []],
    ['payee', 'PAID', { reason: 'not-released', text: '' }, ['reason']],
    ['payee', 'STUCK_SELF', { reason: 'other', text: '' }, ['text']],
    ['payee', 'STUCK_SELF', { reason: 'other', text: 'x'.repeat(CASE_TEXT_MAX) }, []],
    ['payee', 'STUCK_SELF', { reason: 'other', text: 'x'.repeat(CASE_TEXT_MAX + 1) }, ['text']],
    ['payee', 'FINISHED', { reason: 'released-by-mistake', text: '' }, ['text']],
    ['payer', 'FINISHED', { reason: 'released-by-mistake', text: 'so' }, ['reason']],
  ] as const)('of the %s in %s: %j lacks %j', (role, state, appeal, faults) =>
    expect(appealFaults({ role, state }, appeal)).toEqual(faults),
  );
});
