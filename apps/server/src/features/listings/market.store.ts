import type { PayMethod } from '@holdfast/contract/rules';
import type { Coin, MemberId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { LISTING, type Listing } from './listing.store.ts';

/** An open listing with what a buyer wants to know of its owner. */
export interface OpenListing extends Listing {
  /** Ranks of the owner's role, and of the owner inside it: the first keys of the market's order. */
  readonly roleRank: number;
  readonly ownerRank: number;
  readonly finished: number;
  readonly ended: number;
  readonly releaseSeconds: number | null;
  readonly tradedWithYou: number;
  /** The viewer's live order on it. */
  readonly ownOrderId: OrderId | null;
}

/** The keys by which the market is sorted. */
interface MarketKeys {
  readonly roleRank: bigint;
  readonly ownerRank: bigint;
  readonly priceE4: bigint;
  readonly id: bigint;
}

/**
 * Open sell listings of one coin with what a buyer wants to know of their owners' orders, which is kept up as orders end. By the rank of the
 * owner's role, then by the owner's own, then the cheapest, then the oldest: the rule that members are told. Each role is one range of the
 * index, so a role's rank is no column of the listing and changes in one row.
 */
export async function listOpenListings(
  tx: Tx,
  query: {
    coin: Coin;
    /** Only listings whose methods are one of these sets; undefined: all. */
    methodSets?: readonly (readonly PayMethod[])[] | undefined;
    viewerId: MemberId;
    /** Sort keys of the last listing of the page before. */
    after: MarketKeys | undefined;
    limit: number;
  },
): Promise<OpenListing[]> {
  const { coin, methodSets, viewerId, limit, after } = query;
  const { roleRank, ownerRank, priceE4, id } = after ?? {
    roleRank: -1n,
    ownerRank: -1n,
    priceE4: 0n,
    id: 0n,
  };
  const ranges = methodSets
    ? sql`role cross join unnest(${methodSets.map((set) => `{${set.join()}}`)}::text[]) methods`
    : sql`role`;
  const isInRange = methodSets ? sql`and l.pay_methods = methods::text[]` : sql``;
  // Behind the page before: the rest of the role that it ended in (of each role with the same rank), and all of the later ones.
  const { rows } = await sql<OpenListing>`
    with listing as materialized (
      select l.*, role.rank as role_rank
      from (
        select role, sort_code + sort_offset as rank, sort_code + sort_offset > ${roleRank}::bigint as is_later
        from orders.role_rank where sort_code + sort_offset >= ${roleRank}::bigint
      ) ${ranges} cross join lateral (
        select * from orders.listing l
        where l.coin = ${coin} and l.side = 'sell' and l.state = 'OPEN' and l.owner_role = role.role and l.expires_at > platform.app_now() ${isInRange}
          and (l.owner_rank, l.price_e4, l.id) > (
            case when role.is_later then -1 else ${ownerRank} end::smallint, case when role.is_later then 0 else ${priceE4} end::bigint,
            case when role.is_later then 0 else ${id} end::bigint)
        order by l.owner_rank, l.price_e4, l.id limit ${limit}
      ) l
      order by role.rank, l.owner_rank, l.price_e4, l.id limit ${limit}
    ), own as materialized (
      select id, listing_id from orders.orders where payer_id = ${viewerId} and ended_at is null -- who locks a sell listing pays
    )
    select ${LISTING}, listing.role_rank as "roleRank", listing.owner_rank as "ownerRank",
      coalesce(t.finished, 0) as finished, coalesce(t.ended, 0) as ended, t.release_seconds as "releaseSeconds",
      coalesce(w.finished, 0) as "tradedWithYou",
      (select max(own.id)::text from own where own.listing_id = listing.id) as "ownOrderId"
    from listing
    left join orders.trader t on t.member_id = listing.owner_id
    left join orders.traded w
      on w.low_id = least(listing.owner_id, ${viewerId}::bigint) and w.high_id = greatest(listing.owner_id, ${viewerId}::bigint)
    order by listing.role_rank, listing.owner_rank, listing.price_e4, listing.id`.execute(tx);
  return rows;
}
