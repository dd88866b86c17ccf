import { openDatabase } from '@holdfast/database';
import { minor, type MemberId, type OrderId } from '@holdfast/kernel';
import { TEST_TIMEOUTS } from '@holdfast/testkit/setup';
import { finish, lock, post } from '../src/index.ts';

/**
 * The victim of the crash test. For each number of its plan it locks and finishes an order in one transaction, stops where it is told
 * to, says so and waits to be killed. Without a place to stop it works through the plan and says what was committed.
 */
const { url, orders, stopAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  orders: OrderId[];
  stopAt?: string;
};
const database = openDatabase({
  url,
  name: 'crash',
  max: 4,
  timeouts: TEST_TIMEOUTS,
  onIdleError: () => {},
});

async function reach(place: string, order: string): Promise<void> {
  if (place !== stopAt) return;
  process.stdout.write(`${place} ${order}\n`);
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

async function trade(order: OrderId): Promise<void> {
  const base = { order, payee: '1' as MemberId, coin: 'TWD' as const, quantity: minor('TWD', 10n) };
  await database.db.transaction().execute(async (tx) => {
    await reach('begun', order);
    await post(tx, lock({ ...base, version: 1, from: 'available' }));
    await reach('locked', order);
    const done = await post(
      tx,
      finish({ ...base, version: 2, payer: '2' as MemberId, fee: minor('TWD', 1n), to: 'available' }),
    );
    if (!done.ok) throw new Error(done.refuse);
    await reach('finished', order);
  });
  await reach('committed', order);
  if (stopAt === undefined) process.stdout.write(`done ${order}\n`);
}

const work = async () => {
  for (let order = orders.pop(); order !== undefined; order = orders.pop()) await trade(order);
};
await Promise.all([work(), work(), work()]);
await database.close();
