import { INACTIVITY_TIMEOUT_MS, SESSION_LIFETIME_MS } from '@holdfast/contract/constants';

export const END_REASONS = [
  'takeover',
  'signed-out',
  'operator',
  'password',
  'freeze',
  'idle',
  'absolute',
] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface SessionTimes {
  readonly createdAt: Date;
  readonly activeAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
}

export type SessionVerdict =
  | { readonly kind: 'live' }
  /** Ended before it expired: the member is told why. */
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly at: Date }
  /** Expired. */
  | { readonly kind: 'timed-out'; readonly reason: 'idle' | 'absolute' };

/** Decides whether a session is live at `now`. A recorded end wins over an expiry by the clock; of the two expiries the earlier one counts. */
export function decideSession(session: SessionTimes, now: Date): SessionVerdict {
  const { endReason, endedAt } = session;
  if (endReason !== null && endedAt !== null) {
    return endReason === 'idle' || endReason === 'absolute'
      ? { kind: 'timed-out', reason: endReason }
      : { kind: 'ended', reason: endReason, at: endedAt };
  }
  const absolute = session.createdAt.getTime() + SESSION_LIFETIME_MS;
  const idle = session.activeAt.getTime() + INACTIVITY_TIMEOUT_MS;
  if (now.getTime() < Math.min(absolute, idle)) return { kind: 'live' };
  return { kind: 'timed-out', reason: idle < absolute ? 'idle' : 'absolute' };
}

/** What stands in user agents, and the name of it; the first that is found counts, because most of them name their forefathers too. */
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/** Names a device by its user agent, well enough for its owner to recognise it. */
export function nameDevice(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const words = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((word) => word !== undefined);
  return words.length === 0 ? '—' : words.join(' · ');
}
