import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction, keysOf } from '#platform/db/db.ts';
import { IDENTITY_DETAILS } from '#platform/db/personal.ts';
import { rowsReadBy } from '#testing/rows-read.ts';
import { testServer } from '#testing/test-server.ts';
import { listApplications, readQueue, type ListFilter } from './queue.store.ts';

/** What the list of applications costs behind half a year of decisions. */
const server = await testServer();
const { db, owner } = server.database;
const DECIDED = 20_000;
const PAGE = 30;
/** Each line reads its decision, and whether it was taken back, by index; the rest is slack for a plan that looks at a page in vain. */
const READ_MAX = PAGE * 10;

beforeAll(async () => {
  const { id: memberId } = await server.member();
  // One refusal each 13 minutes, the last of them now. Only what is listed is opened, so one version is sealed for all but those.
  await inTransaction(db, async (tx) => {
    const ids = Array.from({ length: DECIDED }, (_, n) => String(n + 1));
    const details = JSON.stringify({ realName: '林示範', number: 'A123456789', bornOn: '1990-01-01' });
    const sealed = ids.map((id) => keysOf(tx).seal(IDENTITY_DETAILS, id, details));
    await sql`
      insert into real_name.application (id, member_id, version, document, details_sealed, front_file, back_file, selfie_file, sent, closed_at)
      overriding system value
      select id, ${memberId}, id, 'national-id', sealed, 'f', 'b', 's', array['details'], platform.app_now()
      from unnest(${ids}::bigint[], ${sealed}::bytea[]) a (id, sealed)`.execute(tx);
  });
  await sql`
    insert into real_name.decision (application_id, verdict, refusals, operator_id, decided_at)
    select n, 'refuse', '[{"item":"front","reason":"glare"}]', 1, platform.app_now() - (${DECIDED} - n) * interval '13 minutes'
    from generate_series(1, ${DECIDED}::int) n`.execute(owner);
  await sql`analyze real_name.application, real_name.decision`.execute(owner);
});

const ALL: ListFilter = { state: 'refused', after: undefined, account: undefined, number: undefined };

/** The day of so many days ago, in Taipei. */
async function dayAgo(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char((platform.app_now() - make_interval(days => ${days})) at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day`.execute(
    db,
  );
  return defined(rows[0], 'a day').day;
}

async function readFor(filter: Partial<ListFilter>) {
  let lines: Awaited<ReturnType<typeof listApplications>> = [];
  const read = await rowsReadBy(db, 'real_name', async (tx) => {
    lines = await listApplications(tx, { ...ALL, ...filter }, PAGE);
  });
  return { lines, read };
}

it.each<[string, () => Promise<Partial<ListFilter>>]>([
  ['of all', async () => ({})],
  ['behind another page', async () => ({ after: 15_000n })],
  ['up to a day long ago', async () => ({ to: await dayAgo(150) })],
  ['of one day long ago', async () => ({ from: await dayAgo(150), to: await dayAgo(150) })],
  ['of a day on which nothing was decided', async () => ({ from: '2020-01-01', to: '2020-01-01' })],
])('a page %s costs a page', async (_, filter) => {
  const { lines, read } = await readFor(await filter());
  expect(read).toBeLessThanOrEqual(READ_MAX);
  expect(lines.map(({ key }) => key)).toEqual(lines.map(({ key }) => key).toSorted((a, b) => Number(b - a)));
});

it('how long decisions take is read of the last ones alone', async () => {
  expect(
    await rowsReadBy(db, 'real_name.application', async (tx) => readQueue(tx, { id: String(DECIDED + 1) })),
  ).toBe(50);
});

it('the pages of days hold all of their decisions and no others, also those of one moment', async () => {
  const [from, to] = [await dayAgo(101), await dayAgo(100)];
  const ofDays = sql`(decided_at at time zone 'Asia/Taipei')::date between ${from}::date and ${to}::date`;
  // As a busy queue decides: a whole page at once, across the end of the page before.
  await sql`
    update real_name.decision set decided_at = (select min(decided_at) from real_name.decision where ${ofDays})
    where id in (select id from real_name.decision where ${ofDays} order by id limit 70)`.execute(owner);
  const keys: bigint[] = [];
  for (let after: bigint | undefined; ;) {
    const { lines } = await readFor({ from, to, after });
    keys.push(...lines.map(({ key }) => key));
    after = keys.at(-1);
    if (lines.length < PAGE) break;
  }
  const { rows } = await sql<{ id: string }>`
    select id::text from real_name.decision d where ${ofDays} order by decided_at desc, d.id desc`.execute(
    owner,
  );
  expect(keys.map(String)).toEqual(rows.map(({ id }) => id));
  expect(keys.length).toBeGreaterThan(150);
});
