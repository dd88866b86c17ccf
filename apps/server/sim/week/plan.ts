import fc from 'fast-check';

/** What will happen in a week, drawn from a seed before it begins: who trades when, who vanishes, what breaks. Times are minutes. */

export interface TradePlan {
  /** Since the week began. */
  readonly at: number;
  /** After the lock: the money really goes to the payee's bank. null: the payer vanishes, or never means to pay. */
  readonly paysAfter: number | null;
  /** After that, or after the lock where nothing is paid: the payer presses "paid". null: the payer vanishes. */
  readonly saysAfter: number | null;
  /** After the time to confirm has begun: the payee looks at the bank, and releases what has arrived. null: the payee vanishes. */
  readonly looksAfter: number | null;
  /** A payee who releases nothing, whatever has arrived, and asks to cancel. */
  readonly isPayeeDishonest: boolean;
  /** A payer who presses "paid" without having paid asks to cancel when nothing comes of it. */
  readonly givesUp: boolean;
  /** After the end of an order that was paid and cancelled: the payer comes back and says so. */
  readonly comesBackAfter: number;
  /** After a case has begun: an operator decides. */
  readonly rulesAfter: number;
}

export interface OutagePlan {
  readonly at: number;
  readonly minutes: number;
  /** Announced, or every process dies and nobody says so. */
  readonly kind: 'maintenance' | 'crash';
}

export interface WeekPlan {
  readonly trades: readonly TradePlan[];
  readonly outages: readonly OutagePlan[];
  /** When one process of several is killed, and started again at once. */
  readonly kills: readonly number[];
}

const HALF_DAY_MINUTES = 12 * 60;
const TRADES_A_HALF_DAY = 6;

const soonOrNever = (max: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );

const tradeWithin = (minutes: number): fc.Arbitrary<TradePlan> =>
  fc.record({
    at: fc.integer({ min: 0, max: minutes - 1 }),
    // The time to pay is a quarter of an hour; some are late.
    paysAfter: soonOrNever(18),
    saysAfter: soonOrNever(14),
    looksAfter: soonOrNever(25),
    isPayeeDishonest: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    givesUp: fc.boolean(),
    comesBackAfter: fc.integer({ min: 5, max: 60 * 60 }),
    rulesAfter: fc.integer({ min: 5, max: 30 * 60 }),
  });

/** The same for the same seed. Each half day has an outage of each kind and a kill; outages do not touch each other. */
export function planWeek(halfDays: number, seed: number): WeekPlan {
  const minutes = halfDays * HALF_DAY_MINUTES;
  const draw = <T>(arbitrary: fc.Arbitrary<T>, count: number, salt: number): T[] =>
    fc.sample(arbitrary, { numRuns: count, seed: seed + salt });
  const starts = draw(fc.integer({ min: 0, max: 250 }), halfDays * 2, 2);
  const lengths = draw(fc.integer({ min: 5, max: 90 }), halfDays * 2, 3);
  return {
    trades: draw(tradeWithin(minutes), halfDays * TRADES_A_HALF_DAY, 0).toSorted((a, b) => a.at - b.at),
    outages: starts.map((start, index) => ({
      at: (index * HALF_DAY_MINUTES) / 2 + start,
      minutes: lengths[index] ?? 0,
      kind: index % 2 === 0 ? 'maintenance' : 'crash',
    })),
    kills: draw(fc.integer({ min: 30, max: minutes }), halfDays, 1).toSorted((a, b) => a - b),
  };
}
