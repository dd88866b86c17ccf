import { announceSeed, simulation } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { brokenInvariants } from '#testing/orders/invariants.ts';
import { startCluster } from '../cluster.ts';
import { firingFaults, moneyFaults, outageFaults } from './checks.ts';
import { planWeek } from './plan.ts';
import { LAST_MINUTES, World } from './world.ts';

/**
 * Members who vanish, servers that die, and a product that stands still (issue 4, point 9). `npm test` plans half a day; `npm run test:week`
 * plans seven days. Both go on until every order has ended.
 */

const HALF_DAYS = simulation.scale;
const DAY_MINUTES = 24 * 60;

const cluster = await startCluster(3);
afterAll(() => cluster.stop());

const faultsOf = async () =>
  (
    await Promise.all([brokenInvariants(cluster.db), firingFaults(cluster.db), outageFaults(cluster.db)])
  ).flat();

/** How often each state was the last one and each transition happened, for whoever reads the long run. */
async function report(world: World): Promise<string> {
  const { rows } = await sql<{ what: string; count: bigint }>`
    select 'ended as ' || state as what, count(*) from orders.orders group by 1
    union all select 'transition ' || transition, count(*) from orders.event group by 1 order by 1`.execute(
    cluster.db,
  );
  const counted = [...world.counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [...counted, ...rows.map(({ what, count }) => [what, count])]
    .map(([what, count]) => `  ${String(count).padStart(6)}  ${String(what)}`)
    .join('\n');
}

it(
  'ends every order rightly, each deadline at the time it had said',
  { timeout: 120_000 * HALF_DAYS },
  async () => {
    announceSeed('week');
    const world = new World(cluster, planWeek(HALF_DAYS, simulation.seed));
    const end = (HALF_DAYS * DAY_MINUTES) / 2;
    for (let day = DAY_MINUTES; day < end; day += DAY_MINUTES) {
      await world.runUntil(day);
      expect(await faultsOf(), `after ${day / DAY_MINUTES} days`).toEqual([]);
    }
    await world.runUntil(end + LAST_MINUTES);
    process.stderr.write(`${await report(world)}\n`);
    expect(await faultsOf()).toEqual([]);
    expect(await moneyFaults(cluster.db, world.trades)).toEqual([]);
    expect(world.trades).toHaveLength(HALF_DAYS * 6);
  },
);
