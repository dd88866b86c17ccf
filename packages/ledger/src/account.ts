import type { Coin, MemberId, OrderId } from '@holdfast/kernel';

export const MEMBER_KINDS = ['available', 'listing_reserve', 'hold', 'withdrawing'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];
export const PLATFORM_KINDS = ['suspense', 'issuance', 'bank_clearing'] as const;
export type PlatformKind = (typeof PLATFORM_KINDS)[number];

/** Shards of the fee account of one coin. Every finished trade pays a fee; a single row would serialise all trades. */
export const FEE_SHARDS = 16;

/** The name of an account. It need not exist: the first posting that names it opens it. */
export interface Account<C extends Coin = Coin> {
  /** `owner_kind/owner_id/kind/coin/shard`; the table of kinds is in db/migrations/0002_ledger.sql. */
  readonly key: string;
  readonly coin: C;
  /** Whose money it is: the owner, or who funded an order's escrow. */
  readonly member: MemberId | null;
}

function account<C extends Coin>(
  owner: string,
  {
    kind,
    coin,
    shard = 0,
    member = null,
  }: { kind: string; coin: C; shard?: number; member?: MemberId | null },
): Account<C> {
  return { key: `${owner}/${kind}/${coin}/${shard}`, coin, member };
}

export function memberAccount<C extends Coin>(member: MemberId, kind: MemberKind, coin: C): Account<C> {
  return account(`member/${member}`, { kind, coin, member });
}

/** The escrow of one order. It remembers `payee`, who funded it and to whom it goes back. */
export function orderEscrow<C extends Coin>(order: OrderId, coin: C, payee: MemberId): Account<C> {
  return account(`order/${order}`, { kind: 'order_escrow', coin, member: payee });
}

export function isEscrow({ key }: Account): boolean {
  return key.startsWith('order/');
}

export function platformAccount<C extends Coin>(kind: PlatformKind, coin: C): Account<C> {
  return account('platform/-', { kind, coin });
}

/** The fee account that an order pays into, always the same one for the same order. */
export function feeAccount<C extends Coin>(order: OrderId, coin: C): Account<C> {
  return account('platform/-', { kind: 'fee', coin, shard: shardOf(order) });
}

export function partnerClearing<C extends Coin>(partner: string, coin: C): Account<C> {
  return account(`partner/${partner}`, { kind: 'partner_clearing', coin });
}

/** FNV-1a hash: order ids are sequential, and consecutive ones should use different shards. */
function shardOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % FEE_SHARDS;
}
