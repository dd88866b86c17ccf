import { minor, toOrderId, type MemberId, type OrderId } from '@holdfast/kernel';
import { announceSeed, approve, simulation, testDatabase } from '@holdfast/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  feeAccount,
  finish,
  issue,
  lock,
  memberAccount,
  memberBalances,
  orderEscrow,
  post,
  postMany,
  reconcile,
  withRetry,
  type Entry,
} from '../src/index.ts';
import { batches } from './arbitraries.ts';

const { db, owner } = await testDatabase();
const RING = 8;
const WORKERS = 12;
const coin = 'TWD';
const memberOf = (place: number) => `9${place % RING}` as MemberId;

beforeAll(async () => {
  announceSeed('ledger concurrency');
  // The deadlock that one test below brings about is found at once, not after the usual second.
  await sql`do $$ begin execute format('alter database %I set deadlock_timeout = 50', current_database()); end $$`.execute(
    owner,
  );
  const funds = Array.from({ length: RING }, (_, i) =>
    issue({ request: `ring-${i}`, member: memberOf(i), coin, quantity: minor(coin, 1_000_000n) }),
  );
  await approve(owner, funds);
  await postMany(db, funds);
});

let posted = 0;
function pass(from: number, to: number): Entry {
  posted += 1;
  const lines = [
    { account: memberAccount(memberOf(from), 'available', coin), amount: -1n },
    { account: memberAccount(memberOf(to), 'available', coin), amount: 1n },
  ];
  return { reference: `ring:${posted}`, kind: 'ring.pass', coin, lines };
}

/** Runs `step` from many callers at once until each has done its share; the plan comes from the seed. */
async function storm(steps: number, step: (plan: number) => Promise<unknown>): Promise<void> {
  const plan = fc.sample(fc.nat(), { seed: simulation.seed, numRuns: steps * simulation.scale });
  const work = async () => {
    for (let next = plan.pop(); next !== undefined; next = plan.pop()) await step(next);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

describe('a ring of members who pay each other both ways', { timeout: 30_000 * simulation.scale }, () => {
  it('never deadlocks, because every posting locks its accounts in one order', async () => {
    await storm(400, async (plan) => {
      const [from, to] = plan % 2 === 0 ? [plan, plan + 1] : [plan + 1, plan];
      const round = Array.from({ length: RING - 1 }, (_, i) => pass(plan + i, plan + i + 1));
      // Without a retry: a single deadlock fails the test.
      const entries = plan % 3 === 0 ? round : plan % 3 === 1 ? round.toReversed() : [pass(from, to)];
      expect(await postMany(db, entries)).toMatchObject({ ok: true });
    });
    expect(await reconcile(db)).toEqual([]);
  });

  it('succeeds by a retry when two transactions post twice in opposite order', async () => {
    const [meeting, won] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    let runs = 0;
    let holding = 0;
    const twice = (places: readonly [number, number]) =>
      withRetry(() =>
        db.transaction().execute(async (tx) => {
          runs += 1;
          if (runs > 2) await won.promise; // without a pause the two could deadlock again
          const results = [await post(tx, pass(places[0], places[0] + 1))];
          holding += 1;
          if (holding === 2) meeting.resolve();
          await meeting.promise; // each holds the row lock that the other needs next
          results.push(await post(tx, pass(places[1], places[1] + 1)));
          return results.every(({ ok }) => ok);
        }),
      );
    const both = [twice([0, 2]), twice([2, 0])];
    Promise.race(both).then(won.resolve, won.resolve);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(runs, 'one of the two ran twice').toBe(3);
    expect(await reconcile(db)).toEqual([]);
  });

  it('opens the same fresh accounts from many sides at once', async () => {
    await storm(120, async (plan) => {
      const order = toOrderId(`open-${plan % 15}`);
      const shared = [feeAccount(order, 'USDT'), orderEscrow(order, 'USDT', memberOf(1))] as const;
      const lines = [
        { account: shared[0], amount: -1n },
        { account: shared[1], amount: 1n },
      ];
      posted += 1;
      const entry: Entry = {
        reference: `open:${posted}`,
        kind: 'ring.open',
        coin: 'USDT',
        lines: plan % 2 === 0 ? lines : lines.toReversed(),
      };
      await approve(owner, [entry]);
      // Without a retry, as above.
      expect(await post(db, entry)).toMatchObject({ ok: true });
    });
    expect(await reconcile(db)).toEqual([]);
  });
});

it('lets an overdrawn balance go to exactly as many as it can pay', async () => {
  const poor = '800' as MemberId;
  const money = issue({ request: 'poor', member: poor, coin, quantity: minor(coin, 100n) });
  await approve(owner, [money]);
  await post(db, money);
  const orders = Array.from({ length: 14 }, (_, i) => toOrderId(`overdraw-${i}`));
  const results = await Promise.all(
    orders.map((order) =>
      post(db, lock({ order, version: 1, payee: poor, coin, quantity: minor(coin, 30n), from: 'available' })),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(3);
  expect(results.filter((result) => !result.ok && result.refuse === 'INSUFFICIENT_BALANCE')).toHaveLength(11);
  expect((await memberBalances(db, poor)).TWD).toMatchObject({ available: 10n, inOrder: 90n });
});

it(
  'keeps sound books under random batches from many sides, each reference once',
  { timeout: 60_000 * simulation.scale },
  async () => {
    const plan = batches(250 * simulation.scale, simulation.seed + 1);
    const work = async () => {
      for (let entries = plan.pop(); entries !== undefined; entries = plan.pop()) {
        const batch = entries;
        await postMany(db, batch); // without a retry, as above
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    expect(await reconcile(db)).toEqual([]);
  },
);

describe('the fees of trades', () => {
  const trade = (order: OrderId) =>
    ({ order, version: 2, payee: memberOf(0), coin, quantity: minor(coin, 10n) }) as const;
  const close = (order: OrderId, payer: string) =>
    finish({ ...trade(order), payer: payer as MemberId, fee: minor(coin, 1n), to: 'available' });
  const shard = (order: OrderId) => feeAccount(order, coin).key;
  const [first, sameShard, otherShard] = (() => {
    const orders = Array.from({ length: 100 }, (_, i) => toOrderId(`fee-${i}`));
    const one = orders[0] as OrderId;
    const same = orders.find((order) => order !== one && shard(order) === shard(one)) as OrderId;
    return [one, same, orders.find((order) => shard(order) !== shard(one)) as OrderId];
  })();

  beforeAll(async () => {
    for (const order of [first, sameShard, otherShard])
      await post(db, lock({ ...trade(order), version: 1, from: 'available' }));
  });

  it('make one trade wait for another only on the same one of 16 shards', async () => {
    await db.transaction().execute(async (tx) => {
      await post(tx, close(first, '701'));
      // The first trade is not committed yet and holds its shard.
      expect(await post(db, close(otherShard, '702'))).toMatchObject({ ok: true });
      const waiting = db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '200ms'`.execute(other);
        return post(other, close(sameShard, '703'));
      });
      await expect(waiting).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await post(db, close(sameShard, '703'))).toMatchObject({ ok: true });
  });
});
