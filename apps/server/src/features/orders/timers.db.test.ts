import type { CallOutput } from '@holdfast/contract/calls';
import { ORDER_TIMER_EVENTS } from '@holdfast/contract/orders';
import { toOrderId, type OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { endMaintenance, setMaintenance } from '#platform/maintenance/downtime.store.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder } from '#testing/traders.ts';
import { fireAllDue, fireDue } from './fire-due.ts';
import { claimDue } from './timer.store.ts';

const server = await testServer();
const { database } = server;
const { db, owner } = database;
const ASKED = { version: '0.1.0', platform: 'web' } as const;

afterEach(async () => {
  await sql`drop trigger if exists planted on orders.event`.execute(owner);
  await database.setClock('0');
  // What this test has left behind is due in none of the others.
  await sql`update orders.timer set due_at = due_at + interval '1 year'`.execute(owner);
  await sql`delete from platform.downtime`.execute(owner);
});

/** An order whose time to pay ends in 15 minutes. */
async function locked(): Promise<OrderId> {
  const { order } = await lockedOrder(server, '100.00');
  return toOrderId(order.orderId);
}

async function transitionsOf(orderId: OrderId): Promise<string[]> {
  const { rows } = await sql<{ transition: string }>`
    select transition from orders.event where order_id = ${orderId} order by version`.execute(db);
  return rows.map(({ transition }) => transition);
}

async function timersOf(orderId: OrderId) {
  const { rows } = await sql<{ name: string; tries: number; wait: number | null }>`
    select name, tries, extract(epoch from retry_at - platform.app_now())::float as wait
    from orders.timer where order_id = ${orderId} and name <> 'remindExtend'`.execute(db);
  return rows;
}

/** Makes every transition of this order to GRACE fail, or those that `which` names: `statement` runs in its transaction. */
async function plant(orderId: OrderId, statement: string, which = "new.to_state = 'GRACE'"): Promise<void> {
  await sql
    .raw(
      `create or replace function orders.planted() returns trigger language plpgsql security definer as $$
       begin if new.order_id = ${orderId} and ${which} then ${statement}; end if; return new; end $$`,
    )
    .execute(owner);
  await sql`create or replace trigger planted before insert on orders.event for each row execute function orders.planted()`.execute(
    owner,
  );
}

async function fire() {
  const failed: OrderId[] = [];
  const { count } = await fireAllDue(db, { onFailure: ({ orderId }) => failed.push(orderId) });
  return { fired: count, failed };
}

it('knows in the database every clock that the machine names for an order, and no other', async () => {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'timer_name_check'`.execute(
    owner,
  );
  const known = [...(rows[0]?.check ?? '').matchAll(/'(\w+)'::text/g)].map(([, name = '']) => name);
  expect(known.toSorted()).toEqual(Object.keys(ORDER_TIMER_EVENTS).toSorted());
});

describe('workers', () => {
  it('claim one of many that are due without reading the others', async () => {
    const id = await locked();
    await database.setClock('16 minutes');
    await owner.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx); // without orders of their own
      await sql`insert into orders.timer (order_id, name, due_at)
        select 1000000 + n, 'pay', platform.app_now() + interval '1 day' from generate_series(1, 1000) n`.execute(
        tx,
      );
      await sql`analyze orders.timer, orders.orders`.execute(tx); // while none is due, as between two stops
      await sql`update orders.timer set due_at = platform.app_now() where order_id > 1000000`.execute(tx);
    });
    const read = await inTransaction(db, async (tx) => {
      expect((await claimDue(tx))?.order.id).toBe(id);
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relid = 'orders.timer'::regclass`.execute(
        tx,
      );
      return rows[0]?.read;
    });
    await sql`delete from orders.timer where order_id > 1000000`.execute(owner);
    expect(read).toBeLessThan(20);
  });

  it('take different clocks: one that is claimed is passed over until the transaction of its claim ends', async () => {
    const [first, second] = [await locked(), await locked()];
    await database.setClock('16 minutes');
    await inTransaction(db, async (one) => {
      expect((await claimDue(one))?.order.id).toBe(first);
      await inTransaction(db, async (two) => {
        expect((await claimDue(two))?.order.id).toBe(second);
        expect(await inTransaction(db, (three) => claimDue(three))).toBeUndefined();
      });
    });
    expect(await fire()).toEqual({ fired: 2, failed: [] });
  });

  it('say before each clock that they are there', async () => {
    await Promise.all([locked(), locked(), locked()]);
    await database.setClock('16 minutes');
    let said = 0;
    const { count } = await fireAllDue(db, { beforeEach: async () => void (said += 1) });
    expect(count).toBe(3);
    expect(said).toBeGreaterThanOrEqual(3);
  });

  it('fire the others while one order is held by somebody else', async () => {
    const [held, other] = [await locked(), await locked()];
    await database.setClock('16 minutes');
    await inTransaction(db, async (tx) => {
      await sql`select from orders.orders where id = ${held} for no key update`.execute(tx);
      expect(await fire()).toEqual({ fired: 1, failed: [] });
    });
    expect([await transitionsOf(held), await transitionsOf(other)]).toEqual([['T2'], ['T2', 'T9']]);
    expect(await fire()).toEqual({ fired: 1, failed: [] });
  });

  it('of one process fire the others while the listing of one is held by somebody else', async () => {
    const [held, other] = [await locked(), await locked()];
    await database.setClock('16 minutes');
    await fire();
    await database.setClock('27 minutes');
    let slow: ReturnType<typeof fire> | undefined;
    await inTransaction(db, async (tx) => {
      await sql`select from orders.listing where id = (select listing_id from orders.orders where id = ${held}) for update`.execute(
        tx,
      );
      slow = fire();
      await expect.poll(() => transitionsOf(other)).toEqual(['T2', 'T9', 'T11']);
      expect(await transitionsOf(held)).toEqual(['T2', 'T9']);
    });
    expect(await slow).toEqual({ fired: 2, failed: [] });
  });
});

describe('a clock that cannot fire', () => {
  it('is put off a little longer after each try', async () => {
    const orderId = await locked();
    await plant(orderId, "raise exception 'planted'");
    await database.setClock('16 minutes');
    expect(await fire()).toEqual({ fired: 0, failed: [orderId] });
    const [first] = await timersOf(orderId);
    expect(first).toMatchObject({ name: 'pay', tries: 1 });
    expect(await fire()).toEqual({ fired: 0, failed: [] });
    await database.setClock('17 minutes');
    expect(await fire()).toEqual({ fired: 0, failed: [orderId] });
    const [second] = await timersOf(orderId);
    expect(second).toMatchObject({ name: 'pay', tries: 2 });
    expect(second?.wait).toBeGreaterThan(first?.wait ?? Infinity);
  });

  it.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
    ['a wait for a row lock', '55P03'],
    ['a statement that took too long', '57014'],
  ])('for %s has used none of its tries', async (_, code) => {
    const orderId = await locked();
    await plant(orderId, `raise exception using errcode = '${code}'`);
    await database.setClock('16 minutes');
    expect(await fire()).toEqual({ fired: 0, failed: [orderId] });
    expect(await timersOf(orderId)).toMatchObject([{ name: 'pay', tries: 0 }]);
    await plant(orderId, 'null');
    await database.setClock('17 minutes');
    expect(await fire()).toEqual({ fired: 1, failed: [] });
  });

  it('for a lost connection has used none of its tries, and fires by the next one', async () => {
    const orderId = await locked();
    await plant(orderId, 'perform pg_terminate_backend(pg_backend_pid())');
    await database.setClock('16 minutes');
    expect(await fire()).toEqual({ fired: 0, failed: [orderId] });
    expect(await timersOf(orderId)).toMatchObject([{ name: 'pay', tries: 0 }]);
    await plant(orderId, 'null');
    await database.setClock('17 minutes');
    expect(await fire()).toEqual({ fired: 1, failed: [] });
  });

  it('becomes a case after the fifth try, with the coin where it was and nobody to blame, and both are told', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const orderId = toOrderId(order.orderId);
    await plant(orderId, "raise exception 'planted'");
    for (const minutes of [16, 17, 18, 20]) {
      await database.setClock(`${minutes} minutes`);
      expect(await fire()).toEqual({ fired: 0, failed: [orderId] });
    }
    expect(await transitionsOf(orderId)).toEqual(['T2']);
    await database.setClock('24 minutes');
    expect(await fire()).toEqual({ fired: 0, failed: [orderId] });

    const seen = await buyer.call('/order/detail', { orderId });
    expect(seen.order).toMatchObject({ state: 'STUCK_CASE', duty: 'operator', version: 2, payTo: null });
    const dayAfter = Date.parse(seen.serverTime) + 86_400_000;
    expect(Math.abs(Date.parse(seen.order.deadlineDate ?? '') - dayAfter)).toBeLessThan(60_000);
    // Both may still end it together.
    expect(seen.order.allowedActions).toMatchObject([
      { action: 'request-cancel', open: true },
      { action: 'offer-split', open: true },
    ]);
    expect(seen.order.case).toMatchObject({ openedBy: 'system', reason: 'deadline-failed' });
    const { rows } = await sql`select fault, resolution from orders.orders where id = ${orderId}`.execute(db);
    expect(rows).toEqual([{ fault: 'none', resolution: null }]);
    expect(await transitionsOf(orderId)).toEqual(['T2', 'T32']);
    expect(await balanceOf(seller)).toMatchObject({ inOrder: '100.00', available: '0.00' });
    for (const member of [seller, buyer]) {
      const { items } = await member.call('/member/notification/list', {});
      expect(items.at(-1)).toMatchObject({ type: 'orderStuck', extra: { stage: 'case', orderId } });
    }
    await database.setClock('3 days');
    expect(await fire()).toEqual({ fired: 0, failed: [] });
    await database.setClock('0');
    const released = await seller.call('/order/release', { orderId, version: '2' });
    expect(released.order.state).toBe('FINISHED');
    expect(await timersOf(orderId)).toEqual([]);
  });

  it('is over with its fifth try also where it is the one of a request, which lies in a case by then', async () => {
    const { seller, order } = await lockedOrder(server, '100.00');
    const orderId = toOrderId(order.orderId);
    await seller.call('/order/request-cancel', { orderId, version: '1', reason: 'account-problem' });
    await sql`update orders.timer set tries = 4 where order_id = ${orderId} and name = 'cancelAck'`.execute(
      owner,
    );
    await plant(orderId, "raise exception 'planted'", "new.event = 'request-time-ended'");
    await database.setClock('11 minutes');
    expect((await fire()).failed).toEqual([orderId]);
    expect(await transitionsOf(orderId)).toContain('T32');
    expect((await timersOf(orderId)).map(({ name }) => name)).toEqual(['ruling']);
    expect(await fire()).toEqual({ fired: 0, failed: [] });
  });

  it('goes on being tried while no case can be opened either', async () => {
    const orderId = await locked();
    await sql`update orders.timer set tries = 4 where order_id = ${orderId}`.execute(owner);
    await plant(orderId, 'null; end if; if new.order_id = ' + orderId + " then raise exception 'planted'");
    await database.setClock('16 minutes');
    // Two processes at once: whoever meets it between the two failures of another fails as well, and it is told once all the same.
    const runs = await Promise.all(Array.from({ length: 4 }, fire));
    expect(runs.flatMap(({ failed }) => failed)).toEqual([orderId]);
    expect(await timersOf(orderId)).toMatchObject([{ name: 'pay', tries: 5 }]);
    await plant(orderId, 'null');
    await database.setClock('20 minutes');
    expect(await fire()).toEqual({ fired: 1, failed: [] });
  });
});

describe('a clock whose transition is refused only at its commit', () => {
  it('has used a try', async () => {
    const orderId = await locked();
    await sql
      .raw(
        `create or replace function orders.planted() returns trigger language plpgsql as $$
         begin if new.order_id = ${orderId} and new.to_state = 'GRACE' then raise exception 'planted'; end if; return null; end $$`,
      )
      .execute(owner);
    await sql`create constraint trigger planted after insert on orders.event initially deferred for each row execute function orders.planted()`.execute(
      owner,
    );
    await database.setClock('16 minutes');
    expect(await fire()).toEqual({ fired: 0, failed: [orderId] });
    expect(await timersOf(orderId)).toMatchObject([{ name: 'pay', tries: 1 }]);
  });
});

describe('a maintenance', () => {
  // The gateway follows the database within seconds: it may still refuse for the maintenance of the test before.
  beforeEach(async () => {
    const visitor = await server.visitor();
    await vi.waitUntil(
      async () => {
        const { data } = await visitor.send<CallOutput<'/member/checkVersion'>>(
          '/member/checkVersion',
          ASKED,
        );
        return data.maintenanceUntil === null;
      },
      { timeout: 10_000 },
    );
  });

  /** Minutes from now on to the end of the clock, as the order's parties count them. */
  async function minutesLeft(orderId: OrderId): Promise<number> {
    const { rows } = await sql<{ left: number }>`
      select round(extract(epoch from due_at - now()) / 60)::int as left from orders.timer where order_id = ${orderId} and name = 'pay'`.execute(
      db,
    );
    return rows[0]?.left ?? NaN;
  }
  const at = (minutes: number) => database.setClock(`${minutes} minutes`);
  /** From the clock as it stands, until so many minutes after the test began. */
  async function maintainUntil(minutes: number): Promise<void> {
    await setMaintenance(db, { from: new Date(0), until: new Date(Date.now() + minutes * 60_000) });
  }

  it('fires nothing, neither by a worker nor before a command', async () => {
    const orderId = await locked();
    await at(5);
    await maintainUntil(35);
    await at(20);
    expect(await fire()).toEqual({ fired: 0, failed: [] });
    await fireDue(db, orderId);
    expect(await transitionsOf(orderId)).toEqual(['T2']);
  });

  it('moves the running clocks by its length when it is over: once, whoever comes first', async () => {
    const orderId = await locked();
    await at(5);
    await maintainUntil(35);
    await at(36);
    await Promise.all([fireDue(db, orderId), ...Array.from({ length: 4 }, fire)]);
    expect([await minutesLeft(orderId), await transitionsOf(orderId)]).toEqual([45, ['T2', 'T33']]);
    await at(39); // a minute before its reminder
    expect(await fire()).toEqual({ fired: 0, failed: [] });
    await at(46);
    expect(await fire()).toEqual({ fired: 1, failed: [] });
  });

  it('moves them by the time that it took, when it is ended early', async () => {
    const orderId = await locked();
    await at(5);
    await maintainUntil(600);
    await at(15);
    await endMaintenance(db);
    await at(16);
    expect(await fire()).toEqual({ fired: 0, failed: [] });
    expect(await minutesLeft(orderId)).toBe(25);
  });

  it('over whose end nobody ran moves them at the next start, before anything fires', async () => {
    const [early, late] = [await locked(), await locked()];
    await sql`update orders.timer set due_at = due_at + interval '20 minutes' where order_id = ${late}`.execute(
      owner,
    );
    await at(5);
    await maintainUntil(35);
    await at(50);
    expect(await fire()).toEqual({ fired: 1, failed: [] });
    expect([await transitionsOf(early), await transitionsOf(late)]).toEqual([
      ['T2', 'T33', 'T9'],
      ['T2', 'T33'],
    ]);
    expect(await minutesLeft(late)).toBe(65);
  });

  it('leaves a clock that was due before it where it was, and moves one that began in it by the rest', async () => {
    const [due, begun] = [await locked(), await locked()];
    await sql`update orders.timer set started_at = now() + interval '25 minutes', due_at = now() + interval '40 minutes'
              where order_id = ${begun}`.execute(owner);
    await at(16);
    await maintainUntil(35);
    await at(36);
    expect(await fire()).toEqual({ fired: 1, failed: [] });
    expect(await transitionsOf(due)).toEqual(['T2', 'T9']);
    expect(await minutesLeft(begun)).toBe(50);
  });
});
