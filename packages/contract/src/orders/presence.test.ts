import { describe, expect, it } from 'vitest';
import { isAskedAsAbsent, NEVER_SEEN, PRESENT_MS, presenceOf } from './presence.ts';

const HOUR = 3_600_000;
const seen = (agoMs: number | null, isSignedIn = true, isHidden = false) => ({ agoMs, isSignedIn, isHidden });

describe('the presence of a member', () => {
  it.each([
    ['who does something now', seen(0), 'online'],
    ['who did something 2 minutes ago', seen(PRESENT_MS), 'online'],
    ['who did so longer ago', seen(PRESENT_MS + 1), 'hour'],
    ['who has just signed out', seen(0, false), 'hour'],
    ['an hour later', seen(HOUR), 'hour'],
    ['after more than an hour', seen(HOUR + 1), 'day'],
    ['a day later', seen(24 * HOUR), 'day'],
    ['after more than a day', seen(24 * HOUR + 1), 'longer'],
    ['of whom nothing is known', NEVER_SEEN, 'longer'],
    ['who hides it', seen(0, true, true), null],
    ['who hides it and is away', seen(48 * HOUR, false, true), null],
  ])('%s', (_, last, presence) => {
    expect(presenceOf(last)).toBe(presence);
    expect(isAskedAsAbsent(last)).toBe(presence !== 'online');
  });
});
