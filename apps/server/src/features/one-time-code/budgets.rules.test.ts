import { describe, expect, it } from 'vitest';
import { budgetsOf, paceOf } from './budgets.rules.ts';

const now = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('the pace of codes', () => {
  it('allows the first one', () => expect(paceOf([], now)).toEqual({ kind: 'free' }));

  it('allows one a minute, and says how long to wait', () => {
    expect(paceOf([ago(0)], now)).toEqual({ kind: 'too-soon', seconds: 60 });
    expect(paceOf([ago(59.5)], now)).toEqual({ kind: 'too-soon', seconds: 1 });
    expect(paceOf([ago(60)], now)).toEqual({ kind: 'free' });
  });

  it('allows five an hour, and says when the next one is allowed', () => {
    const five = [100, 200, 300, 400, 3000].map(ago);
    expect(paceOf(five.slice(0, 4), now)).toEqual({ kind: 'free' });
    expect(paceOf(five, now)).toEqual({ kind: 'too-many', until: new Date(now.getTime() + 600_000) });
  });
});

describe('the budgets of a code', () => {
  const keysOf = (draw: Partial<Parameters<typeof budgetsOf>[0]>) =>
    budgetsOf({
      channel: 'mobile',
      subject: '+886912345678',
      target: '+886912345678',
      network: '192.0.2.1',
      ...draw,
    }).map((budget) => budget.key);

  it('are the global one, the network and the block of numbers', () => {
    expect(keysOf({})).toEqual(['all mobile', 'network 192.0.2.1', 'block +886912345']);
  });

  it('are the same for a member and an unknown account', () => {
    expect(keysOf({ subject: 'someone01' })).toEqual(keysOf({ subject: 'someone01', target: '' }));
  });
});
