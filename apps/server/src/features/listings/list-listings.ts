import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { listListingsOf } from './listing.store.ts';
import { toOwnListing } from './to-own-listing.ts';

const PAGE = 30;

export const listOwnListings: Handler<'/listing/mine'> = async ({ tx, session }, { scope, cursor }) => {
  const [before] = keysOf(cursor, 1);
  const query = { ownerId: session.memberId, isLive: scope === 'live', before, limit: PAGE + 1 };
  const { items, next } = toPage(await listListingsOf(tx, query), PAGE, ({ id }) => [id]);
  return { items: items.map(toOwnListing), next };
};
