import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, sellerWithListing } from '#testing/traders.ts';

const server = await testServer();
/** One that runs and those that wait (orders.calls.ts). */
const PLACES = 301;

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
    select member_id, topic from platform.outbox, unnest(topics) topic where member_id in (${seller.id}, ${buyer.id})`.execute(
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
  async function crowd(size: number, quantity = '1000.00') {
    const { listing } = await sellerWithListing(server, { quantity });
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

  it('who has the most waiting is refused by name when there is no room, and the command stays open until it has run', async () => {
    const { listing, members, lock } = await crowd(18, '5000.00');
    const [last, ...others] = members;
    const latecomer = defined(last, 'a member');
    const rids = others.flatMap((member) => Array.from({ length: 18 }, () => ({ member, rid: makeRid() })));
    let answers: ReturnType<typeof lock>[] = [];
    await holdRow(listing.id, async () => {
      answers = rids.map(({ member, rid }) => lock(member, rid));
      await untilAsked(others, answers.length);
      answers.push(lock(latecomer)); // comes last, and takes the place of somebody's 18th
      await untilAsked([latecomer], 1);
    });
    const outcomes = await Promise.all(answers);
    expect(outcomes.at(-1)?.outcome).toBe('SUCCESS');
    const crowded = outcomes.flatMap((answer, index) =>
      answer.outcome === 'LISTING_CROWDED' ? { ...rids[index], answer } : [],
    );
    expect(crowded.length).toBe(rids.length + 1 - PLACES);
    for (const { answer } of crowded) expect(answer.data).toEqual({ seconds: 2, open: true });
    const { member, rid } = defined(crowded[0], 'a crowded one');
    const again = await lock(defined(member, 'its member'), rid);
    expect(again.outcome).toBe('LOCK_CAP_REACHED');
    expect(await lock(defined(member, 'its member'), rid)).toEqual(again);
  });
});
