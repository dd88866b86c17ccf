import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { minor, type MemberId } from '@holdfast/kernel';
import { announceSeed, approve, simulation, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { issue, post, reconcile } from '../src/index.ts';

const { db, owner, appUrl: url } = await testDatabase();
const CHILD = fileURLToPath(new URL('./crash-child.ts', import.meta.url));

beforeAll(async () => {
  announceSeed('ledger crash');
  const quantity = minor('TWD', 10n ** 9n);
  const money = issue({ request: 'crash', member: '1' as MemberId, coin: 'TWD', quantity });
  await approve(owner, [money]);
  await post(db, money);
});

/** Runs the child on `orders` and kills it, without a chance to say goodbye, when it has said `lines` lines. Returns those lines. */
async function runAndKill(plan: { orders: string[]; stopAt?: string }, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ url, ...plan })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said;
}

/** PostgreSQL notices that the process is gone and undoes what it had open. */
async function waitUntilForgotten(): Promise<void> {
  const connections = async () => {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from pg_stat_activity where application_name = 'holdfast/crash'`.execute(owner);
    return rows[0]?.count;
  };
  await expect.poll(connections, { interval: 20, timeout: 15_000 }).toBe(0n);
}

/** Per order, which of its two entries are there. */
async function stepsOf(orders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ steps: string }>`
    select o.id || ':' || coalesce(string_agg(e.kind, '+' order by e.id), 'nothing') as steps
    from unnest(${orders}::text[]) o(id)
    left join ledger.entry e on e.reference in ('order:' || o.id || ':lock:1', 'order:' || o.id || ':finish:2')
    group by o.id`.execute(owner);
  return rows.map(({ steps }) => steps.slice(steps.indexOf(':') + 1));
}

const WHOLE = 'order.lock+order.finish';
/** Timeout of a test that starts a program, kills it and waits for its end. */
const SLOW = { timeout: 60_000 };

it.each([
  ['begun', 'nothing'],
  ['locked', 'nothing'],
  ['finished', 'nothing'],
  ['committed', WHOLE],
])('leaves all of a transaction or none when killed where it has %s', SLOW, async (stopAt, expected) => {
  const order = `killed-${stopAt}`;
  await runAndKill({ orders: [order], stopAt }, 1);
  await waitUntilForgotten();
  expect(await stepsOf([order])).toEqual([expected]);
  expect(await reconcile(db)).toEqual([]);
});

it('comes to the same end when it is started again with the same references', SLOW, async () => {
  const orders = ['begun', 'locked', 'finished', 'committed'].map((place) => `killed-${place}`);
  await runAndKill({ orders }, orders.length);
  await waitUntilForgotten();
  expect(await stepsOf(orders)).toEqual(orders.map(() => WHOLE));
  expect(await reconcile(db)).toEqual([]);
});

it(
  'loses nothing that was acknowledged, and keeps nothing by halves, over kills at any moment',
  { timeout: 60_000 * simulation.scale },
  async () => {
    // A kill after the child has finished its plan proves nothing and is not counted.
    for (let [round, midway] = [0, 0]; midway < 2 * simulation.scale; round += 1) {
      const orders = Array.from({ length: 400 }, (_, i) => `round-${round}-${i}`);
      const acknowledged = await runAndKill({ orders }, 5 + ((simulation.seed + round * 37) % 60));
      await waitUntilForgotten();
      const done = acknowledged.map((line) => line.slice('done '.length));
      expect(new Set(await stepsOf(done))).toEqual(new Set([WHOLE]));
      const steps = await stepsOf(orders);
      const halves = steps.filter((each) => each !== WHOLE && each !== 'nothing');
      expect(halves, `round ${round} of seed ${simulation.seed}`).toEqual([]);
      if (steps.includes('nothing')) midway += 1;
    }
    expect(await reconcile(db)).toEqual([]);
  },
);
