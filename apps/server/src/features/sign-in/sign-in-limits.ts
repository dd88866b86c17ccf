import { networkBuckets, networkOf } from '#platform/limits/networks.ts';

/**
 * Limits of guessing (threats B1). All of them leak: what others have done wrong is gone by itself, and no delay is longer than half a
 * minute. None of them holds for an install that the account knows;
 * after ten wrong tries from it the account knows it no more (`member.device`).
 */

/** Sign-ins of a network in a minute, right and wrong. */
const RATE = { capacity: 30, drainSeconds: 60 } as const;
/** Wrong ones of a network at any accounts. Whoever shares it waits, at worst, 12 s. */
const WRONG = { capacity: 50, drainSeconds: 600 } as const;
/** Wrong ones of a network at one account: after five, one in half a minute. */
const PAIR = { capacity: 5, drainSeconds: 150 } as const;

export const DELAY_SECONDS_MAX = 30;

const DAY_SECONDS = 24 * 3600;
/** Wrong ones of all networks together at one account, in a day. Past them a password alone opens nothing from an install that is not known. */
const GUESSES_PER_DAY = 20;
/** How far a flood can fill it: the brake is off again a day after the last wrong password. */
const GUESSES_KEPT = 2 * GUESSES_PER_DAY;

interface At {
  readonly account: string;
  readonly address: string;
}

/** `from`: a network, or what the caller has shown besides the password. */
export const pairBucket = (account: string, from: string) => ({
  name: `wrong ${account} from ${from}`,
  ...PAIR,
});
export const guessBucket = (account: string) => ({
  name: `guesses ${account}`,
  capacity: GUESSES_KEPT,
  drainSeconds: (GUESSES_KEPT / GUESSES_PER_DAY) * DAY_SECONDS,
});
/** Lets a member be told of guesses once a day. */
export const toldBucket = (account: string) => ({
  name: `told of guesses ${account}`,
  capacity: 1,
  drainSeconds: DAY_SECONDS,
});

export const rateBuckets = ({ address }: At) => networkBuckets('sign-ins', address, RATE);
/** What a wrong password fills, and a right one gives back. */
export const wrongBuckets = ({ account, address }: At) => [
  ...networkBuckets('wrong', address, WRONG),
  pairBucket(account, networkOf(address)),
];

/** Whether the brake is on, by the level before this try. It has leaked a little since the first of twenty in a row. */
export const isBraked = (level: number): boolean => level >= GUESSES_PER_DAY - 1;
