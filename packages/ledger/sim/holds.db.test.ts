import {
  afterFee,
  compareAmounts,
  feeMinor,
  minor,
  toOrderId,
  type MemberId,
  type Minor,
} from '@holdfast/kernel';
import { announceSeed, approve, simulation, testDatabase } from '@holdfast/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  cancel,
  claimDueLot,
  finish,
  issue,
  lock,
  memberBalances,
  openLot,
  openLots,
  type OwnLot,
  post,
  reconcile,
  releaseLot,
  relock,
  split,
  withRetry,
  type Entry,
  type Lot,
} from '../src/index.ts';

const database = await testDatabase();
const { db, owner } = database;
const coin = 'TWD';
const twd = (value: bigint) => minor(coin, value);
const PAYEE = '1' as MemberId;
const PAYERS = ['2', '3', '4'] as MemberId[];
const WORKERS = 4;
const DAYS = 6;

interface Trade {
  readonly payer: MemberId;
  readonly quantity: Minor<'TWD'>;
  readonly payerPart: Minor<'TWD'>;
  readonly how: 'finish' | 'split';
  readonly relocked: boolean;
  /** Days from the beginning; null: not held. */
  readonly dueDay: number | null;
}

const trades: fc.Arbitrary<Trade[]> = fc.array(
  fc
    .record({
      payer: fc.constantFrom(...PAYERS),
      value: fc.bigInt({ min: 2n, max: 5000n }),
      share: fc.nat(100),
      how: fc.constantFrom('finish' as const, 'split' as const),
      relocked: fc.boolean(),
      dueDay: fc.option(fc.integer({ min: 1, max: DAYS })),
    })
    .map(({ value, share, ...trade }) => ({
      ...trade,
      quantity: twd(value),
      payerPart: twd((value * BigInt(share)) / 100n),
    })),
  { minLength: 30, maxLength: 30 },
);

let lastOrder = 0;

/** Carries a trade out as a feature will: several entries, and the lot, in one transaction. Returns what the payer got. */
async function carryOut(trade: Trade, start: Date): Promise<bigint> {
  const { payer, quantity, payerPart, how, relocked, dueDay } = trade;
  const order = { order: toOrderId(String((lastOrder += 1))), payee: PAYEE, coin, quantity } as const;
  const version = relocked ? 4 : 2;
  const to = dueDay === null ? 'available' : 'hold';
  const payeePart = twd(quantity - payerPart);
  const got = how === 'finish' ? quantity : payerPart;
  const fee = feeMinor(got, 10);
  const ending: Entry<'TWD'> =
    how === 'finish'
      ? finish({ ...order, version, payer, fee, to })
      : split({ ...order, version, payer, payerPart, payeePart, fee, to });
  const arrives = afterFee(got, fee);
  await withRetry(() =>
    db.transaction().execute(async (tx) => {
      const entries = [
        lock({ ...order, version: 1, from: 'available' }),
        ...(relocked
          ? [cancel({ ...order, version: 2, to: 'available' }), relock({ ...order, version: 3 })]
          : []),
        ending,
      ];
      for (const entry of entries) expect(await post(tx, entry)).toMatchObject({ ok: true });
      if (dueDay === null || arrives === 0n) return;
      const dueAt = new Date(start.getTime() + dueDay * 86_400_000);
      await openLot(tx, ending, { order: order.order, version, member: payer, dueAt });
    }),
  );
  return arrives;
}

/** All lots of a member, page by page. */
async function allLots(member: (typeof PAYERS)[number]): Promise<Lot[]> {
  const lots: OwnLot[] = [];
  for (;;) {
    const last = lots.at(-1);
    const after = last && { micros: last.micros, order: BigInt(last.order) };
    const page = await openLots(db, { member, coin, after, limit: 2 });
    if (page.length === 0) return lots;
    lots.push(...page);
  }
}

/** Releases what is due from many sides at once; every lot that anybody released. */
async function releaseAll(): Promise<Lot[]> {
  const released: Lot[] = [];
  const work = async () => {
    for (;;) {
      const lot = await withRetry(() =>
        db.transaction().execute(async (tx) => {
          const due = await claimDueLot(tx);
          const posted = due && (await releaseLot(tx, due));
          if (posted && !posted.ok) throw new Error(posted.refuse);
          return due;
        }),
      );
      if (!lot) return;
      released.push(lot);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return released;
}

it(
  'holds each lot until its own time and frees it once, whatever was finished, split or relocked, by many workers at once',
  { timeout: 60_000 * simulation.scale },
  async () => {
    announceSeed('ledger holds');
    const funds = issue({ request: 'holds', member: PAYEE, coin, quantity: twd(10n ** 9n) });
    await approve(owner, [funds]);
    await post(db, funds);
    const { rows } = await sql<{ now: Date }>`select platform.app_now() as now`.execute(db);
    const start = rows[0]?.now ?? new Date();

    const free = new Map(PAYERS.map((payer) => [payer, 0n]));
    const held: { readonly payer: MemberId; readonly amount: bigint; readonly dueDay: number }[] = [];
    for (const plan of fc.sample(trades, { seed: simulation.seed, numRuns: simulation.scale }))
      for (const trade of plan) {
        const arrives = await carryOut(trade, start);
        const { payer, dueDay } = trade;
        if (dueDay === null) free.set(payer, (free.get(payer) ?? 0n) + arrives);
        else if (arrives > 0n) held.push({ payer, amount: arrives, dueDay });
      }

    for (let day = 0; day <= DAYS; day += 1) {
      // Some hours before a day's lots are due none of them is free, and some hours after all are.
      for (const hours of [-6, 6]) {
        await database.setClock(`${day} days ${hours} hours`);
        const [now, isOver] = [day, hours > 0];
        const released = await releaseAll();
        const dueNow = held.filter(({ dueDay }) => isOver && dueDay === now);
        expect(released.length, `day ${day} of seed ${simulation.seed}`).toBe(dueNow.length);
        for (const payer of PAYERS) {
          const mine = held.filter((lot) => lot.payer === payer);
          const isFree = ({ dueDay }: { dueDay: number }) => dueDay < now || (isOver && dueDay === now);
          const sum = (lots: typeof mine) => lots.reduce((total, { amount }) => total + amount, 0n);
          expect((await memberBalances(db, payer)).TWD).toMatchObject({
            available: (free.get(payer) ?? 0n) + sum(mine.filter(isFree)),
            onHold: sum(mine.filter((lot) => !isFree(lot))),
          });
          const lots = await allLots(payer);
          const heldStill = mine.filter((lot) => !isFree(lot)).map(({ amount }) => amount);
          expect(lots.map((lot): bigint => lot.quantity).toSorted(compareAmounts)).toEqual(
            heldStill.toSorted(compareAmounts),
          );
        }
        expect(await reconcile(db)).toEqual([]);
      }
    }
    await database.setClock('0');
    expect(await releaseAll()).toEqual([]);
  },
);
