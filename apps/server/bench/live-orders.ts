import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

/**
 * Live orders with their members, listings and clocks, all of them due tomorrow. Half of the members sell and the other half buy; each second
 * order waits for its payment, the others are in the time of grace. The ledger knows nothing of them.
 */
export async function plantLiveOrders(
  owner: Database,
  { orders, members, quantity }: { orders: number; members: number; quantity: bigint },
): Promise<void> {
  const half = members / 2;
  await sql`
    insert into member.member (id, uid, account, nick, nick_key) overriding system value
    select n, (1000000000 + n)::text, 'bench' || lpad(n::text, 6, '0'), 'n' || n, 'n' || n
    from generate_series(1, ${members}::int) n`.execute(owner);
  await sql`
    insert into orders.listing (id, owner_id, side, coin, state, quantity, remaining, locked, price_e4, min_quantity, max_quantity,
      pay_window_minutes, card_ids) overriding system value
    select n, 1 + n % ${half}, 'sell', 'TWD', 'FILLED', ${quantity}, 0, ${quantity}, 10000, 1, ${quantity}, 15, '{1}'
    from generate_series(1, ${orders}::int) n`.execute(owner);
  await sql`
    insert into orders.trader (member_id, live_locks)
    select locker, count(*) from (
      select ${half} + 1 + n % ${half} as locker from generate_series(1, ${orders}::int) n) locks
    group by locker`.execute(owner);
  await sql`
    insert into orders.orders (id, serial_no, listing_id, listing_version, owner_id, locker_id, payer_id, payee_id, coin, quantity, price_e4,
      pay_twd, fee_bp, fee, pay_window_minutes, card_id, state, funding, duty_since) overriding system value
    select n, 'HF-bench-' || n, n, 1, payee, payer, payer, payee, 'TWD', ${quantity}, 10000, 1, 10, 1, 15, 1,
      case when n % 2 = 0 then 'LOCKED' else 'GRACE' end, 'listing', platform.app_now()
    from generate_series(1, ${orders}::int) n,
      lateral (select 1 + n % ${half} as payee, ${half} + 1 + n % ${half} as payer) sides`.execute(owner);
  await sql`
    insert into orders.timer (order_id, name, due_at)
    select id, case state when 'LOCKED' then 'pay' else 'grace' end, platform.app_now() + interval '1 day'
    from orders.orders`.execute(owner);
}
