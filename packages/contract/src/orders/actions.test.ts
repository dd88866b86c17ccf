import { describe, expect, it } from 'vitest';
import { allowedActions, mayAct, type ActionFacts } from './actions.ts';
import { ORDER_STATES } from './machine.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-01T06:00:00.000Z');
const PAYER: ActionFacts = { state: 'LOCKED', role: 'payer', isOwner: false, now: NOW };
const PAYEE: ActionFacts = { state: 'LOCKED', role: 'payee', isOwner: true, now: NOW };
const everything = () => true;

/** `release` where open, `paid (already-paid)` where closed. */
function listOf(facts: ActionFacts, built?: () => boolean): string[] {
  return allowedActions(facts, built).map(({ action, open, reason }) =>
    open ? action : `${action} (${reason})`,
  );
}

describe('the allowed actions of today', () => {
  it.each([
    ['ACCEPT_WAIT', ['paid (wait-for-owner)', 'cancel'], ['accept', 'decline', 'release (wait-for-owner)']],
    [
      'LOCKED',
      ['paid', 'cancel', 'ask-time', 'appeal (not-yet)'],
      ['request-cancel', 'extend', 'release', 'appeal (not-yet)'],
    ],
    [
      'GRACE',
      ['paid', 'cancel', 'ask-time (time-over)', 'appeal (not-yet)'],
      ['extend', 'release', 'appeal (not-yet)'],
    ],
    [
      'PAID',
      ['paid (already-paid)', 'cancel (already-paid)', 'request-cancel', 'appeal (not-yet)'],
      ['request-cancel', 'release', 'appeal (not-yet)'],
    ],
    [
      'STUCK_SELF',
      ['paid (already-paid)', 'cancel (already-paid)', 'request-cancel', 'appeal (not-yet)'],
      ['request-cancel', 'release', 'appeal (not-yet)'],
    ],
    [
      'STUCK_CASE',
      ['paid (already-paid)', 'cancel (already-paid)', 'request-cancel', 'offer-split'],
      ['request-cancel', 'release', 'offer-split'],
    ],
    ['FINISHED', ['appeal'], ['appeal']],
    ['CANCELLED', ['late-claim'], []],
    ['AUTO_CANCELLED', ['late-claim'], []],
    ['FORCE_CANCELLED', ['appeal'], ['appeal']],
  ] as const)('in %s are %j for the payer and %j for the payee', (state, payer, payee) => {
    expect(listOf({ ...PAYER, state })).toEqual(payer);
    expect(listOf({ ...PAYEE, state })).toEqual(payee);
  });

  it('go by payer and payee, whoever owns the listing', () => {
    expect(listOf({ ...PAYER, isOwner: true })).toEqual(listOf(PAYER));
    expect(listOf({ ...PAYEE, isOwner: false })).toEqual(listOf(PAYEE));
  });
});

describe('the allowed actions of the whole machine', () => {
  it.each([
    [
      'LOCKED',
      ['paid', 'cancel', 'ask-time', 'appeal (not-yet)'],
      ['request-cancel', 'extend', 'release', 'appeal (not-yet)'],
    ],
    [
      'GRACE',
      ['paid', 'cancel', 'ask-time (time-over)', 'appeal (not-yet)'],
      ['extend', 'release', 'appeal (not-yet)'],
    ],
    [
      'STUCK_SELF',
      ['paid (already-paid)', 'cancel (already-paid)', 'request-cancel', 'appeal'],
      ['request-cancel', 'release', 'appeal'],
    ],
    ['FINISHED', ['appeal'], ['appeal']],
    ['AUTO_CANCELLED', ['late-claim'], []],
  ] as const)('in %s are %j for the payer and %j for the payee', (state, payer, payee) => {
    const facts = { state, paidAt: NOW - 10 * MINUTE };
    expect(listOf({ ...PAYER, ...facts }, everything)).toEqual(payer);
    expect(listOf({ ...PAYEE, ...facts }, everything)).toEqual(payee);
  });

  it('ask the owner of a listing that asks first, and let the locker go', () => {
    expect(listOf({ ...PAYEE, state: 'ACCEPT_WAIT' }, everything)).toEqual([
      'accept',
      'decline',
      'release (wait-for-owner)',
    ]);
    expect(listOf({ ...PAYER, state: 'ACCEPT_WAIT' }, everything)).toEqual([
      'paid (wait-for-owner)',
      'cancel',
    ]);
  });

  it('hold the appeal back until 5 minutes after paid, and say when it opens', () => {
    const facts = { ...PAYEE, state: 'PAID', paidAt: NOW - 4 * MINUTE } as const;
    expect(allowedActions(facts, everything).find(({ action }) => action === 'appeal')).toEqual({
      action: 'appeal',
      open: false,
      reason: 'not-yet',
      opensAt: NOW + MINUTE,
    });
    expect(listOf({ ...facts, now: NOW + MINUTE }, everything)).toContain('appeal');
  });

  it('offer the answers to a request only while there is one to answer', () => {
    const paid = { state: 'PAID', paidAt: NOW } as const;
    expect(listOf({ ...PAYEE, ...paid }, everything)).not.toContain('allow-cancel');
    const asked = { ...paid, request: 'by-payer' } as const;
    expect(listOf({ ...PAYEE, ...asked }, everything)).toEqual(
      expect.arrayContaining(['allow-cancel', 'deny-cancel', 'deny-as-received', 'request-cancel']),
    );
    expect(listOf({ ...PAYER, ...asked }, everything)).toContain('request-cancel (wait-for-answer)');
    expect(listOf({ ...PAYER, ...asked }, everything)).not.toContain('allow-cancel');
  });

  it('let a split be agreed to by who did not offer it, and be declined or taken back by both', () => {
    const stuck = { state: 'STUCK_CASE', paidAt: NOW } as const;
    const splits = (facts: ActionFacts) => listOf(facts).filter((action) => action.includes('split'));
    expect(splits({ ...PAYEE, ...stuck })).toEqual(['offer-split']);
    expect(splits({ ...PAYEE, ...stuck, splitBy: 'payer' })).toEqual([
      'split',
      'offer-split',
      'decline-split',
    ]);
    expect(splits({ ...PAYER, ...stuck, splitBy: 'payer' })).toEqual(['offer-split', 'decline-split']);
  });

  it.each([
    ['cancel', { cancelsLeft: 0 }, 'limit-reached'],
    ['ask-time', { extensionCount: 2 }, 'limit-reached'],
    ['ask-time', { extensionMinutes: 60 }, 'limit-reached'],
    ['ask-time', { hasAskedTime: true }, 'wait-for-answer'],
    ['paid', { state: 'GRACE', lateClaimUsed: true }, 'used'],
  ] as const)('close %s for %j', (action, part, reason) => {
    expect(listOf({ ...PAYER, ...part }, everything)).toContain(`${action} (${reason})`);
  });

  it('close the questions about an ended order after 72 hours', () => {
    const ended = { ...PAYER, state: 'AUTO_CANCELLED', endedAt: NOW - 72 * 60 * MINUTE } as const;
    expect(listOf(ended, everything)).toEqual(['late-claim']);
    expect(listOf({ ...ended, now: NOW + 1 }, everything)).toEqual(['late-claim (time-over)']);
    expect(listOf({ ...ended, hasCase: true }, everything)).toEqual(['late-claim (in-case)']);
    const stoodStillMs = 40 * MINUTE;
    expect(listOf({ ...ended, stoodStillMs, now: NOW + stoodStillMs }, everything)).toEqual(['late-claim']);
    expect(listOf({ ...ended, stoodStillMs, now: NOW + stoodStillMs + 1 }, everything)).toEqual([
      'late-claim (time-over)',
    ]);
  });
});

describe('the details of where to pay', () => {
  it('are for the payer while it waits for the payment or has been paid, and after the end, never in the grace time', () => {
    expect(ORDER_STATES.filter((state) => mayAct('see-pay-details', state, ['payer', 'locker']))).toEqual([
      'LOCKED',
      'PAID',
      'STUCK_SELF',
      'STUCK_CASE',
      'FINISHED',
      'CANCELLED',
      'AUTO_CANCELLED',
      'FORCE_CANCELLED',
    ]);
    expect(ORDER_STATES.filter((state) => mayAct('see-pay-details', state, ['payee']))).toEqual([
      'STUCK_CASE',
    ]);
  });
});
