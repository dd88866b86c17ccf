import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { defined } from '@holdfast/kernel';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { NEWEST } from '#platform/paging/paging.ts';
import { countOpenRequests, listRequests } from './request.store.ts';
import { listAudit, type AuditFilter } from './audit-log.store.ts';

/** What operators' reads cost behind a year of lines and of requests that nobody has decided. */
const { db, owner } = await testDatabase();
const LINES = 40_000;
const PAGE = 50;
/** Each line that is shown is read once or twice, by index; the rest is slack for pages that a plan looks at in vain. */
const READ_MAX = PAGE * 10;

beforeAll(async () => {
  // One a quarter of an hour, the last of them now; the busy worker wrote every other one, and one member in a thousand lines was seen.
  await sql`
    insert into platform.audit (at, actor, action, subject, detail)
    select platform.app_now() - (${LINES} - n) * interval '13 minutes', case when n % 2 = 0 then 'system' else 'operator:' || n % 7 end,
      case when n % 1000 = 0 then 'member-viewed' else 'request-asked' end, 'member:someone' || n % 3, '{}'
    from generate_series(1, ${LINES}::int) n`.execute(owner);
  await sql`analyze platform.audit`.execute(owner);
});

const ALL: AuditFilter = {
  before: NEWEST,
  actors: undefined,
  subjects: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
};

/** The day of so many days ago, in Taipei. */
async function dayAgo(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char((platform.app_now() - make_interval(days => ${days})) at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day`.execute(
    db,
  );
  return defined(rows[0], 'a day').day;
}

async function rowsRead(tx: Tx, schema: string, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where schemaname = ${schema} and relname = ${table}`.execute(tx);
  return defined(rows[0], 'a table').read;
}

async function readFor(filter: Partial<AuditFilter>) {
  return inTransaction(db, async (tx) => {
    const before = await rowsRead(tx, 'platform', 'audit');
    const lines = await listAudit(tx, { ...ALL, ...filter }, PAGE);
    return { lines, read: (await rowsRead(tx, 'platform', 'audit')) - before };
  });
}

it.each<[string, () => Promise<Partial<AuditFilter>>]>([
  ['of all', async () => ({})],
  ['up to a day long ago', async () => ({ to: await dayAgo(300) })],
  ['of one day long ago', async () => ({ from: await dayAgo(300), to: await dayAgo(300) })],
  ['of one operator', async () => ({ actors: ['operator:3'] })],
  ['of whoever may be meant', async () => ({ actors: ['operator:3', 'member:3'] })],
  ['about one member', async () => ({ subjects: ['someone1', 'operator:someone1', 'member:someone1'] })],
  ['about nobody', async () => ({ subjects: ['nobody', 'operator:nobody', 'member:nobody'] })],
  ['of a rare action', async () => ({ action: 'member-viewed' as const })],
])('a page %s costs a page', async (_, filter) => {
  const { lines, read } = await readFor(await filter());
  expect(read).toBeLessThanOrEqual(READ_MAX);
  expect(lines.map(({ id }) => Number(id))).toEqual(
    lines.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
  );
});

it('a page of days holds all of their lines and no others', async () => {
  const [from, to] = [await dayAgo(301), await dayAgo(300)];
  const ids: string[] = [];
  for (let before = NEWEST; ;) {
    const { lines } = await readFor({ from, to, before });
    ids.push(...lines.map(({ id }) => id));
    if (lines.length < PAGE) break;
    before = BigInt(defined(lines.at(-1), 'a line').id);
  }
  const { rows } = await sql<{ id: string }>`
    select id::text from platform.audit
    where (at at time zone 'Asia/Taipei')::date between ${from}::date and ${to}::date order by platform.audit.id desc`.execute(
    owner,
  );
  expect(ids).toEqual(rows.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(150);
});

it('requests that nobody has decided in time cost nothing any more', async () => {
  await sql`
    with made as (insert into operator.operator (email, name, role) values ('a@operators.example', 'A', 'admin') returning id)
    insert into operator.request (kind, subject, payload, changes, reason, asked_by, expires_at)
    select 'operator-add', 'x' || n, '{}', '[]', 'a reason', made.id,
      platform.app_now() + case when n in (1, 20000) then interval '1 hour' else interval '-1 hour' end
    from made, generate_series(1, 20000) n`.execute(owner);
  await sql`analyze operator.request`.execute(owner);
  const read = await inTransaction(db, async (tx) => {
    const before = await rowsRead(tx, 'operator', 'request');
    expect(await countOpenRequests(tx)).toBe(2);
    const open = await listRequests(tx, { before: NEWEST, state: 'open', subject: undefined }, PAGE);
    expect(open.map(({ subject }) => subject)).toEqual(['x20000', 'x1']);
    return (await rowsRead(tx, 'operator', 'request')) - before;
  });
  expect(read).toBeLessThan(20);
});
