import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '@holdfast/kernel';
import { startPostgres } from '@holdfast/postgres';
import { sql } from 'kysely';
import { openDatabase, type Database } from '#platform/db/db.ts';
import { plantLiveOrders } from './live-orders.ts';
import { startServer } from './server-process.ts';

/**
 * An outage that is over while 10,000 orders are live. Measured is the transaction that settles it (decision 0161): by the database's own record of
 * transactions, from its first moment until all of it can be read, and its longest statement. It fails unless each order has moved and was told of once.
 */

const ORDERS = 10_000;
const MEMBERS = 2000;
/** What a statement of the product may take (packages/database/src/pool.ts). */
const STATEMENT_SECONDS = 10;
const WAIT_MS = 90_000;
const POLL_MS = 20;

interface Seen {
  readonly transactionSeconds: number;
  readonly statementSeconds: number;
}

/** Looks at the worker's connection until the outage is settled: how long its transaction took, and the longest of its statements. */
async function untilSettled(owner: Database): Promise<Seen> {
  let [transactionSeconds, statementSeconds] = [0, 0];
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await sleep(POLL_MS)) {
    const { rows } = await sql<{ settled: boolean; whole: number | null; statement: number | null }>`
      select exists (select from platform.downtime where settled_at is not null) as settled,
        max(extract(epoch from clock_timestamp() - xact_start))::float as whole,
        max(extract(epoch from clock_timestamp() - query_start)) filter (where state = 'active')::float as statement
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
      owner,
    );
    const { settled, whole, statement } = defined(rows[0], 'a count is a row');
    transactionSeconds = Math.max(transactionSeconds, whole ?? 0);
    statementSeconds = Math.max(statementSeconds, statement ?? 0);
    if (settled) return { transactionSeconds, statementSeconds };
  }
  throw new Error('the outage was not settled in time');
}

/** What went wrong; empty when each order has moved and was told of once. */
async function findMistakes(owner: Database): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(distinct order_id)::int from orders.event where transition = 'T33') as events,
      (select count(*)::int from orders.timer where overlapped and due_at > platform.app_now() + interval '24 hours') as clocks,
      (select count(*)::int from orders.thread_line where event = 'outage') as lines,
      (select count(*)::int from inbox.message where type = 'orderOutage') / 2 as notices`.execute(owner);
  return Object.entries(defined(rows[0], 'a count is a row'))
    .filter(([, count]) => count !== ORDERS)
    .map(([name, count]) => `${name}: ${count} instead of ${ORDERS}`);
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const owner = openDatabase({ url: postgres.url, name: 'bench', onIdleError: () => {} });
try {
  const server = await startServer(postgres.url, folder); // migrates
  await plantLiveOrders(owner.db, { orders: ORDERS, members: MEMBERS, quantity: 100n });
  await sql`update orders.timer set started_at = platform.app_now() - interval '1 hour'`.execute(owner.db);
  await sql`analyze`.execute(owner.db);
  await sql`
    insert into platform.downtime (kind, starts_at, ends_at, reason, planned_by)
    values ('outage', platform.app_now() - interval '40 minutes', platform.app_now(), 'a bench', 1)`.execute(
    owner.db,
  );
  const { transactionSeconds, statementSeconds } = await untilSettled(owner.db);
  const mistakes = await findMistakes(owner.db);
  console.log(
    JSON.stringify({
      bench: 'outages',
      case: 'settle',
      ratio: Number((STATEMENT_SECONDS / transactionSeconds).toFixed(3)),
      seconds: Number(transactionSeconds.toFixed(2)),
      statement: Number(statementSeconds.toFixed(2)),
      orders: ORDERS,
      ...(mistakes.length > 0 && { mistakes }),
    }),
  );
  if (mistakes.length > 0) process.exitCode = 1;
  await server.stop();
} finally {
  await owner.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
