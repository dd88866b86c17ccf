import {
  defined,
  FEE_BASIS_POINTS,
  feeMinor,
  minor,
  toListingId,
  toMemberId,
  toOrderId,
} from '@holdfast/kernel';
import { finish, issue, lock, postMany, publish, type Entry } from '@holdfast/ledger';
import { approve } from '@holdfast/testkit/setup';
import { sql } from 'kysely';
import { insertMessages } from '#features/notifications/inbox.store.ts';
import { keysOf, type Tx } from '#platform/db/db.ts';
import type { Filling } from './fill.ts';
import {
  buyerOf,
  cardIdOf,
  growing,
  HEAVY,
  HEAVY_LIVE,
  liveOrderId,
  MEASURED,
  openListingId,
  QUANTITY,
  shopId,
  shopsOf,
  tradesOf,
  type Trade,
  type World,
} from './world.ts';

/**
 * Trades as the product leaves them: the ledger's own function posts their entries, so the books are sound by the same checks; the rows
 * around them are written in bulk.
 */

const ENTRIES_OF_BATCH = 1000;
const quantity = minor('TWD', QUANTITY);
const fee = feeMinor(quantity, FEE_BASIS_POINTS);
const idOf = (memberId: number) => toMemberId(BigInt(memberId));

async function postAll(tx: Tx, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_OF_BATCH) {
    const posted = await postMany(tx, entries.slice(from, from + ENTRIES_OF_BATCH));
    if (!posted.ok) throw new Error(`the world does not add up: ${JSON.stringify(posted)}`);
  }
}

const SHOPS_OF_FUNDS = 500;
export const fundChunks = (world: World): number => Math.ceil(shopsOf(world) / SHOPS_OF_FUNDS);

/** Coin for whoever sells without having bought. */
export async function addFunds(tx: Tx, { world, ids }: Filling, chunk: number): Promise<void> {
  const first = chunk * SHOPS_OF_FUNDS;
  const shops = Array.from({ length: Math.min(SHOPS_OF_FUNDS, shopsOf(world) - first) }, (_, n) =>
    shopId(first + n),
  );
  const owners = chunk === 0 ? [...ids, ...shops] : shops;
  const entries = owners.map((member) =>
    issue({
      request: `growth-${member}`,
      member: idOf(member),
      coin: 'TWD',
      quantity: minor('TWD', QUANTITY * 1_000_000n),
    }),
  );
  await approve(tx, entries);
  await postAll(tx, entries);
}

interface NewListing {
  readonly id: number;
  readonly ownerId: number;
  readonly state: 'OPEN' | 'FILLED' | 'SOLD_OUT';
  /** How many trades it was made for. */
  readonly trades: number;
  readonly priceE4: number;
}

const publishOf = ({ id, ownerId, trades }: NewListing): Entry =>
  publish({
    listing: toListingId(String(id)),
    version: 1,
    owner: idOf(ownerId),
    coin: 'TWD',
    quantity: minor('TWD', QUANTITY * BigInt(trades)),
  });

const cardOf = ({ cards }: Filling, memberId: number): number => cards.get(memberId) ?? cardIdOf(memberId);

async function insertListings(tx: Tx, filling: Filling, listings: readonly NewListing[]): Promise<void> {
  const column = <K extends keyof NewListing>(name: K) => listings.map((listing) => listing[name]);
  await sql`
    insert into orders.listing (id, owner_id, side, coin, state, quantity, remaining, locked, price_e4, min_quantity, max_quantity,
      pay_window_minutes, card_ids, pay_account_ids, pay_methods, multi_locks, ended_at, owner_role, owner_rank)
    overriding system value
    select id, owner, 'sell', 'TWD', state, trades * ${QUANTITY}::bigint,
      case when state = 'OPEN' then trades * ${QUANTITY}::bigint else 0 end, case when state = 'FILLED' then trades * ${QUANTITY}::bigint else 0 end,
      price, ${QUANTITY}, ${QUANTITY}, 15, array[card], case when owner % 3 = 0 then array[card] else '{}' end, -- a pay account has the number of the card
      case when owner % 3 = 0 then array['bank', 'jkopay'] else array['bank'] end, trades > 1, case when state = 'SOLD_OUT' then platform.app_now() end,
      case when owner % 10 = 0 then 'merchant' else 'member' end, 1000 + owner % 5
    from unnest(${column('id')}::bigint[], ${column('ownerId')}::bigint[], ${column('state')}::text[], ${column('trades')}::bigint[],
      ${column('priceE4')}::bigint[], ${listings.map(({ ownerId }) => cardOf(filling, ownerId))}::bigint[]) l (id, owner, state, trades, price, card)`.execute(
    tx,
  );
}

const PAID = JSON.stringify({ payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' });
const serialOf = (orderId: number): string => `HF-261122-${orderId}`;

interface NewOrders {
  readonly trades: readonly Trade[];
  /** A FINISHED one went from lock to release in two minutes; a PAID one waits, with a clock that is due in a year. */
  readonly state: 'FINISHED' | 'PAID';
}

async function insertOrders(tx: Tx, filling: Filling, { trades, state }: NewOrders): Promise<void> {
  const column = <K extends keyof Trade>(name: K) => trades.map((trade) => trade[name]);
  const ids = column('orderId');
  const keys = keysOf(tx);
  const paid = ids.map((id) => keys.seal('orders.orders.paid_sealed', String(id), PAID));
  const cards = trades.map(({ sellerId }) => cardOf(filling, sellerId));
  const isOver = state === 'FINISHED';
  await sql`
    insert into orders.orders (id, serial_no, listing_id, listing_version, owner_id, locker_id, payer_id, payee_id, coin, quantity, price_e4,
      pay_twd, fee_bp, fee, pay_window_minutes, pay_method, card_id, funding, state, previous_state, version, resolution, paid_sealed, duty_since,
      locked_at, paid_at, ended_at)
    overriding system value
    select id, serial, listing, 1, seller, buyer, buyer, seller, 'TWD', ${QUANTITY}, 10000, 100, ${FEE_BASIS_POINTS}, ${fee}, 15, 'bank', card, 'listing',
      ${state}, 'PAID', case when ${isOver} then 3 else 2 end, case when ${isOver} then 'parties' end, paid,
      case when ${isOver} then null else at end, at, at + interval '1 minute', case when ${isOver} then at + interval '2 minutes' end
    from unnest(${ids}::bigint[], ${ids.map(serialOf)}::text[], ${column('listingId')}::bigint[], ${column('sellerId')}::bigint[],
      ${column('buyerId')}::bigint[], ${cards}::bigint[], ${paid}::bytea[]) o (id, serial, listing, seller, buyer, card, paid),
      (select platform.app_now() - interval '1 day' as at) then_`.execute(tx);
  if (!isOver)
    await sql`insert into orders.timer (order_id, name, due_at)
              select id, 'ack', platform.app_now() + interval '1 year' from unnest(${ids}::bigint[]) id`.execute(
      tx,
    );
  await insertEvents(tx, filling, { trades, state });
}

async function insertEvents(tx: Tx, filling: Filling, { trades, state }: NewOrders): Promise<void> {
  const terms = trades.map(({ orderId, listingId, sellerId, buyerId }) => ({
    serialNo: serialOf(orderId),
    listingId: String(listingId),
    listingVersion: 1,
    ownerId: String(sellerId),
    payeeId: String(sellerId),
    lockerId: String(buyerId),
    payerId: String(buyerId),
    coin: 'TWD',
    quantity: String(QUANTITY),
    priceE4: '10000',
    payTwd: '100',
    feeBasisPoints: FEE_BASIS_POINTS,
    fee: String(fee),
    payWindowMinutes: 15,
    payMethod: 'bank',
    cardVersionId: String(cardOf(filling, sellerId)),
    lockType: 'partial',
  }));
  const details = terms.map((each) => JSON.stringify({ terms: each, funding: 'listing' }));
  const column = (name: 'orderId' | 'buyerId' | 'sellerId') => trades.map((trade) => trade[name]);
  await sql`
    insert into orders.event (order_id, version, transition, event, actor, actor_id, from_state, to_state, detail)
    select o.id, e.version, e.transition, e.event, e.actor, case e.actor when 'payer' then o.buyer else o.seller end, e.from_state, e.to_state,
      coalesce(e.detail::jsonb, o.detail)
    from unnest(${column('orderId')}::bigint[], ${column('buyerId')}::bigint[], ${column('sellerId')}::bigint[], ${details}::jsonb[])
        o (id, buyer, seller, detail),
      (values (1, 'T2', 'lock', 'payer', null, 'LOCKED', null),
              (2, 'T8', 'paid', 'payer', 'LOCKED', 'PAID', '{"payType": "bank", "proofIds": []}'),
              (3, 'T22', 'release', 'payee', 'PAID', 'FINISHED', '{"resolution": "parties"}'))
        e (version, transition, event, actor, from_state, to_state, detail)
    where e.version < 3 or ${state === 'FINISHED'}`.execute(tx);
}

const lockOf = ({ orderId, sellerId }: Trade): Entry =>
  lock({
    order: toOrderId(String(orderId)),
    version: 1,
    payee: idOf(sellerId),
    coin: 'TWD',
    quantity,
    from: 'listing_reserve',
  });
const finishOf = ({ orderId, sellerId, buyerId }: Trade): Entry =>
  finish({
    order: toOrderId(String(orderId)),
    version: 3,
    payee: idOf(sellerId),
    payer: idOf(buyerId),
    coin: 'TWD',
    quantity,
    fee,
    to: 'available',
  });

/** What the two parties were told. */
async function tell(
  tx: Tx,
  trades: readonly Trade[],
  type: 'orderPaid' | 'orderFinish',
  to: 'buyerId' | 'sellerId',
): Promise<void> {
  const messages = trades.map((trade) => ({
    memberId: idOf(trade[to]),
    type,
    extra: {
      orderId: String(trade.orderId),
      serialNo: serialOf(trade.orderId),
      coinType: 'TWD',
      quantity: '100.00',
      amount: '100',
    },
  }));
  insertMessages(tx, messages, []);
}

/** One chunk of finished trades, in the order in which they happened. */
export async function addTrades(tx: Tx, filling: Filling, chunk: number): Promise<void> {
  const trades = tradesOf(filling.world, chunk, filling.ids);
  const byListing = Map.groupBy(trades, ({ listingId }) => listingId);
  const listings = [...byListing].map(([id, of]): NewListing => ({
    id,
    ownerId: defined(of[0], 'a group has one').sellerId,
    state: 'SOLD_OUT',
    trades: of.length,
    priceE4: 10_000,
  }));
  await insertListings(tx, filling, listings);
  await postAll(tx, [
    ...listings.map(publishOf),
    ...trades.flatMap((trade) => [lockOf(trade), finishOf(trade)]),
  ]);
  await insertOrders(tx, filling, { trades, state: 'FINISHED' });
  await tell(tx, trades, 'orderPaid', 'sellerId');
  await tell(tx, trades, 'orderFinish', 'buyerId');
}

const OPEN_OF_CHUNK = 500;
/** More than a page of the market looks at where no index knows who suits: such a page has to be full in both worlds. */
const OPEN_MIN = 400;
/** One for each shop and each of the measured members, and more for the heavy ones in a larger world. */
const openListings = (world: World): number =>
  Math.max(OPEN_MIN, shopsOf(world) + MEASURED + HEAVY * growing(world, 20));
export const openChunks = (world: World): number => Math.ceil(openListings(world) / OPEN_OF_CHUNK);

const signedInOf = (n: number): number => (n < MEASURED ? n : MEASURED + (n % HEAVY));

/** What is for sale now. */
export async function addOpenListings(tx: Tx, filling: Filling, chunk: number): Promise<void> {
  const { world, ids } = filling;
  const first = chunk * OPEN_OF_CHUNK;
  const ownerOf = (n: number) =>
    n < shopsOf(world) ? shopId(n) : defined(ids[signedInOf(n - shopsOf(world))], 'whoever is signed in');
  const listings = Array.from(
    { length: Math.min(OPEN_OF_CHUNK, openListings(world) - first) },
    (_, n): NewListing => ({
      id: openListingId(world, first + n),
      ownerId: ownerOf(first + n),
      state: 'OPEN',
      trades: 3,
      priceE4: 10_000 + ((first + n) % 500),
    }),
  );
  await insertListings(tx, filling, listings);
  await postAll(tx, listings.map(publishOf));
}

/** The running orders of a heavy member: all of one listing that takes several lockers. */
export async function addLiveOrders(tx: Tx, filling: Filling, heavy: number): Promise<void> {
  const { world, ids } = filling;
  const ownerId = defined(ids[MEASURED + heavy], 'a heavy member');
  const id = openListingId(world, openListings(world) + heavy);
  const listing: NewListing = { id, ownerId, state: 'FILLED', trades: HEAVY_LIVE, priceE4: 10_000 };
  const trades = Array.from({ length: HEAVY_LIVE }, (_, n): Trade => {
    const orderId = liveOrderId(world, heavy * HEAVY_LIVE + n);
    return { orderId, listingId: id, sellerId: ownerId, buyerId: buyerOf(world, orderId) };
  });
  await insertListings(tx, filling, [listing]);
  await postAll(tx, [publishOf(listing), ...trades.map(lockOf)]);
  await insertOrders(tx, filling, { trades, state: 'PAID' });
  await tell(tx, trades, 'orderPaid', 'sellerId');
}

/** The figures that the end of each order would have counted, and the numbers that new rows begin with. */
export async function settle(tx: Tx, { world }: Filling): Promise<void> {
  await sql`
    insert into orders.trader (member_id, finished, ended, live_locks, releases, release_seconds)
    select member_id, sum(finished), sum(finished), sum(live_locks), case when sum(sold) > 0 then '{60}'::integer[] else '{}' end,
      case when sum(sold) > 0 then 60 end
    from (
      select payer_id as member_id, count(*) filter (where ended_at is not null) as finished, count(*) filter (where ended_at is null) as live_locks,
        0 as sold from orders.orders group by 1
      union all
      select payee_id, count(*) filter (where ended_at is not null), 0, count(*) filter (where ended_at is not null) from orders.orders group by 1
    ) o group by member_id`.execute(tx);
  await sql`
    insert into orders.traded (low_id, high_id, finished)
    select least(payer_id, payee_id), greatest(payer_id, payee_id), count(*) from orders.orders where state = 'FINISHED' group by 1, 2`.execute(
    tx,
  );
  await sql`
    insert into orders.trader_day (member_id, day, finished, pay_twd)
    select side.member_id, (o.ended_at at time zone 'Asia/Taipei')::date, count(*), sum(o.pay_twd)
    from orders.orders o, lateral (values (o.payer_id), (o.payee_id)) side (member_id) where o.state = 'FINISHED' group by 1, 2`.execute(
    tx,
  );
  await sql`
    update orders.trader t set partners = p.partners
    from (
      select member_id, count(*) as partners from orders.traded, lateral (values (low_id), (high_id)) side (member_id) group by 1
    ) p where p.member_id = t.member_id`.execute(tx);
  const above = liveOrderId(world, HEAVY * HEAVY_LIVE) + world.members;
  for (const table of ['member.member', 'bank.card', 'pay.account', 'orders.listing', 'orders.orders'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${above}::bigint)`.execute(tx);
}
