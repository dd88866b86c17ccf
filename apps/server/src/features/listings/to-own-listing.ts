import type { Listing as OwnListing } from '@holdfast/contract/calls';
import { PAY_METHODS } from '@holdfast/contract/rules';
import { defined, formatAmount, formatPrice, type MemberId } from '@holdfast/kernel';
import { listCards } from '#features/bank-cards/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { canReceive } from '#features/receiving-accounts/index.ts';
import { findOwnLimits } from '#features/security/index.ts';
import { listAccounts } from '#features/third-party-payment/index.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import { together } from '#platform/db/db.ts';
import { ownerLeft } from './daily-limit.rules.ts';
import { findDayUse } from './day-use.store.ts';
import { hasFeeRisen, isListed, opensAt, showHours } from './listing.rules.ts';
import type { Listing } from './listing.store.ts';
import { actionsOf, obstaclesOf, type OwnListingFacts } from './own-listing.rules.ts';

type Context = Pick<AnyoneContext, 'tx' | 'now' | 'settings'>;

/** Listings of one owner as that owner sees them. */
export async function toOwnListings(
  { tx, now, settings: readSettings }: Context,
  ownerId: MemberId,
  listings: readonly Listing[],
): Promise<OwnListing[]> {
  if (listings.length === 0) return [];
  const [cards, accounts, members, ownLimits, uses] = await together(
    listCards(tx, ownerId),
    listAccounts(tx, ownerId),
    findMembers(tx, [ownerId]),
    findOwnLimits(tx, [ownerId]),
    findDayUse(tx, ownerId),
  );
  const { level } = defined(members.get(ownerId), 'an owner is a member');
  const settings = await readSettings();
  const feeBasisPoints = settings['fee.order'];
  return listings.map((listing) => {
    const apps = accounts
      .filter((one) => listing.payAccountIds.includes(one.id) && canReceive(one))
      .map(({ target }) => target.app);
    const hasCard = cards.some((card) => listing.cardIds.includes(card.id) && canReceive(card));
    const payableBy = PAY_METHODS.filter((method) => (method === 'bank' ? hasCard : apps.includes(method)));
    const { used } = defined(
      uses.find(({ coin, side }) => coin === listing.coin && side === listing.side),
      'each coin and side has its use',
    );
    const left = ownerLeft(listing, { level, ownLimits, used }, { settings, now });
    return toOwnListing(listing, { now, feeBasisPoints, payableBy, left });
  });
}

export async function showOwn(context: Context, listing: Listing): Promise<OwnListing> {
  const [shown] = await toOwnListings(context, listing.ownerId, [listing]);
  return defined(shown, 'one for each listing');
}

function toOwnListing(listing: Listing, facts: OwnListingFacts): OwnListing {
  const { coin, createdAt } = listing;
  return {
    id: listing.id,
    version: listing.version,
    side: listing.side,
    coin,
    state: listing.state,
    quantity: formatAmount(coin, listing.quantity),
    remaining: formatAmount(coin, listing.remaining),
    locked: formatAmount(coin, listing.locked),
    price: formatPrice(listing.priceE4),
    minQuantity: formatAmount(coin, listing.minQuantity),
    maxQuantity: formatAmount(coin, listing.maxQuantity),
    payWindowMinutes: listing.payWindowMinutes,
    cardIds: [...listing.cardIds],
    payAccountIds: [...listing.payAccountIds],
    payMethods: [...listing.payMethods],
    createdAt: createdAt.toISOString(),
    ttlHours: listing.ttlHours,
    expiresAt: listing.endedAt === null ? listing.expiresAt.toISOString() : null,
    restAtEnd: formatAmount(coin, listing.restAtEnd),
    askFirst: listing.askFirst,
    isPrivate: listing.isPrivate,
    remark: listing.remark,
    conditions: listing.conditions,
    hours: showHours(listing.hours),
    opensAt: isListed(listing.state) ? (opensAt(listing, facts.now)?.toISOString() ?? null) : null,
    feeRose: hasFeeRisen(listing, facts.feeBasisPoints),
    pausedBecause: listing.pausedBecause,
    suspendedBecause: listing.suspendedBecause,
    obstacles: obstaclesOf(listing, facts),
    actions: actionsOf(listing, facts),
  };
}
