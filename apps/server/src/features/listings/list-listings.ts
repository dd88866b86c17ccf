import type { Handler } from '#platform/gateway/call-table.ts';
import { listListingsOf } from './listing.store.ts';
import { toOwnListing } from './to-own-listing.ts';

const PAGE = 30;

export const listOwnListings: Handler<'/listing/mine'> = async ({ tx, session }, { scope, cursor }) => {
  const query = { ownerId: session.memberId, live: scope === 'live', before: cursor, limit: PAGE + 1 };
  const rows = await listListingsOf(tx, query);
  const page = rows.slice(0, PAGE);
  return { listings: page.map(toOwnListing), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
};
