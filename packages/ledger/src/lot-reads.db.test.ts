import { minor, toListingId, toOrderId, type MemberId } from '@holdfast/kernel';
import { approve, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { finish, issue, lock, openLot, post, publish, releaseLot, type Entry } from './index.ts';

/** What a lot reads behind all the lots that its member has had, on plans that were made while there were none. */
const { db, owner } = await testDatabase();
const coin = 'TWD';
const payee = '7' as MemberId;
const payer = '8' as MemberId;
const EARLIER = 60;

let orders = 0;

/** Holds one unit for the payer and releases it again; the index entries and rows that opening and ending the lot have read. */
async function holdAndCount(): Promise<number> {
  orders += 1;
  const order = { order: toOrderId(String(orders)), payee, coin, quantity: minor(coin, 1n) } as const;
  const ending = finish({ ...order, version: 2, payer, fee: minor(coin, 0n), to: 'hold' });
  const lot = { ...order, version: 2, member: payer, dueAt: new Date() };
  return db.transaction().execute(async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
        where schemaname = 'ledger'`.execute(tx);
      return rows[0]?.read ?? Number.NaN;
    };
    for (const entry of [lock({ ...order, version: 1, from: 'listing_reserve' }), ending]) {
      expect(await post(tx, entry)).toMatchObject({ ok: true });
    }
    const before = await readSoFar();
    await openLot(tx, ending, lot);
    expect(await releaseLot(tx, lot)).toMatchObject({ ok: true });
    return (await readSoFar()) - before;
  });
}

it('reads as little for a lot, opened and released, however many its member has had', async () => {
  const quantity = minor(coin, 1000n);
  const funding = issue({ request: 'lots', member: payee, coin, quantity });
  await approve(owner, [funding]);
  const listing: Entry = publish({ listing: toListingId('1'), version: 1, owner: payee, coin, quantity });
  for (const entry of [funding, listing]) expect(await post(db, entry)).toMatchObject({ ok: true });
  await sql`analyze ledger.account, ledger.posting`.execute(owner);
  const first = await holdAndCount();
  for (let lots = 0; lots < EARLIER; lots += 1) await holdAndCount();
  expect(await holdAndCount()).toBeLessThan(2 * first);
});
