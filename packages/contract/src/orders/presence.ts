/** Whether a member is here, and how long ago they were: told coarsely, and to nobody of whoever hides it. */

/** A person is here for so long after the last thing that they did. The server keeps it to the minute, and the app tells of it before this is over. */
export const PRESENT_MS = 2 * 60_000;

const HOUR_MS = 3_600_000;

/** `hour`, `day`: within that time. `longer`: not for a day. */
export const PRESENCES = ['online', 'hour', 'day', 'longer'] as const;
export type Presence = (typeof PRESENCES)[number];

export interface LastSeen {
  /** Since the member last did something; null: never. */
  readonly agoMs: number | null;
  readonly isSignedIn: boolean;
  readonly isHidden: boolean;
}

/** Of whom nothing is known at all. */
export const NEVER_SEEN: LastSeen = { agoMs: null, isSignedIn: false, isHidden: false };

/** What others are told; null: nothing. */
export function presenceOf({ agoMs, isSignedIn, isHidden }: LastSeen): Presence | null {
  if (isHidden) return null;
  const ms = agoMs ?? Infinity;
  if (isSignedIn && ms <= PRESENT_MS) return 'online';
  if (ms <= HOUR_MS) return 'hour';
  return ms <= 24 * HOUR_MS ? 'day' : 'longer';
}

/**
 * Whether an owner is asked before a lock, because nobody should pay somebody who may not be there. Whoever hides it is asked always: the question itself
 * would tell of them otherwise.
 */
export const isAskedAsAbsent = (seen: LastSeen): boolean => presenceOf(seen) !== 'online';
