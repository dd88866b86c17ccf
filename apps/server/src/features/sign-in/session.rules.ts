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
  /** Ended by somebody: the member is told why. */
  | { readonly kind: 'ended'; readonly reason: EndReason; readonly at: Date }
  /** Ran out by itself. */
  | { readonly kind: 'timed-out'; readonly reason: 'idle' | 'absolute' };

/** What a session is worth at `now`. An end that is on record wins over one that the clock would give. */
export function decideSession(session: SessionTimes, now: Date): SessionVerdict {
  const { endReason, endedAt } = session;
  if (endReason !== null && endedAt !== null) {
    return endReason === 'idle' || endReason === 'absolute'
      ? { kind: 'timed-out', reason: endReason }
      : { kind: 'ended', reason: endReason, at: endedAt };
  }
  if (now.getTime() - session.createdAt.getTime() >= SESSION_LIFETIME_MS)
    return { kind: 'timed-out', reason: 'absolute' };
  if (now.getTime() - session.activeAt.getTime() >= INACTIVITY_TIMEOUT_MS)
    return { kind: 'timed-out', reason: 'idle' };
  return { kind: 'live' };
}

/** A device in words, from what its browser says of itself: enough to recognise one's own. */
export function nameDevice(userAgent: string): string {
  const system = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(userAgent)?.[0] ?? '';
  const browser = /Edg|OPR|Firefox|Chrome|Safari/.exec(userAgent)?.[0] ?? '';
  const names: Readonly<Record<string, string>> = {
    'Mac OS X': 'macOS',
    CrOS: 'ChromeOS',
    Edg: 'Edge',
    OPR: 'Opera',
  };
  const words = [browser, system].filter((word) => word !== '').map((word) => names[word] ?? word);
  return words.length === 0 ? '—' : words.join(' · ');
}

/** The network's prefix of an address: as near to a place as this product can tell without location data. */
export function networkPrefix(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(address);
  if (v4) return `${v4[1]}.*.*`;
  const groups = address.split(':');
  return groups.length > 2 ? `${groups.slice(0, 3).join(':')}:*` : '—';
}
