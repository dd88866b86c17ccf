import type { TradeSide } from '@holdfast/contract/member';
import { COINS, type Coin, type MemberId, type Minor } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** What members have bought and sold today: four sums in the trader's row, which begin anew with the first lock of a day. */

const COLUMNS = {
  TWD: { buy: sql`bought_twd`, sell: sql`sold_twd` },
  USDT: { buy: sql`bought_usdt`, sell: sql`sold_usdt` },
} as const;

/** The column of `orders.trader` with the sum of a coin and a side. */
export const useColumn = (coin: Coin, side: TradeSide) => COLUMNS[coin][side];

/** All of them. */
export const USE_COLUMNS = COINS.flatMap((coin) => [useColumn(coin, 'buy'), useColumn(coin, 'sell')]);

export interface DayUse {
  readonly coin: Coin;
  readonly side: TradeSide;
  readonly used: Minor;
  /** When the day ends, and with it all that was used. */
  readonly renewsAt: Date;
}

/** Of each coin and side, by the coin's place in the list of all. */
export async function findDayUse(tx: Tx, memberId: MemberId): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select coin, side, coalesce(orders.used_today(t, coin, side), 0) as used,
      ((platform.app_now() at time zone 'Asia/Taipei')::date + 1)::timestamp at time zone 'Asia/Taipei' as "renewsAt"
    from unnest(${COINS}::text[]) with ordinality as of_coin (coin, place) cross join (values ('buy'), ('sell')) of_side (side)
    left join orders.trader t on t.member_id = ${memberId} order by place, side`.execute(tx);
  return rows;
}
