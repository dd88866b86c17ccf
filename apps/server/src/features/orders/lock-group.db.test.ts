import { defined, toListingId } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLockerFacts } from '#features/listings/index.ts';
import { inTransaction, openDatabase, type Tx } from '#platform/db/db.ts';
import { TestClient, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { sellerWithListing } from '#testing/traders.ts';
import { untilSomebodyWaitsFor } from '#testing/waiting-commands.ts';

/** Locks of one listing that wait for each other and run as one group. */

const server = await testServer();
const { owner } = server.database;
const PATH = '/order/lock';

interface Lock {
  readonly member: TestMember;
  readonly rid: string;
  readonly quantity?: string;
  readonly version?: string;
}

/** A listing that many may lock at once, and members who have not locked any of it. */
async function crowd(size: number, quantity = '5000.00') {
  const { seller, listing } = await sellerWithListing(server, { quantity });
  await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
  const members: TestMember[] = [];
  while (members.length < size) members.push(await server.member());
  const send = ({ member, rid, quantity: wanted = '100.00', version = '1' }: Lock) =>
    member.send(PATH, { listingId: listing.id, version, quantity: wanted }, { rid });
  return { seller, listing, members, send };
}

const withRids = (members: readonly TestMember[]): Lock[] =>
  members.map((member) => ({ member, rid: makeRid() }));

async function untilCounted({ member, rid }: Lock) {
  const counted = sql`select from platform.counted_command where rid = ${rid}`;
  await expect.poll(async () => (await counted.execute(owner)).rows.length).toBe(1);
  // It goes on as soon as it is counted; a request that comes after it is answered after that.
  await member.call('/member/balanceinfo', {});
}

/** Sends `first`, which waits for the listing's row, then `locks`, which wait for `first`, does `meanwhile`, and lets all of them go. */
async function inOneGroup(
  { listing, send }: Awaited<ReturnType<typeof crowd>>,
  { first, locks }: { first: TestMember; locks: readonly Lock[] },
  meanwhile: (tx: Tx) => Promise<unknown> = async () => {},
) {
  const answers = await owner.transaction().execute(async (tx) => {
    await sql`select from orders.listing where id = ${listing.id} for no key update`.execute(tx);
    const leading = send({ member: first, rid: makeRid() });
    await untilSomebodyWaitsFor(tx, owner);
    const following: ReturnType<typeof send>[] = [];
    for (const lock of locks) {
      following.push(send(lock));
      await untilCounted(lock);
    }
    await meanwhile(tx);
    return { following, leading };
  });
  expect((await answers.leading).outcome).toBe('SUCCESS');
  return Promise.all(answers.following);
}

const outcomesOf = (answers: readonly { outcome: string }[]) => answers.map(({ outcome }) => outcome);

/** The orders of a listing, by transaction, in the order of their numbers. */
async function ordersOf(listingId: string): Promise<{ locker: string; transaction: string }[]> {
  const { rows } = await sql<{ locker: string; transaction: string }>`
    select locker_id::text as locker, xmin::text as transaction from orders.orders where listing_id = ${listingId} order by id`.execute(
    owner,
  );
  return rows;
}

async function expectConsistent(listingId: string): Promise<void> {
  const { rows } = await sql<{ sold: bigint; locked: bigint; escrow: bigint; missing: bigint }>`
    select (select coalesce(sum(o.quantity), 0)::bigint from orders.orders o where o.listing_id = l.id) as sold, l.locked,
      (select coalesce(sum(a.balance), 0)::bigint from ledger.account a join orders.orders o on a.owner_id = o.id::text
         where a.kind = 'order_escrow' and o.listing_id = l.id) as escrow,
      l.quantity - l.remaining - l.locked as missing
    from orders.listing l where l.id = ${listingId}`.execute(owner);
  const { sold, locked, escrow, missing } = defined(rows[0], 'the listing');
  expect([locked, escrow, missing]).toEqual([sold, sold, 0n]);
}

describe('locks of one listing that wait for each other', () => {
  it('run in one transaction, and each has an order, an event, a posting and notices of its own', async () => {
    const place = await crowd(6);
    const [first, ...others] = place.members;
    const locks = withRids(others);
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks });
    expect(outcomesOf(answers)).toEqual(others.map(() => 'SUCCESS'));
    const orders = await ordersOf(place.listing.id);
    expect(new Set(orders.slice(1).map(({ transaction }) => transaction)).size).toBe(1);
    expect(orders.slice(1).map(({ locker }) => locker)).toEqual(others.map(({ id }) => id));
    for (const [index, { member }] of locks.entries()) {
      const order = defined(answers[index], 'an answer').data.order;
      const detail = await member.call('/order/detail', { orderId: order.orderId });
      expect(detail.order).toEqual(order);
      expect((await member.call('/member/notification/list', {})).items[0]).toMatchObject({
        type: 'orderLock',
        extra: { orderId: order.orderId },
      });
      const audited = await sql`select from platform.audit where actor = ${`member:${member.id}`}
        and action = 'payment-details-viewed' and subject = ${`order:${order.orderId}`}`.execute(owner);
      expect(audited.rows.length).toBe(2);
    }
    const inbox = (await place.seller.call('/member/notification/list', {})).items;
    expect(new Set(inbox.map(({ extra }) => extra['orderId'])).size).toBe(6);
    const facts = await sql<{ events: bigint; entries: bigint; timers: bigint }>`
      select (select count(*) from orders.event where order_id = any(o.ids) and event = 'lock' and from_state is null) as events,
        (select count(*) from ledger.entry where reference = any(select 'order:' || id || ':lock:1' from unnest(o.ids) id)) as entries,
        (select count(*) from orders.timer where order_id = any(o.ids) and name = 'pay') as timers
      from (select array_agg(id) as ids from orders.orders where listing_id = ${place.listing.id}) o`.execute(
      owner,
    );
    expect(facts.rows).toEqual([{ events: 6n, entries: 6n, timers: 6n }]);
    await expectConsistent(place.listing.id);
  });

  it('are refused one by one by name, and every answer is the same when it is asked for again', async () => {
    const place = await crowd(6, '350.00');
    const [first, ...others] = place.members;
    const locks = withRids(others).map((lock, index) => ({
      ...lock,
      ...[{}, { version: '7' }, { quantity: '99.00' }, { quantity: '150.00' }, {}][index],
    }));
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks });
    expect(outcomesOf(answers)).toEqual([
      'SUCCESS',
      'LISTING_CHANGED',
      'AMOUNT_OUT_OF_LIMITS',
      'SUCCESS', // the rest of it
      'LISTING_BUSY',
    ]);
    expect(await Promise.all(locks.map(place.send))).toEqual(answers);
    expect((await ordersOf(place.listing.id)).length).toBe(3);
    await expectConsistent(place.listing.id);
  });

  it('never sell more than there was, whoever comes', async () => {
    const place = await crowd(50, '1200.00');
    const answers = await Promise.all(withRids(place.members).map(place.send));
    const count = (outcome: string) => outcomesOf(answers).filter((it) => it === outcome).length;
    expect([count('SUCCESS'), count('LISTING_BUSY')]).toEqual([12, 38]);
    await expectConsistent(place.listing.id);
  });

  it('of one member run in different transactions, and each counts', async () => {
    const place = await crowd(2);
    const [first, member] = place.members;
    const twice = defined(member, 'a member');
    await sql`update member.member set level = 2 where id = ${twice.id}`.execute(owner);
    const locks = withRids([twice, twice]);
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks });
    expect(outcomesOf(answers)).toEqual(['SUCCESS', 'SUCCESS']);
    const orders = await ordersOf(place.listing.id);
    expect(new Set(orders.map(({ transaction }) => transaction)).size).toBe(3);
    await expectConsistent(place.listing.id);
  });

  it('answer a command that another node has run meanwhile as that one did, and run the others', async () => {
    const place = await crowd(3);
    const [first, member, other] = place.members;
    const locks = withRids([defined(member, 'a member'), defined(other, 'a member')]);
    const copied = defined(locks[0], 'a lock');
    const { client } = copied.member;
    const elsewhere = await TestClient.connect(
      await server.startNode(),
      server.secrets,
      client.address,
      client.device,
    );
    elsewhere.proof = client.proof;
    let copy: ReturnType<TestClient['send']> | undefined;
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks }, async (tx) => {
      const input = { listingId: place.listing.id, version: '1', quantity: '100.00' };
      copy = elsewhere.send(PATH, input, {}, { rid: copied.rid });
      await expect
        .poll(async () => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
          const waiting = await sql`
            select from pg_stat_activity a where wait_event_type = 'Lock' and datname = current_database()
              and pid <> ${rows[0]?.pid}`.execute(owner);
          return waiting.rows.length;
        })
        .toBe(2);
    });
    expect(outcomesOf(answers)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await copy).toEqual(answers[0]);
    expect((await ordersOf(place.listing.id)).length).toBe(3);
    await expectConsistent(place.listing.id);
  });

  it('leave out a member whose session has ended: nothing is stored for that command, and the others run', async () => {
    const place = await crowd(4);
    const [first, ...others] = place.members;
    const locks = withRids(others);
    const gone = defined(others[1], 'a member');
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks }, () =>
      sql`update member.session set ended_at = platform.app_now(), end_reason = 'signed-out' where member_id = ${gone.id}`.execute(
        owner,
      ),
    );
    expect(outcomesOf(answers)).toEqual(['SUCCESS', 'NOT_SIGNED_IN', 'SUCCESS']);
    const stored =
      await sql`select from platform.command where actor = ${`member:${gone.id}`} and b_url = ${PATH}`.execute(
        owner,
      );
    expect(stored.rows.length).toBe(0);
    const orders = await ordersOf(place.listing.id);
    expect(new Set(orders.map(({ transaction }) => transaction)).size).toBe(2);
    await expectConsistent(place.listing.id);
  });

  it('do not wait for a member whose session somebody else holds', async () => {
    const place = await crowd(4);
    const [first, ...others] = place.members;
    const locks = withRids(others);
    const held = defined(others[0], 'a member');
    let answers: Promise<{ outcome: string }[]> | undefined;
    await owner.transaction().execute(async (tx) => {
      await sql`select from member.session where member_id = ${held.id} for update`.execute(tx);
      answers = inOneGroup(place, { first: defined(first, 'a member'), locks });
      await expect.poll(async () => (await ordersOf(place.listing.id)).length).toBe(3);
    });
    expect(outcomesOf(await defined(answers, 'the answers'))).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    await expectConsistent(place.listing.id);
  });
});

describe('a group that fails', () => {
  /** Lets the insert of an order of this member fail, with code that runs in its transaction. */
  async function breakOrdersOf({ id }: TestMember, statement: string) {
    await sql`create or replace function public.break_order() returns trigger language plpgsql as ${sql.lit(`begin ${statement}; return new; end`)}`.execute(
      owner,
    );
    await sql`create trigger break_order before insert on orders.orders for each row
              when (new.locker_id = ${sql.lit(Number(id))}) execute function public.break_order()`.execute(
      owner,
    );
    return () => sql`drop trigger break_order on orders.orders`.execute(owner);
  }

  it('runs one by one, so that only the one that cannot be has failed; that one is as open as before', async () => {
    const place = await crowd(5);
    const [first, ...others] = place.members;
    const locks = withRids(others);
    const mend = await breakOrdersOf(defined(others[2], 'a member'), `raise exception 'broken'`);
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks });
    expect(outcomesOf(answers)).toEqual(['SUCCESS', 'SUCCESS', 'FAULT', 'SUCCESS']);
    expect(defined(answers[2], 'an answer').data).toMatchObject({ open: true });
    expect((await ordersOf(place.listing.id)).length).toBe(4);
    await mend();
    const again = await Promise.all(locks.map(place.send));
    expect(outcomesOf(again)).toEqual(others.map(() => 'SUCCESS'));
    expect([again[0], again[1], again[3]]).toEqual([answers[0], answers[1], answers[3]]);
    expect((await ordersOf(place.listing.id)).length).toBe(5);
    await expectConsistent(place.listing.id);
  });

  it('with its connection has done nothing, and each of its commands runs once when it is sent again', async () => {
    const place = await crowd(4);
    const [first, ...others] = place.members;
    const locks = withRids(others);
    const mend = await breakOrdersOf(
      defined(others[1], 'a member'),
      'perform pg_terminate_backend(pg_backend_pid())',
    );
    const answers = await inOneGroup(place, { first: defined(first, 'a member'), locks });
    expect(outcomesOf(answers)).toEqual(others.map(() => 'DATABASE_UNAVAILABLE'));
    for (const { data } of answers) expect(data).toMatchObject({ open: true });
    expect((await ordersOf(place.listing.id)).length).toBe(1);
    await mend();
    expect(outcomesOf(await Promise.all(locks.map(place.send)))).toEqual(others.map(() => 'SUCCESS'));
    expect(outcomesOf(await Promise.all(locks.map(place.send)))).toEqual(others.map(() => 'SUCCESS'));
    expect((await ordersOf(place.listing.id)).length).toBe(4);
    await expectConsistent(place.listing.id);
  });
});

it('reads of live orders only those of the lockers, also where no table was ever analysed', async () => {
  const { listing, members, send } = await crowd(3);
  const [locker, stranger, other] = members as [TestMember, TestMember, TestMember];
  for (const member of [locker, stranger]) await send({ member, rid: makeRid() });
  const facts = (tx: Tx) =>
    findLockerFacts(tx, { id: toListingId(listing.id), lockers: [locker.id, other.id] });
  const plant = (from: number, to: number) =>
    sql`
      insert into orders.orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1000 + n, 'serial_no', o.serial_no || n))).*
      from orders.orders o, generate_series(${from}::int, ${to}::int) n where locker_id = ${stranger.id} and id < 1000`.execute(
      owner,
    );
  // Planned while there is little to read, as in the first minute of a database.
  await plant(1, 300);
  const fresh = openDatabase({
    url: server.database.appUrl,
    name: 'plans',
    max: 1,
    onIdleError: () => {},
  });
  onTestFinished(() => fresh.close());
  await inTransaction(fresh.db, facts);
  await plant(301, 3000);
  const readSoFar = async (tx: Tx) => {
    const { rows } = await sql<{ read: number }>`
      select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as read from pg_index where indrelid = 'orders.orders'::regclass`.execute(
      tx,
    );
    return rows[0]?.read ?? 0;
  };
  const { found, read } = await inTransaction(fresh.db, async (tx) => {
    const before = await readSoFar(tx);
    return { found: await facts(tx), read: (await readSoFar(tx)) - before };
  });
  expect(found.map(({ ownOrderId }) => ownOrderId !== null)).toEqual([true, false]);
  expect(read).toBeLessThan(10);
});
