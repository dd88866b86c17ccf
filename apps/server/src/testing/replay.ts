import type { Clocks, EventDetail, Terms } from '@holdfast/contract/order-events';
import {
  allowedActions,
  ORDER_STATE_INFO,
  TRANSITIONS,
  type OpenRequest,
  type OrderState,
} from '@holdfast/contract/orders';
import { defined, feeMinor, minor, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#platform/db/db.ts';
import { actionFacts, type Fault } from '#features/orders/order.rules.ts';

/**
 * Replays the events of orders (docs/spec/orders.md, invariant 9): from their rows alone, without the order's, come its row, its clocks,
 * what it did to each account, and what its parties may do. A second reading of the machine, kept apart from the code that applies it.
 */

interface Event {
  readonly version: number;
  readonly transition: string;
  readonly event: string;
  readonly actor: string;
  readonly from_state: OrderState | null;
  readonly to_state: OrderState;
  readonly at: string;
  /** All that any event says; which of it is there depends on the event. */
  readonly detail: Partial<
    EventDetail<'lock'> &
      EventDetail<'split'> &
      EventDetail<'decline'> &
      EventDetail<'extend'> &
      EventDetail<'outage-declared'>
  >;
}

/** A row of `orders.orders` as JSON, without the sealed declaration, of which only its presence is replayed. */
type Row = Readonly<Record<string, unknown>>;
type Moves = Record<string, bigint>;
type Replayed = { row: Record<string, unknown>; clocks: Clocks; moves: Moves };

const isLive = (state: OrderState) => ORDER_STATE_INFO[state].live;

const transitionOf = (id: string) =>
  defined(
    TRANSITIONS.find((it) => it.id === id),
    id,
  );

const numberOf = (id: string | undefined) => (id === undefined ? null : Number(id));

function begin(orderId: unknown, { detail, to_state: state, version, at }: Event): Record<string, unknown> {
  const terms: Terms = defined(detail.terms, 'the first event has the terms');
  return {
    id: orderId,
    serial_no: terms.serialNo,
    listing_id: Number(terms.listingId),
    listing_version: terms.listingVersion,
    remark_id: numberOf(terms.remarkId),
    owner_id: Number(terms.ownerId),
    locker_id: Number(terms.lockerId),
    payer_id: Number(terms.payerId),
    payee_id: Number(terms.payeeId),
    coin: terms.coin,
    quantity: Number(terms.quantity),
    price_e4: Number(terms.priceE4),
    pay_twd: Number(terms.payTwd),
    fee_bp: terms.feeBasisPoints,
    fee: Number(terms.fee),
    pay_window_minutes: terms.payWindowMinutes,
    extension_count: 0,
    extension_minutes: 0,
    asked_minutes: null,
    pay_method: terms.payMethod,
    card_id: numberOf(terms.cardVersionId),
    pay_account_id: numberOf(terms.payAccountVersionId),
    funding: detail.funding,
    state,
    previous_state: null,
    version,
    fault: null,
    counts_against: null,
    resolution: null,
    late: false,
    cancel_reason: null,
    request_by: null,
    request_reason: null,
    request_at: null,
    request_from: null,
    split_by: null,
    split_part: null,
    split_at: null,
    settled_quantity: null,
    is_paid: false,
    duty_since: at,
    locked_at: at,
    paid_at: null,
    ended_at: null,
  };
}

function follow(
  row: Record<string, unknown>,
  { transition, event, actor, from_state, to_state, version, at, detail }: Event,
): void {
  const ended = !isLive(to_state);
  const { opens, closes } = transitionOf(transition);
  if (event === 'take-blame') row['counts_against'] = detail.fault;
  else if (ended && row['ended_at'] === null)
    row['counts_against'] = sideCounted(row, to_state, detail.fault);
  if (to_state === 'CANCELLED')
    row['cancel_reason'] =
      (event === 'cancel' && detail.reason) || row['request_reason'] || row['cancel_reason'];
  if (opens)
    Object.assign(row, {
      request_by: opens,
      request_reason: detail.reason,
      request_at: at,
      request_from: from_state,
    });
  else if (closes)
    Object.assign(row, { request_by: null, request_reason: null, request_at: null, request_from: null });
  if (from_state !== to_state) row['previous_state'] = from_state;
  Object.assign(row, {
    state: to_state,
    version,
    fault: detail.fault ?? row['fault'],
    resolution: ended ? (detail.resolution ?? row['resolution']) : null,
    late: detail.late ?? row['late'],
    funding: detail.funding ?? row['funding'],
    settled_quantity:
      event === 'split' && detail.parts ? Number(detail.parts.payer) : row['settled_quantity'],
    duty_since: ended ? null : from_state === to_state ? row['duty_since'] : at,
    ended_at: ended ? (row['ended_at'] ?? at) : null,
  });
  if (event === 'offer-split')
    Object.assign(row, { split_by: actor, split_part: Number(detail.parts?.payer), split_at: at });
  else if (event === 'outage-declared')
    row['split_at'] = detail.splitAt?.replace(/\.?0*Z$/, '+00:00') ?? row['split_at'];
  else if (event === 'decline-split' || to_state !== 'STUCK_CASE')
    Object.assign(row, { split_by: null, split_part: null, split_at: null });
  const extension = event === 'extend' ? detail.minutes : undefined;
  if (extension !== undefined)
    Object.assign(row, {
      extension_count: Number(row['extension_count']) + 1,
      extension_minutes: Number(row['extension_minutes']) + extension,
    });
  if (from_state !== to_state || extension !== undefined) row['asked_minutes'] = null;
  if (event === 'ask-time') row['asked_minutes'] = detail.minutes;
  if (event === 'paid') Object.assign(row, { is_paid: true, paid_at: at });
}

/** In words of its own, so that the server's rule has something to differ from: the side at fault, or who blamed the other one. */
function sideCounted(row: Row, to: OrderState, fault: string | undefined): 'payer' | 'payee' | null {
  if (to === 'FINISHED' || row['state'] === 'ACCEPT_WAIT') return null;
  if (fault === 'undecided') return row['request_by'] === 'by-payee' ? 'payee' : 'payer';
  return fault === 'payer' || fault === 'payee' ? fault : null;
}

/** What a movement does to each account, by the key under which the ledger knows it; the shards of the fee are one. */
function move(moves: Moves, row: Row, { transition, detail }: Event): void {
  const [payer, payee, coin] = [row['payer_id'], row['payee_id'], row['coin']] as [
    number,
    number,
    'TWD' | 'USDT',
  ];
  const quantity = BigInt(row['quantity'] as number);
  const fee = BigInt(row['fee'] as number);
  const escrow = `order/${row['id'] as number}/order_escrow`;
  const to = `member/${payer}/${detail.heldUntil ? 'hold' : 'available'}`;
  const add = (...lines: [account: string, amount: bigint][]) => {
    for (const [account, amount] of lines) moves[account] = (moves[account] ?? 0n) + amount;
  };
  const { escrow: movement } = transitionOf(transition);
  const funded = detail.funding === 'listing' ? 'listing_reserve' : 'available';
  if (movement === 'lock' || movement === 'relock')
    add([`member/${payee}/${funded}`, -quantity], [escrow, quantity]);
  if (movement === 'return')
    add([escrow, -quantity], [`member/${payee}/${defined(detail.returnedTo, 'where it went')}`, quantity]);
  if (movement === 'finish') add([escrow, -quantity], [to, quantity - fee], ['fee', fee]);
  if (movement === 'split') {
    const parts = defined(detail.parts, 'a split has its parts');
    const part = BigInt(parts.payer);
    const partFee = feeMinor(minor(coin, part), row['fee_bp'] as number);
    add(
      [escrow, -quantity],
      [to, part - partFee],
      ['fee', partFee],
      [`member/${payee}/available`, BigInt(parts.payee)],
    );
  }
}

function replay(orderId: unknown, events: readonly Event[]): Replayed {
  const replayed: Replayed = { row: {}, clocks: {}, moves: {} };
  for (const [index, event] of events.entries()) {
    if (index === 0) replayed.row = begin(orderId, event);
    else follow(replayed.row, event);
    const { before, after } = defined(event.detail.deadlines, 'every event has them');
    if (!isDeepStrictEqual(before, replayed.clocks))
      throw new Error(
        `${event.event} met ${JSON.stringify(before)}, replayed ${JSON.stringify(replayed.clocks)}`,
      );
    replayed.clocks = after;
    move(replayed.moves, replayed.row, event);
  }
  return replayed;
}

const date = (value: unknown) => (value === null ? null : new Date(value as string));

/** What either party may do with the order of a row, at some times after its last change. */
function actionsOf(row: Row, last: Date) {
  const order = {
    ownerId: toMemberId(BigInt(row['owner_id'] as number)),
    payerId: toMemberId(BigInt(row['payer_id'] as number)),
    payeeId: toMemberId(BigInt(row['payee_id'] as number)),
    state: row['state'] as OrderState,
    request: row['request_by'] === null ? null : { by: row['request_by'] as OpenRequest },
    split:
      row['split_by'] === null
        ? null
        : { by: row['split_by'] as 'payer' | 'payee', at: new Date(row['split_at'] as string) },
    paidAt: date(row['paid_at']),
    endedAt: date(row['ended_at']),
    fault: row['fault'] as Fault | null,
    countsAgainst: row['counts_against'] as 'payer' | 'payee' | null,
    extensionCount: Number(row['extension_count']),
    extensionMinutes: Number(row['extension_minutes']),
    askedMinutes: row['asked_minutes'] as number | null,
  };
  return [0, 6 * 60_000, 71 * 3_600_000, 73 * 3_600_000].map((ms) =>
    (['payer', 'payee'] as const).map((role) =>
      allowedActions(actionFacts(order, role, new Date(last.getTime() + ms)), () => true),
    ),
  );
}

interface Stored {
  readonly row: Record<string, unknown>;
  readonly events: readonly Event[];
  readonly clocks: Clocks;
  readonly moves: Readonly<Record<string, string>>;
}

/** Every order as it is stored. Times are texts of the database: exact, and the same where the same instant was written. */
async function readStored(db: Database): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select
      to_jsonb(o) - 'paid_sealed' || jsonb_build_object('is_paid', o.paid_sealed is not null) as row,
      (select jsonb_agg(to_jsonb(e) order by e.version) from orders.event e where e.order_id = o.id) as events,
      (select coalesce(jsonb_object_agg(t.name, to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), '{}')
       from orders.timer t where t.order_id = o.id and t.due_at is not null) as clocks,
      (select coalesce(jsonb_object_agg(m.account, m.amount::text), '{}') from (
         select case a.kind when 'fee' then 'fee' else concat_ws('/', a.owner_kind, a.owner_id, a.kind) end as account, sum(p.amount) as amount
         from ledger.entry n join ledger.posting p on p.entry_id = n.id join ledger.account a on a.id = p.account_id
         where n.reference >= 'order:' || o.id || ':' and n.reference < 'order:' || o.id || ';' and n.kind like 'order.%' and n.kind <> 'order.hold-end' group by 1) m) as moves
    from orders.orders o order by o.id`.execute(db);
  return rows;
}

/** What does not come out of the events as it is stored, of all orders of a database; empty when all of it does. */
export async function replayFaults(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const { row, events, clocks, moves } of await readStored(db)) {
    const found = replay(row['id'], events);
    const last = defined(date(events.at(-1)?.at), 'an order has an event');
    const posted = Object.entries(moves).map(([account, amount]): [string, bigint] => [
      account,
      BigInt(amount),
    ]);
    const pairs = {
      row: [found.row, row],
      clocks: [found.clocks, clocks],
      moves: [withoutZeros(Object.entries(found.moves)), withoutZeros(posted)],
      actions: [actionsOf(found.row, last), actionsOf(row, last)],
    };
    for (const [what, [replayed, stored]] of Object.entries(pairs))
      if (!isDeepStrictEqual(replayed, stored))
        faults.push(
          `${what} of order ${String(row['id'])}: replayed ${show(replayed)}, stored ${show(stored)}`,
        );
  }
  return faults;
}

const withoutZeros = (moves: readonly [string, bigint][]) =>
  Object.fromEntries(moves.filter(([, amount]) => amount !== 0n));

const show = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
