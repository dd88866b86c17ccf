import { detailFaults } from '@holdfast/contract/order-events';
import type { OrderEvent, OrderState } from '@holdfast/contract/orders';
import { assert, type MemberId, type OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import { toJson } from './to-json.ts';

/** A transition that has happened to an order. */
export interface PastTransition {
  readonly event: OrderEvent;
  readonly actor: 'payer' | 'payee' | 'system' | 'operator' | 'risk';
  readonly to: OrderState;
  readonly at: Date;
  /** Of an extension or a request for one. */
  readonly minutes: number | null;
  /** Until when what the payer got is held. */
  readonly heldUntil: Date | null;
}

export interface NewEvent extends Omit<PastTransition, 'at' | 'minutes' | 'heldUntil'> {
  readonly orderId: OrderId;
  readonly version: number;
  readonly transition: string;
  readonly actorId: MemberId | null;
  readonly from: OrderState | null;
  /** One of the event's, as the contract types it. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The rows can never be changed, so a detail that is not one of its event is a bug that ends the transaction. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (const { event, detail } of events) {
    const faults = detailFaults(event, detail);
    assert(faults.length === 0, `the detail of "${event}" is wrong: ${faults.join(', ')}`);
  }
  const insert = sql`
    insert into orders.event (order_id, version, transition, event, actor, actor_id, from_state, to_state, detail)
    select "orderId", version, transition, event, actor, "actorId", "from", "to", detail
    from json_to_recordset(${toJson(events)}::json) as line ("orderId" bigint, version int, transition text, event text, actor text,
      "actorId" bigint, "from" text, "to" text, detail jsonb)`;
  sendLater(tx, insert);
}

export async function listEvents(tx: Tx, orderId: OrderId): Promise<PastTransition[]> {
  const { rows } = await sql<PastTransition>`
    select event, actor, to_state as "to", at, (detail ->> 'minutes')::int as minutes,
      (detail ->> 'heldUntil')::timestamptz as "heldUntil" from orders.event where order_id = ${orderId} order by version`.execute(
    tx,
  );
  return rows;
}

/** An event as operators and files of evidence tell of it. */
export interface OrderEventRow {
  readonly version: number;
  readonly event: string;
  readonly actor: string;
  readonly from: string | null;
  readonly to: string;
  readonly at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
}

export async function listEventRows(tx: Tx, orderId: OrderId): Promise<OrderEventRow[]> {
  const { rows } = await sql<OrderEventRow>`
    select version, event, actor, from_state as "from", to_state as "to", at, detail
    from orders.event where order_id = ${orderId} order by version`.execute(tx);
  return rows;
}
