import type { PlatformKind } from './account.ts';
import type { Coin, MemberId } from '@holdfast/kernel';
import { CompiledQuery } from 'kysely';
import type { LedgerConnection } from './connection.ts';

/** How a member's money of one coin is split. Minor units; none is ever negative. */
export interface Split {
  readonly available: bigint;
  /** In the reserve of own listings, not locked by anybody. */
  readonly listed: bigint;
  /** In the escrow of live orders that this member has funded. */
  readonly inOrder: bigint;
  readonly onHold: bigint;
  readonly withdrawing: bigint;
}

export type MemberBalances = Readonly<Record<Coin, Split & { readonly total: bigint }>>;

/** Which part of the split an account's kind is. */
export const PART_OF_KIND: Readonly<Record<string, keyof Split>> = {
  available: 'available',
  listing_reserve: 'listed',
  order_escrow: 'inOrder',
  hold: 'onHold',
  withdrawing: 'withdrawing',
};

export const NOTHING: Split = { available: 0n, listed: 0n, inOrder: 0n, onHold: 0n, withdrawing: 0n };

const BALANCES = `select coin, kind, sum(balance)::bigint as balance
  from ledger.account where member_id = $1 and live group by coin, kind`;

const PLATFORM = `
  select coin, kind, sum(balance)::bigint as balance from ledger.account
  where key >= 'platform/' and key < 'platform0' group by coin, kind order by kind, coin`;

interface BalanceRow {
  readonly coin: Coin;
  readonly kind: string;
  readonly balance: bigint;
}

/** All that a member owns, in both coins, from one statement and so of one instant. A member without accounts has zeros. */
export async function memberBalances(tx: LedgerConnection, member: MemberId): Promise<MemberBalances> {
  const { rows } = await tx.executeQuery<BalanceRow>(CompiledQuery.raw(BALANCES, [member]));
  const ofCoin = (coin: Coin) => {
    const split: { -readonly [Part in keyof Split]: bigint } = { ...NOTHING };
    let total = 0n;
    for (const row of rows) {
      const part = row.coin === coin ? PART_OF_KIND[row.kind] : undefined;
      if (part === undefined) continue;
      split[part] = row.balance;
      total += row.balance;
    }
    return { ...split, total };
  };
  return { TWD: ofCoin('TWD'), USDT: ofCoin('USDT') };
}

const AVAILABLE = `
  select member_id::text as member, sum(balance)::bigint as balance from ledger.account
  where member_id = any($1::bigint[]) and coin = $2 and kind = 'available' and live group by member_id`;

/** What each of several members has available of a coin; who has no account is not in it. */
export async function availableOf(
  tx: LedgerConnection,
  members: readonly MemberId[],
  coin: Coin,
): Promise<ReadonlyMap<MemberId, bigint>> {
  const { rows } = await tx.executeQuery<{ member: MemberId; balance: bigint }>(
    CompiledQuery.raw(AVAILABLE, [members, coin]),
  );
  return new Map(rows.map(({ member, balance }) => [member, balance]));
}

export interface PlatformBalance {
  readonly coin: Coin;
  readonly kind: PlatformKind | 'fee';
  readonly balance: bigint;
}

/** What stands on the platform's own accounts, the shards of a fee account as one: a few rows, found by their keys. */
export async function platformBalances(tx: LedgerConnection): Promise<readonly PlatformBalance[]> {
  const { rows } = await tx.executeQuery<PlatformBalance>(CompiledQuery.raw(PLATFORM));
  return rows;
}
