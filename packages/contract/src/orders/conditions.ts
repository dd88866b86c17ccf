import { meetsCompletion, type EndedOrders } from './trade-record.ts';

/** What the owner of a listing may ask of those who lock it. */
export interface Conditions {
  readonly minLevel: number;
  /** Orders finished, as either side. */
  readonly minFinished: number;
  /** Days since the registration. */
  readonly minDays: number;
  /** Percent of the ended orders that finished. Somebody of whom it is not known, because few have ended, meets it only where it is 0. */
  readonly minCompletion: number;
}

export const CONDITIONS = ['minLevel', 'minFinished', 'minDays', 'minCompletion'] as const;
export type ConditionName = (typeof CONDITIONS)[number];

export const NO_CONDITIONS: Conditions = { minLevel: 0, minFinished: 0, minDays: 0, minCompletion: 0 };

/** What the form offers; 0 asks nothing. */
export const CONDITION_CHOICES = {
  minLevel: [0, 1, 2, 3],
  minFinished: [0, 1, 10, 50],
  minDays: [0, 7, 30, 90],
  minCompletion: [0, 80, 90, 95],
} as const satisfies Readonly<Record<ConditionName, readonly number[]>>;

/** What counts of a locker. */
export interface LockerRecord extends EndedOrders {
  readonly level: number;
  readonly days: number;
}

/** The conditions that a locker does not meet. */
export function unmetConditions(
  asked: Conditions,
  { level, finished, ended, days }: LockerRecord,
): ConditionName[] {
  const meets: Readonly<Record<ConditionName, boolean>> = {
    minLevel: level >= asked.minLevel,
    minFinished: finished >= asked.minFinished,
    minDays: days >= asked.minDays,
    minCompletion: meetsCompletion({ finished, ended }, asked.minCompletion),
  };
  return CONDITIONS.filter((name) => !meets[name]);
}

/** Whom a member can block or keep as a favourite at most: a list that a person still reads. */
export const RELATIONS_MAX = 200;
