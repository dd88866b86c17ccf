import { defined, minor, toListingId, toOrderId, type MemberId } from '@holdfast/kernel';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { issue, lock, postMany, publish, type Entry } from './index.ts';

/** What a batch reads behind thousands of postings of the same account, on plans that were made while there were none. */
const { db, owner } = await testDatabase();
const BATCH = 100;
const EARLIER_BATCHES = 40;
/** Each of its 200 lines finds its account a few times; a tenth of what the history holds. */
const READ_MAX = 2000;
const payee = '7' as MemberId;
const coin = 'TWD';

let orders = 0;
const someLocks = (): Entry[] =>
  Array.from({ length: BATCH }, () => {
    orders += 1;
    const order = toOrderId(String(orders));
    return lock({ order, version: 1, payee, coin, quantity: minor(coin, 1n), from: 'listing_reserve' });
  });

/** Index entries and rows that the ledger's tables have given so far. */
async function readSoFar(): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select ((select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'ledger')
      + (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'ledger'))::int as read`.execute(
    owner,
  );
  return defined(rows[0], 'a sum').read;
}

async function postAll(entries: readonly Entry[]): Promise<boolean[]> {
  const posted = await db.transaction().execute(async (tx) => {
    const result = await postMany(tx, entries);
    // What it has read is told with its commit, so nothing of it is counted later.
    await sql`select pg_stat_force_next_flush()`.execute(tx);
    return result;
  });
  if (!posted.ok) throw new Error(posted.refuse);
  return posted.entries.map(({ replayed }) => replayed);
}

async function postAndCount(entries: readonly Entry[]): Promise<{ replayed: boolean[]; read: number }> {
  const before = await readSoFar();
  const replayed = await postAll(entries);
  return { replayed, read: (await readSoFar()) - before };
}

it('reads as much for a batch, new or repeated, as its lines need, however many there are before it', async () => {
  const quantity = minor(coin, 1_000_000n);
  const funding = issue({ request: 'locks', member: payee, coin, quantity });
  await approve(owner, [funding]);
  const listing = publish({ listing: toListingId('1'), version: 1, owner: payee, coin, quantity });
  for (const entry of [funding, listing]) await postAll([entry]);
  const [early, late, last] = [someLocks(), someLocks(), someLocks()];
  await postAll(early);
  for (let batch = 0; batch < EARLIER_BATCHES; batch += 1) await postAll(someLocks());

  const fresh = await postAndCount(late);
  const repeated = await postAndCount(early);
  expect([...new Set(fresh.replayed)]).toEqual([false]);
  expect([...new Set(repeated.replayed)]).toEqual([true]);
  await sql`analyze ledger.account, ledger.entry, ledger.posting`.execute(owner);
  const analysed = await postAndCount(last);
  const again = await postAndCount(late);
  expect(
    {
      fresh: fresh.read < READ_MAX,
      repeated: repeated.read < READ_MAX,
      analysed: analysed.read < READ_MAX,
      again: again.read < READ_MAX,
    },
    JSON.stringify([fresh.read, repeated.read, analysed.read, again.read]),
  ).toEqual({ fresh: true, repeated: true, analysed: true, again: true });
});
