import type { Handler } from '#platform/gateway/call-table.ts';
import { listListingsOf } from './listing.store.ts';
import { toListing } from './to-listing.ts';

const PAGE = 30;

export const listOwnListings: Handler<'/listing/mine'> = async ({ tx, session }, { scope, cursor }) => {
  const query = { ownerId: session.memberId, live: scope === 'live', before: cursor, limit: PAGE + 1 };
  const rows = await listListingsOf(tx, query);
  const page = rows.slice(0, PAGE);
  return { listings: page.map(toListing), next: rows.length > PAGE ? String(page.at(-1)?.id) : null };
};
