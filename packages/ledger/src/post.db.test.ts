import { minor, type MemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import {
  cancel,
  finish,
  issue,
  listJournal,
  lock,
  memberBalances,
  post,
  publish,
  reconcile,
} from './index.ts';

const { db } = await testDatabase();
let last = 0;
const member = () => String((last += 1)) as MemberId;
const twd = (amount: bigint) => minor('TWD', amount);

async function funded(quantity = 1000n): Promise<MemberId> {
  const id = member();
  await post(db, issue({ request: `fund-${id}`, member: id, coin: 'TWD', quantity: twd(quantity) }));
  return id;
}

describe('a trade', () => {
  it('moves the coin from the payee to the payer, and the fee to the platform', async () => {
    const [payee, payer] = [await funded(), member()];
    const order = { order: '7', version: 1, payee, coin: 'TWD' as const };
    await post(db, publish({ listing: '3', version: 1, owner: payee, coin: 'TWD', quantity: twd(600n) }));
    await post(db, lock({ ...order, quantity: twd(400n), from: 'listing_reserve' }));
    expect((await memberBalances(db, payee)).TWD).toEqual({
      available: 400n,
      listed: 200n,
      inOrder: 400n,
      onHold: 0n,
      withdrawing: 0n,
      total: 1000n,
    });
    const done = await post(
      db,
      finish({ ...order, version: 2, payer, quantity: twd(400n), fee: twd(1n), to: 'available' }),
    );
    expect(done).toMatchObject({ ok: true, replayed: false });
    expect((await memberBalances(db, payee)).TWD).toMatchObject({ inOrder: 0n, total: 600n });
    expect((await memberBalances(db, payer)).TWD).toMatchObject({ available: 399n, total: 399n });
    const again = await post(
      db,
      finish({ ...order, version: 2, payer, quantity: twd(400n), fee: twd(1n), to: 'available' }),
    );
    expect(again).toEqual({ ...done, replayed: true });
    const journal = await listJournal(db, { member: payee, coin: 'TWD', limit: 10 });
    expect(
      journal.map(({ kind, availableAfter, changes }) => [kind, availableAfter, changes.inOrder]),
    ).toEqual([
      ['order.finish', 400n, -400n],
      ['order.lock', 400n, 400n],
      ['listing.publish', 400n, 0n],
      ['issue', 1000n, 0n],
    ]);
    expect(
      await listJournal(db, { member: payee, coin: 'TWD', limit: 1, before: journal[1]?.entryId }),
    ).toEqual([journal[2]]);
    expect(await post(db, cancel({ ...order, version: 3, quantity: twd(400n), to: 'available' }))).toEqual({
      ok: false,
      refuse: 'INSUFFICIENT_BALANCE',
      entry: 0,
      account: 'order/7/order_escrow/TWD/0',
    });
    expect(await reconcile(db)).toEqual([]);
  });
});
