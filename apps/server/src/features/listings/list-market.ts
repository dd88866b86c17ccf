import type { Offer } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { defined, formatAmount, formatPrice, parseAmount, type MemberId } from '@holdfast/kernel';
import { findMembers, type Member } from '#features/member-profile/index.ts';
import { findAwayMs } from '#features/sign-in/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { asksFirst, isTaken, lockableRange, lockCapOf, methodSetsWith } from './listing.rules.ts';
import { listOpenListings, type OpenListing } from './market.store.ts';
import { findTrader } from './trader.store.ts';

const PAGE = 20;

export interface MarketParts {
  /** An owner whom nobody has seen for a while is asked before a lock. */
  readonly asksAbsentOwners: boolean;
}

interface Viewer {
  readonly memberId: MemberId;
  readonly wants: bigint | undefined;
  /** They have as many orders in progress as their level allows. */
  readonly isAtLockCap: boolean;
  /** Of an order that is locked now. */
  readonly feeBasisPoints: number;
}

/** Why the viewer cannot take the offer with the wanted quantity; the lock checks again. */
function obstacleOf(listing: OpenListing, { memberId, wants, isAtLockCap }: Viewer): Offer['obstacle'] {
  if (listing.ownerId === memberId) return 'own';
  if (isTaken(listing)) return listing.ownOrderId === null ? 'busy' : 'own-order';
  if (isAtLockCap) return 'lock-cap';
  const { min, max } = lockableRange(listing);
  if (wants !== undefined && wants < min) return 'below-minimum';
  if (wants !== undefined && wants > max) return 'above-maximum';
  return null;
}

function toOffer(
  listing: OpenListing,
  { owner, awayMs }: { readonly owner: Member; readonly awayMs: number | undefined },
  viewer: Viewer,
): Offer {
  const { coin } = listing;
  const range = lockableRange(listing);
  return {
    listingId: listing.id,
    version: listing.version,
    side: listing.side,
    coin,
    remaining: formatAmount(coin, listing.remaining),
    price: formatPrice(listing.priceE4),
    minQuantity: formatAmount(coin, range.min),
    maxQuantity: formatAmount(coin, range.max),
    payWindowMinutes: listing.payWindowMinutes,
    feeBasisPoints: viewer.feeBasisPoints,
    payMethods: [...listing.payMethods],
    asksFirst: asksFirst(listing, awayMs),
    owner: {
      nick: owner.nick,
      avatarFileId: owner.avatarFileId,
      level: owner.level,
      finished: listing.finished,
      completionPercent: listing.ended === 0 ? null : ((listing.finished * 100) / listing.ended).toFixed(1),
      releaseSeconds: listing.releaseSeconds,
      tradedWithYou: listing.tradedWithYou,
    },
    obstacle: obstacleOf(listing, viewer),
    ownOrderId: listing.ownOrderId,
  };
}

/** What others sell. Offers that the viewer can take come first on each page, the others after them with the reason. */
export const listMarket =
  ({ asksAbsentOwners }: MarketParts): Handler<'/listing/market'> =>
  async ({ tx, session, settings: readSettings }, { coin, quantity, payMethods, cursor }) => {
    const wants = quantity === undefined ? undefined : parseAmount(coin, quantity);
    if (quantity !== undefined && wants === undefined)
      throw fail('PARAMETERS_INVALID', { fields: ['quantity'] });
    const { memberId } = session;
    const [roleRank, ownerRank, priceE4, id] = keysOf(cursor, 4);
    const isFirst =
      roleRank === undefined || ownerRank === undefined || priceE4 === undefined || id === undefined;
    const after = isFirst ? undefined : { roleRank, ownerRank, priceE4, id };
    const found = await listOpenListings(tx, {
      coin,
      methodSets: payMethods && methodSetsWith(payMethods),
      viewerId: memberId,
      after,
      limit: PAGE + 1,
    });
    const { items, next } = toPage(found, PAGE, ({ roleRank, ownerRank, priceE4, id }) => [
      BigInt(roleRank),
      BigInt(ownerRank),
      priceE4,
      id,
    ]);
    const members = await findMembers(tx, [memberId, ...items.map(({ ownerId }) => ownerId)]);
    const memberOf = (id: MemberId) => defined(members.get(id), 'a viewer or an owner is a member');
    const { liveLocks, locksMax } = await findTrader(tx, memberId);
    const settings = await readSettings();
    const isAtLockCap = liveLocks >= lockCapOf(memberOf(memberId).level, locksMax, settings);
    const viewer = { memberId, wants, isAtLockCap, feeBasisPoints: settings['fee.order'] };
    const away = asksAbsentOwners
      ? await findAwayMs(
          tx,
          items.map(({ ownerId }) => ownerId),
        )
      : undefined;
    const offers = items.map((listing) =>
      toOffer(
        listing,
        { owner: memberOf(listing.ownerId), awayMs: away && (away.get(listing.ownerId) ?? Infinity) },
        viewer,
      ),
    );
    return {
      items: offers.toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null)),
      next,
    };
  };
