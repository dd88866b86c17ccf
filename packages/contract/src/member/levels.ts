import type { Coin } from '@holdfast/kernel';
import { completionTenths, meetsCompletion, type EndedOrders } from '../orders/trade-record.ts';

/** What a member needs for a level. */
export interface LevelNeeds {
  /** Orders finished, as either side. */
  readonly finishedOrders: number;
  /** Members with whom they were finished: nobody rises by trading with a friend. */
  readonly partners: number;
  /** Percent of the ended orders that finished. */
  readonly completionPercent: number;
  /** Days since the registration. */
  readonly memberDays: number;
}

export const LEVEL_NEEDS = ['finishedOrders', 'partners', 'completionPercent', 'memberDays'] as const;
export type LevelNeed = (typeof LEVEL_NEEDS)[number];

/** A row of the table of levels: what a level opens, and what it needs. */
export interface Level {
  readonly level: number;
  /** Orders in progress at once. */
  readonly locksMax: number;
  /** Coin that was bought is not free at once. */
  readonly holdsCoin: boolean;
  /** Whole units of each coin that may be bought in a day, and as many that may be sold. */
  readonly dailyMax: Readonly<Record<Coin, number>>;
  readonly needs: LevelNeeds;
}

const NOTHING: LevelNeeds = { finishedOrders: 0, partners: 0, completionPercent: 0, memberDays: 0 };

/** What the levels are as long as operators have set nothing else (`levelsBy`). */
export const LEVELS: readonly Level[] = [
  {
    level: 0,
    locksMax: 1,
    holdsCoin: true,
    dailyMax: { TWD: 500_000, USDT: 16_000 },
    needs: NOTHING,
  },
  {
    level: 1,
    locksMax: 1,
    holdsCoin: true,
    dailyMax: { TWD: 1_000_000, USDT: 32_000 },
    needs: { finishedOrders: 5, partners: 3, completionPercent: 80, memberDays: 7 },
  },
  {
    level: 2,
    locksMax: 3,
    holdsCoin: false,
    dailyMax: { TWD: 3_000_000, USDT: 100_000 },
    needs: { finishedOrders: 20, partners: 10, completionPercent: 80, memberDays: 30 },
  },
];

/** The row of a level. One above the table opens what the last row does. `levels`: as operators have set them (`levelsBy`). */
export function levelOf(level: number, levels: readonly Level[]): Level {
  const last = levels.at(-1);
  const row = levels.find((each) => each.level === level) ?? last;
  if (!row) throw new TypeError('the table of levels has a row');
  return row;
}

/** What counts of a member for the levels. */
export interface LevelRecord extends EndedOrders {
  readonly partners: number;
  readonly days: number;
}

/** What of a level's needs the record does not meet. */
export function lackingFor(needs: LevelNeeds, record: LevelRecord): LevelNeed[] {
  const meets: Readonly<Record<LevelNeed, boolean>> = {
    finishedOrders: record.finished >= needs.finishedOrders,
    partners: record.partners >= needs.partners,
    completionPercent: meetsCompletion(record, needs.completionPercent),
    memberDays: record.days >= needs.memberDays,
  };
  return LEVEL_NEEDS.filter((need) => !meets[need]);
}

/** How much of a need the record has, as it is shown; undefined where it is not known yet. */
export function amountOf(need: LevelNeed, record: LevelRecord): number | undefined {
  if (need === 'finishedOrders') return record.finished;
  if (need === 'partners') return record.partners;
  if (need === 'memberDays') return record.days;
  const tenths = completionTenths(record);
  return tenths === undefined ? undefined : tenths / 10;
}

/**
 * The level that the record has earned, above the one the member has; undefined where that is none. Levels are earned one after the other: what a lower one
 * needs is needed for the higher one too, however operators have set the table.
 */
export function earnedLevel(
  level: number,
  record: LevelRecord,
  levels: readonly Level[],
): number | undefined {
  const above = levels.filter((each) => each.level > level);
  const missed = above.findIndex(({ needs }) => lackingFor(needs, record).length > 0);
  return (missed === -1 ? above : above.slice(0, missed)).at(-1)?.level;
}
