import { ORDER_STATE_INFO, type OrderState } from '@holdfast/contract/orders';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import { countFaults, disputeFaults } from '../recount.ts';
import { replayFaults } from '../replay.ts';
import { transitionOf } from './model.ts';

/**
 * What must be true of every order at any time (docs/spec/orders.md, 8), read from the database alone. Each fault begins with the number of its
 * invariant, or with what counts something else than the orders give. Whoever walks checks beside it that the eighth's traces are all there.
 */
export async function brokenInvariants(db: Database): Promise<string[]> {
  const found = await Promise.all([
    reconcile(db).then((faults) => faults.map((fault) => `1 ${JSON.stringify(fault)}`)),
    escrowFaults(db),
    reserveFaults(db),
    eventFaults(db),
    restFaults(db),
    blameFaults(db),
    viewFaults(db),
    replayFaults(db).then((faults) => faults.map((fault) => `9 ${fault}`)),
    countFaults(db),
    disputeFaults(db),
  ]);
  return found.flat();
}

/** 2: the escrow is the quantity while the order lives, and nothing at its end. */
async function escrowFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string; balance: bigint }>`
    select o.id::text, o.state, coalesce(a.balance, 0) as balance
    from orders.orders o left join ledger.account a on a.owner_kind = 'order' and a.owner_id = o.id::text and a.kind = 'order_escrow'
    where coalesce(a.balance, 0) <> case when o.ended_at is null then o.quantity else 0 end`.execute(db);
  return rows.map(({ id, state, balance }) => `2 order ${id} in ${state} has ${balance} in escrow`);
}

/** 2: what a member has listed is what remains of the listings that are up. */
async function reserveFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ member: string; coin: string }>`
    with listed as (
      select owner_id, coin, sum(remaining) as quantity from orders.listing where side = 'sell' and ended_at is null group by 1, 2)
    select a.owner_id as member, a.coin
    from (select * from ledger.account where owner_kind = 'member' and kind = 'listing_reserve') a
      full join listed l on l.owner_id::text = a.owner_id and l.coin = a.coin
    where coalesce(a.balance, 0) <> coalesce(l.quantity, 0)`.execute(db);
  return rows.map(({ member, coin }) => `2 the ${coin} that member ${member} has listed is not what remains`);
}

interface EventRow {
  readonly orderId: string;
  readonly transition: string;
  readonly actor: string;
  readonly from: OrderState | null;
  readonly ownerId: string;
  readonly lockerId: string;
  readonly payerId: string;
  readonly payeeId: string;
}

/** 3, 4 and 5: who moves coin to the payee, how often it leaves, and whom each transition tells. */
async function eventFaults(db: Database): Promise<string[]> {
  const { rows: events } = await sql<EventRow>`
    select e.order_id::text as "orderId", e.transition, e.actor, e.from_state as "from", o.owner_id::text as "ownerId",
      o.locker_id::text as "lockerId", o.payer_id::text as "payerId", o.payee_id::text as "payeeId"
    from orders.event e join orders.orders o on o.id = e.order_id order by e.order_id, e.version`.execute(db);
  const { rows: posted } = await sql<{ reference: string }>`
    select reference from ledger.entry where kind like 'order.%' and kind <> 'order.hold-end'`.execute(db);
  const { rows: told } = await sql<{ key: string; count: bigint }>`
    select member_id || ' ' || type as key, count(*) from inbox.message group by 1`.execute(db);
  return [
    ...events.flatMap((event) => timerFault(event)),
    ...leavingFaults(events, posted),
    ...noticeFaults(events, new Map(told.map(({ key, count }) => [key, Number(count)]))),
  ];
}

const AFTER_PAID: readonly (OrderState | null)[] = ['PAID', 'STUCK_SELF', 'STUCK_CASE'];

/** 3: time gives the coin back to the payee only where the payer has asked for the cancel. */
function timerFault({ orderId, transition, actor, from }: EventRow): string[] {
  const { escrow, request } = transitionOf(transition);
  const isAsked = request?.length === 1 && request[0] === 'by-payer';
  const isTaken = actor === 'system' && escrow === 'return' && AFTER_PAID.includes(from) && !isAsked;
  return isTaken ? [`3 time alone gave the coin of order ${orderId} back by ${transition}`] : [];
}

/** 4: one entry for each movement, and one leaving for each lock or relock. */
function leavingFaults(events: readonly EventRow[], posted: readonly { reference: string }[]): string[] {
  const entries = new Map<string, number>();
  for (const { reference } of posted) {
    const id = reference.split(':')[1] ?? '';
    entries.set(id, (entries.get(id) ?? 0) + 1);
  }
  return [...Map.groupBy(events, ({ orderId }) => orderId)].flatMap(([orderId, own]) => {
    const moves = own
      .map(({ transition }) => transitionOf(transition).escrow)
      .filter((move) => move !== null);
    const isOrdered = moves.every(
      (move, index) => (move === 'lock' || move === 'relock') === (index % 2 === 0),
    );
    return isOrdered && entries.get(orderId) === moves.length
      ? []
      : [`4 order ${orderId} has ${entries.get(orderId)} entries for ${moves.join(', ')}`];
  });
}

/** 5: an inbox message for each recipient that the table names, as often as it happened. What a message says of its order is sealed. */
function noticeFaults(events: readonly EventRow[], told: ReadonlyMap<string, number>): string[] {
  const due = new Map<string, number>();
  for (const { transition, ...ids } of events)
    for (const { type, to } of transitionOf(transition).notices)
      for (const hat of to) {
        if (hat === 'operators') continue;
        const key = `${ids[`${hat}Id`]} ${type}`;
        due.set(key, (due.get(key) ?? 0) + 1);
      }
  return [...due]
    .filter(([key, count]) => told.get(key) !== count)
    .map(([key, count]) => `5 of ${count} messages to "${key}" there are ${told.get(key) ?? 0}`);
}

/** 6: no resting place: a clock runs, or a case has its times. */
async function restFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: OrderState }>`
    select o.id::text, o.state from orders.orders o
    where o.ended_at is null
      and not exists (select from orders.timer t where t.order_id = o.id and t.due_at is not null)
      and not exists (select from orders.case_file c where c.order_id = o.id and c.closed_at is null)`.execute(
    db,
  );
  return rows.map(
    ({ id, state }) => `6 order ${id} rests in ${state}, the duty of ${ORDER_STATE_INFO[state].duty}`,
  );
}

/**
 * 7: the clock that fired into a fault had not been moved by an outage since it began. Read from the clocks before and after each outage, which know
 * nothing of what the order's timers remember.
 */
async function blameFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; transition: string }>`
    with fired as (
      select *, case event when 'accept-time-ended' then 'accept' when 'pay-time-ended' then 'pay' when 'grace-time-ended' then 'grace'
        when 'ack-time-ended' then 'ack' when 'self-time-ended' then 'self' when 'request-time-ended' then 'cancelAck' end as clock
      from orders.event where actor = 'system' and detail ->> 'fault' in ('payer', 'payee'))
    select f.order_id::text as id, f.transition from fired f where exists (
      select from orders.event o
      where o.order_id = f.order_id and o.version < f.version and o.event = 'outage-declared'
        and o.detail #> array['deadlines', 'before', f.clock] <> o.detail #> array['deadlines', 'after', f.clock]
        -- Within the state it is the same clock, unless the request was made anew.
        and not exists (select from orders.event b where b.order_id = f.order_id and b.version > o.version and b.version < f.version
          and (b.from_state is distinct from b.to_state or b.event = 'request-cancel')))`.execute(db);
  return rows.map(({ id, transition }) => `7 ${transition} blames a party of order ${id} after an outage`);
}

/** 8: where to pay was shown to nobody but the payer, while the order ran or had been paid. */
async function viewFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ subject: string; actor: string }>`
    select subject, actor from platform.audit a
    where action = 'payment-details-viewed' and not exists (
      select from orders.orders o where a.subject = 'order:' || o.id and a.actor = 'member:' || o.payer_id)`.execute(
    db,
  );
  return rows.map(({ subject, actor }) => `8 ${actor} was shown where to pay ${subject}`);
}
