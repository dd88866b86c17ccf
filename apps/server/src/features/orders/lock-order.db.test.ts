import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, sellerWithListing } from '#testing/traders.ts';

const server = await testServer();

it('gives each order a serial number of its own, also when there have been more than four digits can count', async () => {
  await sql`select setval(pg_get_serial_sequence('orders.orders', 'id'), 12344)`.execute(
    server.database.owner,
  );
  const first = await lockedOrder(server);
  const second = await lockedOrder(server);
  expect([first, second].map(({ order }) => order.serialNo.replace(/^HF-\d{6}-/, ''))).toEqual([
    '12345',
    '12346',
  ]);
});

it('leaves what every transition leaves: its event, its posting, its notices and the hints for both sides', async () => {
  const { seller, buyer, order } = await lockedOrder(server, '700.00');
  const { owner } = server.database;
  const { orderId } = order;
  const events = await sql`
    select version, transition, event, actor, actor_id, from_state, to_state from orders.event where order_id = ${orderId}`.execute(
    owner,
  );
  expect(events.rows).toEqual([
    {
      version: 1,
      transition: 'T2',
      event: 'lock',
      actor: 'payer',
      actor_id: BigInt(buyer.id),
      from_state: null,
      to_state: 'LOCKED',
    },
  ]);
  const entries =
    await sql`select kind from ledger.entry where reference = ${`order:${orderId}:lock:1`}`.execute(owner);
  expect(entries.rows).toEqual([{ kind: 'order.lock' }]);
  const [inbox] = (await seller.call('/member/notification/list', {})).items;
  expect(inbox).toMatchObject({ type: 'orderLock', extra: { orderId, lockType: 'full', orderType: 'sell' } });
  const hints = await sql<{ member_id: bigint; topic: string }>`
    select member_id, topic from platform.outbox where member_id in (${seller.id}, ${buyer.id})`.execute(
    owner,
  );
  const hintsFor = ({ id }: { id: string }) =>
    new Set(hints.rows.filter((row) => String(row.member_id) === id).map(({ topic }) => topic));
  expect(hintsFor(seller)).toEqual(new Set(['inbox', 'orders', 'balance', 'listings']));
  expect(hintsFor(buyer)).toEqual(new Set(['inbox', 'orders', 'balance']));
});

describe('while somebody holds the row of a listing', () => {
  const { owner } = server.database;

  /** Runs `meanwhile` while a transaction of somebody else holds the row. */
  const holdRow = (listingId: string, meanwhile: (tx: Tx) => Promise<void>) =>
    owner.transaction().execute(async (tx) => {
      await sql`select from orders.listing where id = ${listingId} for no key update`.execute(tx);
      await meanwhile(tx);
    });

  const sold = async (listingId: string) => {
    const { rows } = await sql<{ locked: bigint; orders: bigint; escrow: bigint }>`
      select l.locked, sum(o.quantity)::bigint as orders,
             (select sum(a.balance)::bigint from ledger.account a join orders.orders p on a.owner_id = p.id::text
                where a.kind = 'order_escrow' and p.listing_id = l.id) as escrow
      from orders.listing l join orders.orders o on o.listing_id = l.id where l.id = ${listingId} group by l.id`.execute(
      owner,
    );
    return defined(rows[0], 'a listing with orders');
  };

  /** Many members who may lock some of one listing. */
  async function crowd(size: number) {
    const { listing } = await sellerWithListing(server, { quantity: '1000.00' });
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
    const members: TestMember[] = [];
    while (members.length < size) members.push(await server.member());
    const lock = (member: TestMember, rid = makeRid()) =>
      member.send('/order/lock', { listingId: listing.id, version: '1', quantity: '100.00' }, { rid });
    return { listing, members, lock };
  }

  const untilAsked = async (lockers: readonly TestMember[], commands: number) => {
    await expect
      .poll(async () => {
        const actors = lockers.map(({ id }) => `member:${id}`);
        const { rows } = await sql`
          select from platform.counted_command where actor = any(${actors}::text[])`.execute(owner);
        return rows.length;
      })
      .toBeGreaterThanOrEqual(commands);
  };

  it('a stranger reads, however many wait for it, and no more is sold than there was', async () => {
    const { listing, members, lock } = await crowd(40);
    const stranger = await server.member();
    let answers: ReturnType<typeof lock>[] = [];
    await holdRow(listing.id, async () => {
      answers = members.map((member) => lock(member));
      await untilAsked(members, members.length);
      expect((await stranger.call('/member/balanceinfo', {})).balances.length).toBeGreaterThan(0);
    });
    const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS').length).toBe(10);
    expect(outcomes.filter((outcome) => outcome === 'LISTING_BUSY').length).toBe(30);
    expect(await sold(listing.id)).toEqual({ locked: 100_000n, orders: 100_000n, escrow: 100_000n });
  });

  it('a lock that cannot be is refused without waiting for it', async () => {
    const { listing } = await lockedOrder(server);
    const late = await server.member();
    await holdRow(listing.id, async () => {
      const input = { listingId: listing.id, version: '1', quantity: '100.00' };
      expect((await late.send('/order/lock', input)).outcome).toBe('LISTING_BUSY');
    });
  });

  it('who finds too many waiting is refused by name, and the command stays open until it has run', async () => {
    const { listing, members, lock } = await crowd(7);
    const [last, ...others] = members;
    const latecomer = defined(last, 'a member');
    const rid = makeRid();
    let answers: ReturnType<typeof lock>[] = [];
    await holdRow(listing.id, async () => {
      answers = others.flatMap((member) => Array.from({ length: 18 }, () => lock(member)));
      await untilAsked(others, answers.length);
      const refused = await lock(latecomer, rid);
      expect(refused.outcome).toBe('LISTING_CROWDED');
      expect(refused.data).toEqual({ seconds: 2, open: true });
    });
    const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS').length).toBe(others.length);
    const again = await lock(latecomer, rid);
    expect(again.outcome).toBe('SUCCESS');
    expect(await lock(latecomer, rid)).toEqual(again);
  });
});
