import type { Rating } from '@holdfast/contract/calls';
import { RATING_MS, type OrderState, type RatingTag, type Stars } from '@holdfast/contract/orders';
import type { MemberId, OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { Downtime } from '#platform/maintenance/downtime.store.ts';
import { NEWEST } from '#platform/paging/paging.ts';

type Role = 'payer' | 'payee';

export interface Ratable {
  readonly id: OrderId;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly state: OrderState;
  readonly resolution: string | null;
  readonly endedAt: Date | null;
  /** For how long the product has stood still since then. */
  readonly stoodStillMs: number;
}

export async function findRatable(tx: Tx, orderId: OrderId): Promise<Ratable | undefined> {
  const { rows } = await sql<Ratable>`
    select id::text, payer_id::text as "payerId", payee_id::text as "payeeId", state, resolution, ended_at as "endedAt",
      extract(epoch from coalesce(platform.stood_still(ended_at, platform.app_now()), '0'))::float * 1000 as "stoodStillMs"
    from orders.orders where id = ${orderId}`.execute(tx);
  return rows[0];
}

export interface OrderRating extends Rating {
  readonly role: Role;
  readonly shownFrom: Date;
  readonly isShown: boolean;
}

/** When the time to rate is over, by the downtimes until a moment within it. */
const endIn = (endedAt: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`${endedAt} + make_interval(secs => ${RATING_MS / 1000}::int) + platform.stood_still(${endedAt}, ${until})`;

const RATING = sql`stars::text, recommends, tags`;

/** Those of one order, two at most. */
export async function findRatings(tx: Tx, orderId: OrderId): Promise<OrderRating[]> {
  const { rows } = await sql<OrderRating & { stars: Stars; tags: RatingTag[] }>`
    select role, shown_from as "shownFrom", shown_from <= platform.app_now() as "isShown", ${RATING}
    from orders.rating where order_id = ${orderId}`.execute(tx);
  return rows;
}

export interface NewRating extends Rating {
  readonly orderId: OrderId;
  readonly role: Role;
  readonly raterId: MemberId;
  readonly ratedId: MemberId;
}

/** Keeps a rating, of an order that has ended; false where this side has rated. The second one shows both. */
export async function insertRating(tx: Tx, rating: NewRating): Promise<boolean> {
  const { orderId, role, raterId, ratedId, stars, recommends, tags } = rating;
  // Of two that rate at the same moment, the second one must see the first.
  await sql`select from orders.orders where id = ${orderId} for no key update`.execute(tx);
  const { numAffectedRows } = await sql`
    with other as (
      update orders.rating set shown_from = least(shown_from, platform.app_now()) where order_id = ${orderId} and role <> ${role}
      returning 1
    )
    insert into orders.rating (order_id, role, rater_id, rated_id, stars, recommends, tags, shown_from)
    select id, ${role}, ${raterId}, ${ratedId}, ${stars}::smallint, ${recommends}, ${[...tags]}::text[],
      case when exists (select from other) then platform.app_now() else ${endIn(sql`ended_at`, sql`platform.app_now()`)} end
    from orders.orders where id = ${orderId}
    on conflict (order_id, role) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** What is hidden until the time to rate is over stays hidden for longer by what a downtime has taken of that time. */
export async function moveHiddenRatings(tx: Tx, { from, until }: Downtime): Promise<void> {
  await sql`
    update orders.rating r set shown_from = ${endIn(sql`o.ended_at`, sql`${until}::timestamptz`)}
    from orders.orders o
    where o.id = r.order_id and r.shown_from > ${from} and o.ended_at < ${until}
      and not exists (select from orders.rating other where other.order_id = r.order_id and other.role <> r.role)`.execute(
    tx,
  );
}

export interface ReceivedRating extends Rating {
  readonly id: bigint;
  readonly at: Date;
}

/** What others have said of a member, as far as it is shown. */
export async function listReceived(
  tx: Tx,
  { memberId, before = NEWEST, limit }: { memberId: MemberId; before: bigint | undefined; limit: number },
): Promise<ReceivedRating[]> {
  const { rows } = await sql<ReceivedRating & { stars: Stars; tags: RatingTag[] }>`
    select id, ${RATING}, rated_at as at from orders.rating
    where rated_id = ${memberId} and id < ${before} and shown_from <= platform.app_now()
    order by id desc limit ${limit}`.execute(tx);
  return rows;
}
