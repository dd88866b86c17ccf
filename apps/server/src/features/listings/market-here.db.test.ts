import type { CallInput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { buyerWithListing, sellerWithListing } from '#testing/traders.ts';

/** The market of those who are here now, and the market by price: what no index of the ranks knows. */

const server = await testServer();
const { owner } = server.database;

type Member = Awaited<ReturnType<typeof server.member>>;
type Query = Omit<CallInput<'/listing/market'>, 'coin'>;

const set = (listingId: string, change: string) =>
  sql.raw(`update orders.listing set ${change} where id = ${listingId}`).execute(owner);
const actedBefore = (member: Member, ago: string) =>
  sql`update member.session set active_at = platform.app_now() - ${ago}::interval
      where member_id = ${member.id} and ended_at is null`.execute(owner);
const offersTo = async (viewer: Member, query: Query) =>
  (await viewer.call('/listing/market', { coin: 'TWD', ...query })).items.map(({ listingId }) => listingId);

/** All pages, and how many there were. */
async function walk(viewer: Member, query: Query) {
  const ids: string[] = [];
  let [pages, cursor] = [0, undefined as string | undefined];
  do {
    const page = await viewer.call('/listing/market', { coin: 'USDT', ...query, ...(cursor && { cursor }) });
    ids.push(...page.items.map(({ listingId }) => listingId));
    pages += 1;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return { ids, pages };
}

describe('the market of those who are here', () => {
  it('leaves out who has been away for longer, who has signed out, and who does not let others see it', async () => {
    const [here, away, out, hidden] = [
      await sellerWithListing(server),
      await sellerWithListing(server),
      await sellerWithListing(server),
      await sellerWithListing(server),
    ];
    await actedBefore(here.seller, '1 minute');
    await actedBefore(away.seller, '20 minutes');
    await sql`update member.session set ended_at = platform.app_now(), end_reason = 'signed-out'
              where member_id = ${out.seller.id} and ended_at is null`.execute(owner);
    await sql`update member.member set hides_presence = true where id = ${hidden.seller.id}`.execute(owner);
    const viewer = await server.member();
    expect(await offersTo(viewer, { here: '1' })).toEqual([here.listing.id]);
    expect(await offersTo(viewer, {})).toHaveLength(4);
    expect(await offersTo(viewer, { here: '1', sort: 'price' })).toEqual([here.listing.id]);
    expect(await offersTo(viewer, { here: '1', favourites: '1' })).toEqual([]);
    for (const { listing } of [here, away, out, hidden]) await set(listing.id, "state = 'PAUSED'");
  });

  it('is read in pieces: a page of few has a next one, and together they are all who are here, once each', async () => {
    const [here, away] = [
      await sellerWithListing(server, { coin: 'USDT', quantity: '1.000000', min: '1.000000' }),
      await sellerWithListing(server, { coin: 'USDT', quantity: '1.000000', min: '1.000000' }),
    ];
    await actedBefore(away.seller, '3 hours');
    await sql`
      insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                  pay_window_minutes, card_ids)
      select case when n % 9 = 0 then ${here.seller.id} else ${away.seller.id} end::bigint, 'sell', 'USDT', 'OPEN', 9, 9, 320000 + n, 9, 9, 15,
        ${here.listing.cardIds}::bigint[] from generate_series(1, 700) n`.execute(owner);
    const { rows } = await sql<{ id: string }>`
      select id::text from orders.listing where coin = 'USDT' and state = 'OPEN' and owner_id = ${here.seller.id} order by price_e4, listing.id`.execute(
      owner,
    );
    const viewer = await server.member();
    const expected = rows.map(({ id }) => id);
    expect(await walk(viewer, { here: '1' })).toEqual({ ids: expected, pages: 4 });
    expect(await walk(viewer, { here: '1', sort: 'price' })).toEqual({ ids: expected, pages: 4 });
    await actedBefore(here.seller, '3 hours');
    // 702 of them, 300 to a page: nobody is here, and each page says how to go on.
    expect(await walk(viewer, { here: '1' })).toEqual({ ids: [], pages: 3 });
    await sql`update orders.listing set state = 'PAUSED' where coin = 'USDT'`.execute(owner);
  });
});

describe('the market by price', () => {
  it('goes by the best price for the viewer, whatever the ranks are, on every page', async () => {
    const [cheap, dear] = [
      await sellerWithListing(server, { price: '1.0000' }),
      await sellerWithListing(server, { price: '1.2000' }),
    ];
    await set(dear.listing.id, 'owner_rank = 1');
    const viewer = await server.member();
    expect(await offersTo(viewer, {})).toEqual([dear.listing.id, cheap.listing.id]);
    expect(await offersTo(viewer, { sort: 'price' })).toEqual([cheap.listing.id, dear.listing.id]);
    await sql`
      insert into orders.listing (owner_id, owner_rank, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                  pay_window_minutes, card_ids)
      select ${dear.seller.id}, 1 + n % 3, 'sell', 'USDT', 'OPEN', 9, 9, 320000 + n % 7, 9, 9, 15, ${dear.listing.cardIds}::bigint[]
      from generate_series(1, 45) n`.execute(owner);
    const { rows } = await sql<{ id: string }>`
      select id::text from orders.listing where coin = 'USDT' and state = 'OPEN' order by price_e4, listing.id`.execute(
      owner,
    );
    expect(await walk(viewer, { sort: 'price' })).toEqual({ ids: rows.map(({ id }) => id), pages: 3 });
    await sql`update orders.listing set owner_level = 3 where coin = 'USDT'`.execute(owner);
    expect(await offersTo(viewer, { sort: 'price', levelMin: '9' })).toEqual([]);
    expect(await offersTo(viewer, { sort: 'price', payMethods: ['linepay'] })).toEqual([]);
    expect(await offersTo(viewer, { sort: 'price', payMethods: ['bank'] })).toHaveLength(2);
  });

  it('with a method or a level looks at 300 at a time, and together the pages are all that suit, once each', async () => {
    const { seller, listing } = await sellerWithListing(server, {
      coin: 'USDT',
      quantity: '1.000000',
      min: '1.000000',
    });
    const { seller: blocked } = await sellerWithListing(server);
    await sql`update orders.listing set state = 'PAUSED'`.execute(owner);
    // Those that suit: 25 at the beginning, the last of the first 300 and the first of the second, one far behind, and 30 of who is blocked.
    await sql`
      insert into orders.listing (owner_id, owner_level, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                  pay_window_minutes, card_ids, pay_account_ids, pay_methods)
      select case when n between 31 and 60 then ${blocked.id} else ${seller.id} end::bigint, case when n = 300 then 5 else 1 end, 'sell', 'USDT', 'OPEN',
        9, 9, 320000 + n, 9, 9, 15, ${listing.cardIds}::bigint[], case when suits then '{1}' else '{}' end::bigint[],
        case when suits then '{bank,linepay}' else '{bank}' end::text[]
      from generate_series(1, 700) n, lateral (select n <= 25 or n in (300, 301, 650) or n between 31 and 60 as suits) s`.execute(
      owner,
    );
    const viewer = await server.member();
    await sql`insert into orders.block (member_id, other_id) values (${viewer.id}, ${blocked.id})`.execute(
      owner,
    );
    await sql`insert into orders.favourite (member_id, other_id) values (${viewer.id}, ${seller.id})`.execute(
      owner,
    );
    const { rows } = await sql<{ id: string }>`
      select id::text from orders.listing
      where coin = 'USDT' and state = 'OPEN' and owner_id = ${seller.id} and 'linepay' = any(pay_methods) order by price_e4`.execute(
      owner,
    );
    const expected = rows.map(({ id }) => id);
    expect(expected).toHaveLength(28);
    const query: Query = { sort: 'price', payMethods: ['linepay'] };
    // 20, then 7 up to the three hundredth behind them, then the one that is left.
    expect(await walk(viewer, query)).toEqual({ ids: expected, pages: 4 });
    expect(await walk(viewer, { ...query, favourites: '1' })).toEqual({ ids: expected, pages: 4 });
    expect(await walk(viewer, { ...query, here: '1' })).toEqual({ ids: expected, pages: 4 });
    expect(await walk(viewer, { ...query, levelMin: '5' })).toEqual({ ids: [expected[25]], pages: 3 });
    expect(await walk(viewer, { sort: 'price', payMethods: ['pxpay'] })).toEqual({ ids: [], pages: 3 });
    // Exactly one page of them, and nothing behind: no next one.
    await sql`update orders.listing set state = 'PAUSED' where coin = 'USDT' and not (price_e4 between 320001 and 320020)`.execute(
      owner,
    );
    expect(await walk(viewer, query)).toEqual({ ids: expected.slice(0, 20), pages: 1 });
    await sql`update orders.listing set state = 'PAUSED' where coin = 'USDT'`.execute(owner);
  });

  it('of who buys begins with the highest', async () => {
    const low = await buyerWithListing(server, { price: '0.9000' });
    const high = await buyerWithListing(server, { price: '0.9900' });
    await set(low.listing.id, 'owner_rank = 1');
    const found = await offersTo(await server.member(), { side: 'buy', sort: 'price' });
    expect(found).toEqual([high.listing.id, low.listing.id]);
  });
});
