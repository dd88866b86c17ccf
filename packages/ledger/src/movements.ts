import {
  afterFee,
  assert,
  type Coin,
  type ListingId,
  type MemberId,
  type Minor,
  type OrderId,
} from '@holdfast/kernel';
import { feeAccount, memberAccount, orderEscrow, platformAccount, type Account } from './account.ts';
import type { Entry, Line } from './entry.ts';

/**
 * Every movement of money, by name. Pure functions that return the entry to post. `version` is the row's version after the transition,
 * which makes the reference unique and the posting idempotent (docs/spec/money.md).
 */

interface ListingMove<C extends Coin> {
  readonly listing: ListingId;
  readonly version: number;
  readonly owner: MemberId;
  readonly coin: C;
  readonly quantity: Minor<C>;
}

interface OrderMove<C extends Coin> {
  readonly order: OrderId;
  readonly version: number;
  /** Who owns the escrowed coin. */
  readonly payee: MemberId;
  readonly coin: C;
}

function move<C extends Coin>(
  name: { reference: string; kind: string; coin: C },
  { from, to, amount }: { from: Account<C>; to: Account<C>; amount: bigint },
): Entry<C> {
  return { ...name, lines: [leaves(from, amount), arrives(to, amount)] };
}

function leaves<C extends Coin>(account: Account<C>, amount: bigint): Line<C> {
  return { account, amount: -amount };
}

function arrives<C extends Coin>(account: Account<C>, amount: bigint): Line<C> {
  return { account, amount };
}

function listingEntry<C extends Coin>({ listing, version, coin }: ListingMove<C>, transition: string) {
  return { reference: `listing:${listing}:${transition}:${version}`, kind: `listing.${transition}`, coin };
}

function orderEntry<C extends Coin>(
  { order, version, coin }: { order: string; version: number; coin: C },
  transition: string,
) {
  return { reference: `order:${order}:${transition}:${version}`, kind: `order.${transition}`, coin };
}

/** T1: a sell listing takes its whole quantity out of what the owner may spend. */
export function publish<C extends Coin>(listing: ListingMove<C>): Entry<C> {
  const { owner, coin, quantity } = listing;
  return move(listingEntry(listing, 'publish'), {
    from: memberAccount(owner, 'available', coin),
    to: memberAccount(owner, 'listing_reserve', coin),
    amount: quantity,
  });
}

/** A listing ends, or is suspended: what nobody has locked goes back. */
export function closeRest<C extends Coin>(listing: ListingMove<C>): Entry<C> {
  const { owner, coin, quantity } = listing;
  return move(listingEntry(listing, 'close'), {
    from: memberAccount(owner, 'listing_reserve', coin),
    to: memberAccount(owner, 'available', coin),
    amount: quantity,
  });
}

/** T2: the payee's coin goes into the order's own escrow; from the reserve for a sell listing, from available for a buy listing. */
export function lock<C extends Coin>(
  order: OrderMove<C> & { readonly quantity: Minor<C>; readonly from: 'listing_reserve' | 'available' },
): Entry<C> {
  const { order: id, payee, coin, quantity, from } = order;
  return move(orderEntry(order, 'lock'), {
    from: memberAccount(payee, from, coin),
    to: orderEscrow(id, coin, payee),
    amount: quantity,
  });
}

/** T22 and its kin: the payer gets the coin less the fee, which goes to the order's fee shard. */
export function finish<C extends Coin>(
  order: OrderMove<C> & {
    readonly payer: MemberId;
    readonly quantity: Minor<C>;
    readonly fee: Minor<C>;
    readonly to: 'available' | 'hold';
  },
): Entry<C> {
  const { order: id, payee, payer, coin, quantity, fee, to } = order;
  const lines: Line<C>[] = [
    leaves(orderEscrow(id, coin, payee), quantity),
    arrives(memberAccount(payer, to, coin), afterFee(quantity, fee)),
    arrives(feeAccount(id, coin), fee),
  ];
  return { ...orderEntry(order, 'finish'), lines: withoutZeros(lines) };
}

/** Any cancel: back into the listing's reserve, or to available when the listing is over or was a buy listing. */
export function cancel<C extends Coin>(
  order: OrderMove<C> & { readonly quantity: Minor<C>; readonly to: 'listing_reserve' | 'available' },
): Entry<C> {
  const { order: id, payee, coin, quantity, to } = order;
  return move(orderEntry(order, 'cancel'), {
    from: orderEscrow(id, coin, payee),
    to: memberAccount(payee, to, coin),
    amount: quantity,
  });
}

/**
 * T30: a ruling gives each side a part of the quantity. The payer's part pays the fee, and can: it is never more than that part. The payee
 * gets back own coin, and pays none.
 */
export function split<C extends Coin>(
  order: OrderMove<C> & {
    readonly payer: MemberId;
    readonly quantity: Minor<C>;
    readonly payerPart: Minor<C>;
    readonly payeePart: Minor<C>;
    readonly fee: Minor<C>;
    readonly to: 'available' | 'hold';
  },
): Entry<C> {
  const { order: id, payee, payer, coin, quantity, payerPart, payeePart, fee, to } = order;
  assert(payerPart >= 0n && payeePart >= 0n, 'no part of a split is negative');
  assert(payerPart + payeePart === quantity, 'the parts of a split sum to the quantity');
  assert(fee >= 0n && fee <= payerPart, "the fee of a split comes out of the payer's part");
  const lines: Line<C>[] = [
    leaves(orderEscrow(id, coin, payee), quantity),
    arrives(memberAccount(payer, to, coin), afterFee(payerPart, fee)),
    arrives(memberAccount(payee, 'available', coin), payeePart),
    arrives(feeAccount(id, coin), fee),
  ];
  return { ...orderEntry(order, 'split'), lines: withoutZeros(lines) };
}

/** T31: an order that had ended is opened again and the payee funds it anew. */
export function relock<C extends Coin>(order: OrderMove<C> & { readonly quantity: Minor<C> }): Entry<C> {
  const { order: id, payee, coin, quantity } = order;
  return move(orderEntry(order, 'relock'), {
    from: memberAccount(payee, 'available', coin),
    to: orderEscrow(id, coin, payee),
    amount: quantity,
  });
}

/** The time that bought coin is held is over. */
export function endHold<C extends Coin>(order: {
  readonly order: OrderId;
  readonly version: number;
  readonly member: MemberId;
  readonly coin: C;
  readonly quantity: Minor<C>;
}): Entry<C> {
  const { member, coin, quantity } = order;
  return move(orderEntry(order, 'hold-end'), {
    from: memberAccount(member, 'hold', coin),
    to: memberAccount(member, 'available', coin),
    amount: quantity,
  });
}

/** An operator's issue, approved by two people: it creates coin that the platform owes. */
export function issue<C extends Coin>(issued: {
  readonly request: string;
  readonly member: MemberId;
  readonly coin: C;
  readonly quantity: Minor<C>;
}): Entry<C> {
  const { request, member, coin, quantity } = issued;
  return move(
    { reference: `issue:${request}`, kind: 'issue', coin },
    {
      from: platformAccount('issuance', coin),
      to: memberAccount(member, 'available', coin),
      amount: quantity,
    },
  );
}

/** Drops empty lines: a fee of 0, or a ruling that gives one side everything. */
function withoutZeros<C extends Coin>(lines: readonly Line<C>[]): Line<C>[] {
  return lines.filter(({ amount }) => amount !== 0n);
}
