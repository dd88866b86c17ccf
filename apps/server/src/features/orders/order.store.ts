import type { Clocks } from '@holdfast/contract/order-events';
import type { OpenRequest, OrderState, RequestReason, Transition } from '@holdfast/contract/orders';
import type { PaymentDeclaration, PayMethod } from '@holdfast/contract/rules';
import {
  type CardVersionId,
  type PayAccountVersionId,
  type Coin,
  type ListingId,
  type MemberId,
  type Minor,
  type OrderId,
  type PriceE4,
} from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { STANDS_STILL } from '#platform/maintenance/downtime.store.ts';
import { NEWEST } from '#platform/paging/paging.ts';
import {
  changedClocks,
  CLOCK_OF_STATE,
  clocksIn,
  deadlineOf,
  DECIDING_CLOCK,
  EXACT_DUE_AT,
  isAnyDue,
} from './clocks.store.ts';
import type { ClockChange, StartedClock } from './clocks.rules.ts';
import type { Fault, Funding } from './order.rules.ts';
import { toJson } from './to-json.ts';

/** A request to cancel that waits for its answer. */
export interface CancelRequest {
  readonly by: OpenRequest;
  readonly reason: RequestReason;
  readonly askedAt: Date;
  readonly fromState: OrderState;
}

/** How to share what is in escrow, as one side offers it. It may have lapsed. */
export interface SplitOffer {
  readonly by: 'payer' | 'payee';
  /** What the payer gets, before the fee. */
  readonly payerPart: Minor;
  readonly at: Date;
}

export interface Order {
  readonly id: OrderId;
  readonly serialNo: string;
  readonly listingId: ListingId;
  readonly listingVersion: number;
  readonly remark: { readonly id: string; readonly text: string | null } | null; // no text: it was taken down
  readonly ownerId: MemberId;
  readonly lockerId: MemberId;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly coin: Coin;
  readonly quantity: Minor;
  readonly priceE4: PriceE4;
  /** What the payer sends outside, whole NT$. */
  readonly payTwd: bigint;
  readonly feeBasisPoints: number;
  readonly fee: Minor;
  /** The payer's part before its fee, where both sides shared the coin; null: it went whole to one of them. */
  readonly settledQuantity: Minor | null;
  readonly payWindowMinutes: number;
  /** What the payee has added to it, how often and how much together. */
  readonly extensionCount: number;
  readonly extensionMinutes: number;
  /** How much more the payer asks for; null: nothing, or it was answered. */
  readonly askedMinutes: number | null;
  /** How to pay, as the payer has chosen at the lock, and where, as it was then: a card for the bank, an account for a pay app. */
  readonly payMethod: PayMethod;
  readonly cardVersionId: CardVersionId | null;
  readonly payAccountVersionId: PayAccountVersionId | null;
  /** What funded the escrow that it has, or had at its end. */
  readonly funding: Funding;
  readonly state: OrderState;
  readonly version: number;
  readonly paid: PaymentDeclaration | null;
  readonly dutySince: Date | null;
  readonly deadlineAt: Date | null; // of its state's clock; null while that stands still, and at an end
  readonly lockedAt: Date;
  readonly paidAt: Date | null;
  readonly endedAt: Date | null;
  /** For how long the product has stood still since then. */
  readonly stoodStillMs: number;
  readonly fault: Fault | null;
  /** Who has decided how it ended; null while it runs. */
  readonly resolution: 'parties' | 'timeout' | 'operator' | 'risk' | null;
  /** In whose completion figure its last end counts, if it did not finish. */
  readonly countsAgainst: 'payer' | 'payee' | null;
  /** Of an order that has ended: whether a case lies beside it. */
  readonly hasCase: boolean;
  readonly request: CancelRequest | null;
  readonly split: SplitOffer | null;
  /** Until when the request is to be answered; null without one, and where nothing happens by time. */
  readonly requestDueAt: Date | null;
}

/** An order with its row lock. Without its deadlines: a statement that waited for the lock sees the clocks as they were before it. */
export type LockedOrder = Omit<Order, 'deadlineAt' | 'requestDueAt'>;

/** An order right after a transition, with the clocks that ran before and that run now. */
export interface ChangedOrder extends Order {
  readonly deadlines: { readonly before: Clocks; readonly after: Clocks };
}

/** The columns of `orders.orders` as a `LockedOrder`. Its `id` is a text, so sorting names the column: `orders.id`. */
export const ORDER = sql`orders.id::text, orders.serial_no as "serialNo", orders.listing_id::text as "listingId", orders.listing_version as "listingVersion", case when orders.remark_id is not null then (select json_build_object('id', id::text, 'text', case when removed_because is null then text end) from orders.remark where id = orders.remark_id) end as remark,
  orders.owner_id::text as "ownerId", orders.locker_id::text as "lockerId", orders.payer_id::text as "payerId",
  orders.payee_id::text as "payeeId", orders.coin, orders.quantity, orders.price_e4 as "priceE4", orders.pay_twd as "payTwd", orders.fee, orders.settled_quantity as "settledQuantity",
  orders.fee_bp as "feeBasisPoints", orders.funding,
  orders.pay_window_minutes as "payWindowMinutes", orders.extension_count as "extensionCount", orders.extension_minutes as "extensionMinutes", orders.asked_minutes as "askedMinutes", orders.pay_method as "payMethod", orders.card_id::text as "cardVersionId",
  orders.pay_account_id::text as "payAccountVersionId", orders.state, orders.version, orders.paid_sealed as "paidSealed",
  orders.duty_since as "dutySince", orders.locked_at as "lockedAt", orders.paid_at as "paidAt", orders.ended_at as "endedAt", orders.fault, orders.resolution, orders.counts_against as "countsAgainst",
  case when orders.ended_at is null then 0 else
    extract(epoch from platform.stood_still(orders.ended_at, platform.app_now())) * 1000 end::float as "stoodStillMs",
  case when orders.ended_at is null then false else exists (
    select from orders.case_file where case_file.order_id = orders.id and case_file.closed_at is null) end as "hasCase",
  orders.request_by as "requestBy", orders.request_reason as "requestReason", orders.request_at as "requestAt", orders.request_from as "requestFrom",
  orders.split_by as "splitBy", orders.split_part as "splitPart", orders.split_at as "splitAt"`;

/** All of an `Order`: its deadlines are those of its clocks, each one row found by its key. */
const ORDER_WITH_DEADLINE = sql`${ORDER}, case when orders.ended_at is null then
  ${deadlineOf(sql`(select due_at from orders.timer where order_id = orders.id and name = ${DECIDING_CLOCK})`)} end as "deadlineAt",
  case when orders.request_by is not null then
  (select due_at from orders.timer where order_id = orders.id and name = 'cancelAck') end as "requestDueAt"`;

export interface LockedOrderRow extends Omit<LockedOrder, 'paid' | 'request' | 'split'> {
  readonly paidSealed: Buffer | null;
  readonly requestBy: OpenRequest | null;
  readonly requestReason: RequestReason;
  readonly requestAt: Date;
  readonly requestFrom: OrderState;
  readonly splitBy: 'payer' | 'payee' | null;
  readonly splitPart: Minor;
  readonly splitAt: Date;
}
type RequestColumn =
  | 'requestBy'
  | 'requestReason'
  | 'requestAt'
  | 'requestFrom'
  | 'splitBy'
  | 'splitPart'
  | 'splitAt';
export type OrderRow = LockedOrderRow & Pick<Order, 'deadlineAt' | 'requestDueAt'>;
const PAID = 'orders.orders.paid_sealed';

/** Opens the declaration only where it is read, and once: lists do not show it, and a notice reads each of its fields. */
export function toOrder<Row extends LockedOrderRow>(
  db: Database | Tx,
  { paidSealed, requestBy, requestReason, requestAt, requestFrom, splitBy, splitPart, splitAt, ...row }: Row,
): Omit<Row, RequestColumn | 'paidSealed'> & Pick<Order, 'paid' | 'request' | 'split'> {
  let opened: PaymentDeclaration | undefined;
  return {
    ...row,
    request: requestBy && {
      by: requestBy,
      reason: requestReason,
      askedAt: requestAt,
      fromState: requestFrom,
    },
    split: splitBy && { by: splitBy, payerPart: splitPart, at: splitAt },
    get paid() {
      if (paidSealed) opened ??= JSON.parse(keysOf(db).open(PAID, row.id, paidSealed)) as PaymentDeclaration;
      return opened ?? null;
    },
  };
}

/** The terms that a lock fixes, and the state and clocks with which the order begins. */
export interface NewOrder extends Pick<
  Order,
  | 'listingId'
  | 'listingVersion'
  | 'ownerId'
  | 'lockerId'
  | 'payerId'
  | 'payeeId'
  | 'coin'
  | 'quantity'
  | 'priceE4'
  | 'payTwd'
  | 'feeBasisPoints'
  | 'fee'
  | 'payWindowMinutes'
  | 'payMethod'
  | 'cardVersionId'
  | 'payAccountVersionId'
  | 'funding'
  | 'state'
> {
  readonly remarkId: string | null;
  readonly clocks: readonly StartedClock[];
}

/**
 * Inserts orders, and returns them in their order. A serial number is readable and does not reveal how many orders a day has.
 */
export async function insertOrders(tx: Tx, orders: readonly NewOrder[]): Promise<ChangedOrder[]> {
  const lines = orders.map(({ clocks, ...terms }) => ({
    ...terms,
    clocks: clocks.map(({ name, ms }) => ({ name, seconds: ms / 1000 })),
  }));
  const { rows } = await sql<OrderRow & Pick<ChangedOrder, 'deadlines'>>`
    with number as materialized (
      select nextval(pg_get_serial_sequence('orders.orders', 'id')) as id, line.*
      from json_to_recordset(${toJson(lines)}::json) as line ("listingId" bigint, "listingVersion" int, "remarkId" bigint, "ownerId" bigint,
        "lockerId" bigint, "payerId" bigint, "payeeId" bigint, coin text, quantity bigint, "priceE4" bigint, "payTwd" bigint,
        "feeBasisPoints" int, fee bigint, "payWindowMinutes" int, "payMethod" text, "cardVersionId" bigint,
        "payAccountVersionId" bigint, funding text, state text, clocks json)
    ), begun as (insert into orders.orders (id, serial_no, listing_id, listing_version, remark_id, owner_id, locker_id, payer_id, payee_id, coin, quantity,
        price_e4, pay_twd, fee_bp, fee, pay_window_minutes, pay_method, card_id, pay_account_id, funding, state, duty_since)
    overriding system value
    select id, 'HF-' || to_char(platform.app_now() at time zone 'Asia/Taipei', 'YYMMDD') || '-' ||
        lpad(id::text, greatest(4, length(id::text)), '0'), -- a shorter length would cut the number off
        "listingId", "listingVersion", "remarkId", "ownerId", "lockerId", "payerId", "payeeId", coin, quantity,
        "priceE4", "payTwd", "feeBasisPoints", fee, "payWindowMinutes", "payMethod", "cardVersionId", "payAccountVersionId", funding, state, platform.app_now()
    from number returning *),
    waiting as (insert into orders.parties_waiting (order_id) select id from number),
    started as (
      insert into orders.timer (order_id, name, due_at)
      select number.id, clock.name, platform.app_now() + make_interval(secs => clock.seconds)
      from number, json_to_recordset(number.clocks) as clock (name text, seconds float)
      returning order_id, name, due_at),
    own as (select order_id, jsonb_object_agg(name, ${EXACT_DUE_AT}) as clocks from started group by order_id)
    select ${ORDER}, started.due_at as "deadlineAt", null as "requestDueAt",
      jsonb_build_object('before', '{}'::jsonb, 'after', own.clocks) as deadlines
    from begun orders join own on own.order_id = orders.id
    left join started on started.order_id = orders.id and started.name = case orders.state ${CLOCK_OF_STATE} end
    order by orders.id`.execute(tx);
  return rows.map((row) => toOrder(tx, row));
}

export async function selectOrderForUpdate(tx: Tx, id: OrderId): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrderRow>`
    select ${ORDER} from orders.orders where orders.id = ${id} for no key update`.execute(tx);
  return rows[0] && toOrder(tx, rows[0]);
}

export async function findOrder(tx: Tx, id: OrderId): Promise<Order | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_WITH_DEADLINE} from orders.orders where orders.id = ${id}`.execute(tx);
  return rows[0] && toOrder(tx, rows[0]);
}

/** The orders of `ids` that this member is a party of; others are left out. */
export async function findOrdersOf(
  tx: Tx,
  memberId: MemberId,
  ids: readonly OrderId[],
): Promise<LockedOrder[]> {
  const { rows } = await sql<LockedOrderRow>`
    select ${ORDER} from orders.orders
    where orders.id = any(${ids}::bigint[]) and ${memberId} in (orders.payer_id, orders.payee_id)`.execute(
    tx,
  );
  return rows.map((row) => toOrder(tx, row));
}

/** Those of a payer's `limit` newest orders that were declared as paid, the newest first. Running and ended ones have an index each. */
export async function listNewestPaidBy(tx: Tx, payerId: MemberId, limit: number): Promise<LockedOrder[]> {
  const { rows } = await sql<LockedOrderRow>`
    select ${ORDER} from (
      select * from (
        (select * from orders.orders where payer_id = ${payerId} and ended_at is null order by id desc limit ${limit})
        union all
        (select * from orders.orders where payer_id = ${payerId} and ended_at is not null order by id desc limit ${limit})
      ) both_kinds order by id desc limit ${limit}) orders
    where orders.paid_at is not null order by orders.id desc`.execute(tx);
  return rows.map((row) => toOrder(tx, row));
}

export interface OrderChange {
  readonly id: OrderId;
  readonly from: OrderState;
  readonly version: number;
  readonly to: OrderState;
  /** Whether `to` is an end. The state says so, not the absence of a clock. */
  readonly ended: boolean;
  /** At an end all of them stop. */
  readonly clocks: ClockChange;
  /** The open request to cancel from now on; `opens`: it is a new one. */
  readonly request: (Pick<CancelRequest, 'by' | 'reason'> & { readonly opens: boolean }) | null;
  /** The offer of a split from now on: a new one, as it was, or none. */
  readonly split: Pick<SplitOffer, 'by' | 'payerPart'> | 'keep' | null;
  /** A command is not applied once a clock is due: that fires first. */
  readonly unlessDue: boolean;
  readonly fault: Fault | null;
  /** Of an end: in whose completion figure it counts, or from now on counts instead (`movesBlame`). */
  readonly countsAgainst: 'payer' | 'payee' | null;
  readonly movesBlame: boolean;
  readonly resolution: Transition['resolution'] | null;
  readonly late: boolean;
  readonly cancelReason: string | null;
  readonly paid: PaymentDeclaration | null;
  /** What funds the escrow from now on; null: as before. */
  readonly funding: Funding | null;
  /** The part of a split that the payer gets. */
  readonly settledQuantity: Minor | null;
  /** By how many minutes the time to pay is extended. */
  readonly extension: number | null;
  /** How many more the payer asks for. */
  readonly asked: number | null;
}

const A_CLOCK_IS_DUE = sql`${isAnyDue(sql`orders.id`)} and not ${STANDS_STILL}`;

/**
 * Optimistic update of an order and its clocks: undefined when state or version are no longer what the caller read, or when a clock is due
 * before a command. No row is met twice: none that starts is stopped or paused as well.
 */
export async function changeOrder(tx: Tx, change: OrderChange): Promise<ChangedOrder | undefined> {
  const { ended, request } = change;
  const paid = change.paid === null ? null : keysOf(tx).seal(PAID, change.id, JSON.stringify(change.paid));
  const opens = request?.opens ?? false;
  const offer = change.split === 'keep' ? null : change.split;
  const keepsOffer = change.split === 'keep';
  const { rows } = await sql<OrderRow & Pick<ChangedOrder, 'deadlines'>>`
    with changed as (update orders.orders set
      previous_state = case when state = ${change.to} then previous_state else state end, state = ${change.to}, version = version + 1,
      fault = coalesce(${change.fault}, fault), resolution = case when ${ended} then coalesce(${change.resolution}, resolution) end,
      counts_against = case when ${ended} and (ended_at is null or ${change.movesBlame}) then ${change.countsAgainst} else counts_against end,
      late = late or ${change.late}, funding = coalesce(${change.funding}, funding), settled_quantity = coalesce(${change.settledQuantity}, settled_quantity),
      cancel_reason = coalesce(${change.cancelReason}, cancel_reason),
      request_by = ${request?.by ?? null}, request_reason = ${request?.reason ?? null},
      request_at = case when ${opens} then platform.app_now() when ${request !== null} then request_at end,
      request_from = case when ${opens} then ${change.from} when ${request !== null} then request_from end,
      split_by = case when ${keepsOffer} then split_by else ${offer?.by ?? null} end,
      split_part = case when ${keepsOffer} then split_part else ${offer?.payerPart ?? null}::bigint end,
      split_at = case when ${keepsOffer} then split_at when ${offer !== null} then platform.app_now() end,
      paid_sealed = coalesce(${paid}::bytea, paid_sealed), paid_at = case when ${paid}::bytea is null then paid_at else platform.app_now() end,
      extension_count = extension_count + ${change.extension === null ? 0 : 1}, extension_minutes = extension_minutes + ${change.extension ?? 0},
      asked_minutes = case when state = ${change.to} and ${change.extension === null} then coalesce(${change.asked}, asked_minutes) end,
      duty_since = case when ${ended} then null when state = ${change.to} then duty_since else platform.app_now() end,
      ended_at = case when ${ended} then coalesce(ended_at, platform.app_now()) end -- an appeal or a claim makes no new end
    where orders.id = ${change.id} and state = ${change.from} and version = ${change.version}
      and not (${change.unlessDue} and ${A_CLOCK_IS_DUE})
    returning *),
    ${changedClocks(change.id, change.clocks)}
    select ${ORDER}, ${deadlineOf(sql`(select due_at from running where name = ${DECIDING_CLOCK})`)} as "deadlineAt",
      case when orders.request_by is not null then (select due_at from running where name = 'cancelAck') end as "requestDueAt",
      jsonb_build_object('before', ${clocksIn(sql`(select * from orders.timer where order_id = ${change.id}) were`)},
                         'after', ${clocksIn(sql`running`)}) as deadlines
    from changed orders`.execute(tx);
  return rows[0] && toOrder(tx, rows[0]);
}

/** A member's orders that run, the newest first. `listPastOrders` has those that have ended. */
export async function listOrdersOf(
  tx: Tx,
  query: { memberId: MemberId; before: bigint | undefined; limit: number },
): Promise<Order[]> {
  const { memberId, before = NEWEST, limit } = query;
  const isListed = sql`ended_at is null and id < ${before}`;
  // Keyset pagination. A member is on one side of an order, so the two index ranges share no row and need no sort of their own.
  const { rows } = await sql<OrderRow>`
    select ${ORDER_WITH_DEADLINE} from (
      (select * from orders.orders where payer_id = ${memberId} and ${isListed} order by id desc limit ${limit})
      union all
      (select * from orders.orders where payee_id = ${memberId} and ${isListed} order by id desc limit ${limit})
    ) orders order by orders.id desc limit ${limit}`.execute(tx);
  return rows.map((row) => toOrder(tx, row));
}

/** Live orders whose payee is paid on one of these cards. */
export async function listLiveOnCards(
  tx: Tx,
  { payeeId, versionIds }: { payeeId: MemberId; versionIds: readonly CardVersionId[] },
): Promise<Pick<Order, 'id' | 'serialNo'>[]> {
  const { rows } = await sql<Pick<Order, 'id' | 'serialNo'>>`
    select orders.id::text, orders.serial_no as "serialNo" from orders.orders
    where payee_id = ${payeeId} and ended_at is null and card_id = any(${versionIds}::bigint[]) order by orders.id`.execute(
    tx,
  );
  return rows;
}

/** The same on one of these pay accounts. */
export async function listLiveOnPayAccounts(
  tx: Tx,
  { payeeId, versionIds }: { payeeId: MemberId; versionIds: readonly PayAccountVersionId[] },
): Promise<Pick<Order, 'id' | 'serialNo'>[]> {
  const { rows } = await sql<Pick<Order, 'id' | 'serialNo'>>`
    select orders.id::text, orders.serial_no as "serialNo" from orders.orders
    where payee_id = ${payeeId} and ended_at is null and pay_account_id = any(${versionIds}::bigint[]) order by orders.id`.execute(
    tx,
  );
  return rows;
}
