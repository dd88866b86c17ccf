import { toMemberId } from '@holdfast/kernel';
import { describe, expect, it } from 'vitest';
import {
  admissionOf,
  budgetsOf,
  paceOf,
  poolOf,
  weightOf,
  type Asker,
  type Budgets,
  type RecentCode,
} from './budgets.rules.ts';

const member = toMemberId(7n);
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
  const namesOf = ({ network, others }: Budgets) =>
    [network, ...others].flatMap((budget) => budget?.name ?? []);
  const target = '+886912345678';
  const asked = { channel: 'mobile', purpose: 'forgotten', subject: 'someone01', target } as const;
  const named = { channel: 'mobile', purpose: 'register', subject: target, target } as const;

  it('are the network, and the block of a number that the caller names', () => {
    expect(namesOf(budgetsOf({ kind: 'anonymous' }, named))).toEqual([
      'codes to addresses',
      'codes anybody block +886912345',
    ]);
    expect(namesOf(budgetsOf({ kind: 'anonymous' }, asked))).toEqual(['codes to accounts']);
  });

  it('are others where there is nobody to send to, so that such codes use up none', () => {
    const nowhere = { ...asked, target: undefined };
    expect(namesOf(budgetsOf({ kind: 'anonymous' }, nowhere))).toEqual(['codes to nowhere']);
  });

  it('are charged alike from a network that the account has signed in from, which must not show', () => {
    const familiar = { kind: 'familiar', network: '192.0.2.0/24' } as const;
    expect(budgetsOf(familiar, asked)).toEqual(budgetsOf({ kind: 'anonymous' }, asked));
  });

  it.each(['own', 'session', 'known', 'new'] as const)(
    'of a member who asks as %s are those of a number that the member names, and of no network',
    (kind) => {
      expect(namesOf(budgetsOf({ kind, member }, asked))).toEqual([]);
      expect(namesOf(budgetsOf({ kind, member }, named))).toEqual([
        'codes of members to +886912345678',
        'codes member block +886912345',
      ]);
    },
  );
});

it('weighs ten while the breaker is open, for who is anonymous and for nobody else', () => {
  expect(weightOf({ kind: 'anonymous' }, false)).toBe(1);
  expect(weightOf({ kind: 'anonymous' }, true)).toBe(10);
  const others: Asker[] = [
    { kind: 'sign-in' },
    { kind: 'own', member },
    { kind: 'session', member },
    { kind: 'known', member },
    { kind: 'familiar', network: '192.0.2.0/24' },
  ];
  expect(others.map((asker) => weightOf(asker, true))).toEqual([1, 1, 1, 1, 1]);
});

describe('a code after others for the same subject', () => {
  const code = (seconds: number, more: Partial<RecentCode> = {}): RecentCode => ({
    at: ago(seconds),
    pool: 'anonymous',
    isSameDevice: false,
    isSent: true,
    ...more,
  });
  const admission = (recent: RecentCode[], asker: Asker = { kind: 'anonymous' }) =>
    admissionOf(recent, { asker, purpose: 'forgotten', now });
  const five = [100, 200, 300, 400, 500].map((seconds) => code(seconds));

  it('is withheld in silence where strangers have asked for too many', () =>
    expect(admission(five)).toEqual({ told: { kind: 'free' }, isWithheld: true }));

  it('is withheld by no code that was not sent', () =>
    expect(admission(five.map((it) => ({ ...it, isSent: false })))).toEqual({
      told: { kind: 'free' },
      isWithheld: false,
    }));

  it('is told what its own device has asked for', () =>
    expect(admission([code(10, { isSameDevice: true })]).told).toEqual({ kind: 'too-soon', seconds: 50 }));

  it('counts those of its own kind alone', () =>
    expect(admission(five, { kind: 'known', member })).toEqual({
      told: { kind: 'free' },
      isWithheld: false,
    }));

  it("counts a member's own alone, whoever else has named the same address", () => {
    const ofAnother = { kind: 'known', member: toMemberId(8n) } as const;
    const theirs = five.map((it) => ({ ...it, pool: poolOf(ofAnother) }));
    expect(admission(theirs, { kind: 'known', member }).told).toEqual({ kind: 'free' });
    expect(admission(theirs, ofAnother).told.kind).toBe('too-many');
  });

  it('of a sign-in meets no end of its own device: wrong passwords ask for codes too', () => {
    const own = five.map((it) => ({ ...it, pool: 'sign-in', isSameDevice: true, isSent: false }));
    expect(admission(own, { kind: 'sign-in' })).toEqual({ told: { kind: 'free' }, isWithheld: false });
  });
});
