import type { Offer } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import {
  deviationOf,
  isAskedAsAbsent,
  NEVER_SEEN,
  presenceOf,
  unmetConditions,
  type LastSeen,
  type LockerRecord,
} from '@holdfast/contract/orders';
import type { PayMethod } from '@holdfast/contract/rules';
import type { Settings } from '@holdfast/contract/settings';
import {
  defined,
  formatAmount,
  formatPrice,
  parseAmount,
  toListingId,
  type Coin,
  type MemberId,
  type Minor,
} from '@holdfast/kernel';
import { findMembers, type Member } from '#features/member-profile/index.ts';
import { findOwnLimits } from '#features/security/index.ts';
import { findLastSeen } from '#features/sign-in/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { INT_MAX, keysOf, toPage } from '#platform/paging/paging.ts';
import { ownerLeft } from './daily-limit.rules.ts';
import {
  asksFirst,
  isTaken,
  lockableRange,
  lockCapOf,
  methodSetsWith,
  recordOf,
  showHours,
} from './listing.rules.ts';
import {
  listBest,
  listOpenByIds,
  listOpenListings,
  lookAtListings,
  type Looked,
  type MarketKeys,
  type OpenListing,
} from './market.store.ts';
import { readReferences, type Reference } from './price-references.ts';
import { findTrader } from './trader.store.ts';
import { shownFigures } from './trade-record.rules.ts';

const PAGE = 20;
/** Well priced listings that are looked at closely for the best offer. */
const BEST_PAGE = 20;
/** How many such pages, where owners whose day is used up fill one with their listings. */
const BEST_TRIES = 3;
/** So many listings are looked at for those that suit, where no index knows which do, before a page is given as it is. */
const LOOK_AT = 300;
const LEVEL_MAX = 9;
/** No owner ranks behind it. */
const RANK_MAX = 9999n;

export interface MarketParts {
  /** An owner whom nobody has seen for a while is asked before a lock. */
  readonly asksAbsentOwners: boolean;
}

interface Viewer {
  readonly memberId: MemberId;
  readonly wants: bigint | undefined;
  readonly record: LockerRecord;
  /** They have as many orders in progress as their level allows. */
  readonly isAtLockCap: boolean;
  /** Of an order that is locked now. */
  readonly feeBasisPoints: number;
  readonly references: readonly Reference[];
  /** From how many percent on a price lies far from its reference. */
  readonly warnPercent: number;
}

/** Why the viewer cannot take the offer with the wanted quantity; the lock checks again. */
function obstacleOf(listing: OpenListing, left: Minor, viewer: Viewer): Offer['obstacle'] {
  const { memberId, wants, isAtLockCap, record } = viewer;
  if (listing.ownerId === memberId) return 'own';
  if (isTaken(listing)) return listing.ownOrderId === null ? 'busy' : 'own-order';
  if (isAtLockCap) return 'lock-cap';
  if (unmetConditions(listing.conditions, record).length > 0) return 'conditions';
  const { min, max } = lockableRange(listing);
  if (wants !== undefined && wants < min) return 'below-minimum';
  if (wants !== undefined && wants > max) return 'above-maximum';
  return (wants ?? min) > left ? 'owner-limit' : null;
}

/** How far its price lies from the reference of its coin; null where nobody has to be told. */
function deviationFrom(
  { coin, priceE4 }: OpenListing,
  { references, warnPercent }: Viewer,
): Offer['deviation'] {
  const reference = references.find((one) => one.coin === coin)?.priceE4;
  const deviation = reference && deviationOf(priceE4, reference, warnPercent);
  return deviation ? { ...deviation, reference: formatPrice(reference) } : null;
}

interface Owner {
  readonly member: Member;
  readonly seen: LastSeen;
  readonly isAbsent: boolean;
  /** What the owner may still trade of the listing's coin today. */
  readonly left: Minor;
}

function toOffer(listing: OpenListing, { member, seen, isAbsent, left }: Owner, viewer: Viewer): Offer {
  const { coin } = listing;
  const range = lockableRange(listing);
  const { completionPercent, releaseSeconds } = shownFigures({ ...listing, paySeconds: null });
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
    remark: listing.remark?.removed === null ? listing.remark.text : null,
    asksFirst: asksFirst(listing, { isAbsent, feeBasisPoints: viewer.feeBasisPoints }),
    hours: showHours(listing.hours),
    deviation: deviationFrom(listing, viewer),
    owner: {
      uid: member.uid,
      nick: member.nick,
      avatarFileId: member.avatarFileId,
      level: member.level,
      finished: listing.finished,
      completionPercent,
      releaseSeconds,
      tradedWithYou: listing.tradedWithYou,
      isFavourite: listing.isFavourite,
      presence: presenceOf(seen),
    },
    conditions: listing.conditions,
    unmet: listing.ownerId === viewer.memberId ? [] : unmetConditions(listing.conditions, viewer.record),
    obstacle: obstacleOf(listing, left, viewer),
    ownOrderId: listing.ownOrderId,
  };
}

/** Listings as this viewer sees them. */
async function toOffers(
  { tx, session, now, settings: readSettings }: MemberContext,
  listings: readonly OpenListing[],
  { wants, asksAbsentOwners }: MarketParts & { readonly wants: bigint | undefined },
): Promise<Offer[]> {
  const { memberId } = session;
  const owners = listings.map(({ ownerId }) => ownerId);
  const members = await findMembers(tx, [memberId, ...owners]);
  const memberOf = (id: MemberId) => defined(members.get(id), 'a viewer or an owner is a member');
  const settings = await readSettings();
  const viewer = await viewerOf(tx, memberOf(memberId), { now, settings, wants });
  const [lastSeen, ownLimits] = await together(findLastSeen(tx, owners), findOwnLimits(tx, owners));
  return listings.map((listing) => {
    const member = memberOf(listing.ownerId);
    const seen = lastSeen.get(listing.ownerId) ?? NEVER_SEEN;
    const isAbsent = asksAbsentOwners && isAskedAsAbsent(seen);
    const used = { level: member.level, ownLimits, used: listing.ownerUsedToday };
    const left = ownerLeft(listing, used, { settings, now });
    return toOffer(listing, { member, seen, isAbsent, left }, viewer);
  });
}

/** One listing, which this viewer has the link of, as the market would show it. */
export async function showOffer(
  context: MemberContext,
  listing: OpenListing,
  parts: MarketParts,
): Promise<Offer> {
  const [offer] = await toOffers(context, [listing], { ...parts, wants: undefined });
  return defined(offer, 'one for each listing');
}

async function viewerOf(
  tx: Tx,
  member: Member,
  { now, settings, wants }: { now: Date; settings: Settings; wants: bigint | undefined },
): Promise<Viewer> {
  const [trader, references] = await together(findTrader(tx, member.id), readReferences(tx));
  return {
    memberId: member.id,
    wants,
    record: recordOf(member, trader, now),
    isAtLockCap: trader.liveLocks >= lockCapOf(member.level, trader.locksMax, settings),
    feeBasisPoints: settings['fee.order'],
    references,
    warnPercent: settings['price.deviation'],
  };
}

function parseWanted(coin: Coin, quantity: string | undefined): bigint | undefined {
  const wants = quantity === undefined ? undefined : parseAmount(coin, quantity);
  if (quantity !== undefined && wants === undefined)
    throw fail('PARAMETERS_INVALID', { fields: ['quantity'] });
  return wants;
}

const levelsFrom = (levelMin: string) =>
  Array.from({ length: LEVEL_MAX + 1 - Number(levelMin) }, (_, step) => Number(levelMin) + step);

/** By what the market is sorted. */
const toKeys = ({ roleRank, ownerRank, priceE4, id }: Record<keyof MarketKeys, bigint | number | string>) => [
  String(roleRank),
  String(ownerRank),
  String(priceE4),
  String(id),
];

type Market = Omit<Parameters<typeof listOpenListings>[1], 'limit'>;
type MarketPage = Promise<{ listings: readonly OpenListing[]; next: string | null }>;

async function wholePage(tx: Tx, market: Market): MarketPage {
  const found = await listOpenListings(tx, { ...market, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, (listing) => toKeys(listing));
  return { listings: items, next };
}

/**
 * A page of the listings that suit, out of so many at most: whoever looks for what hardly anybody offers is given what there is of it among those, and goes
 * on behind them. So a page costs the same however many listings there are.
 */
async function pickPage(
  tx: Tx,
  market: Market,
  wish: {
    readonly payMethods: readonly PayMethod[] | undefined;
    readonly levelMin: number;
    readonly isHere: boolean;
  },
): MarketPage {
  const looked = await lookAtListings(tx, { ...market, ...wish, limit: LOOK_AT });
  const suitable = looked.filter(({ isSuitable }) => isSuitable);
  const wanted = wish.isHere ? await keepThoseHere(tx, suitable) : suitable;
  const ids = wanted.slice(0, PAGE).map(({ id }) => id);
  const listings = await listOpenByIds(tx, { ids, side: market.side, viewerId: market.viewerId });
  const last = wanted.length > PAGE ? wanted[PAGE - 1] : looked[LOOK_AT - 1];
  return { listings, next: last ? toKeys(last).join('.') : null };
}

/** Those whose owners are here now; who hides it counts as not here. */
async function keepThoseHere(tx: Tx, looked: readonly Looked[]): Promise<readonly Looked[]> {
  const owners = [...new Set(looked.map(({ ownerId }) => ownerId))];
  const lastSeen = await findLastSeen(tx, owners);
  return looked.filter(({ ownerId }) => presenceOf(lastSeen.get(ownerId) ?? NEVER_SEEN) === 'online');
}

/** What others sell, or buy. Offers that the viewer can take come first on each page, the others after them with the reason. */
export const listMarket =
  (parts: MarketParts): Handler<'/listing/market'> =>
  async (context, query) => {
    const { side = 'sell', coin, quantity, payMethods, levelMin, favourites, here, sort, cursor } = query;
    const wants = parseWanted(coin, quantity);
    const [roleRank, ownerRank, priceE4, id] = keysOf(cursor, 4, [INT_MAX, RANK_MAX]);
    const isFirst =
      roleRank === undefined || ownerRank === undefined || priceE4 === undefined || id === undefined;
    const isByPrice = sort === 'price';
    const market = {
      side,
      coin,
      methodSets: payMethods && !isByPrice ? methodSetsWith(payMethods) : undefined,
      levels: levelMin === undefined || isByPrice ? undefined : levelsFrom(levelMin),
      isOfFavourites: favourites === '1',
      isByPrice,
      viewerId: context.session.memberId,
      after: isFirst ? undefined : { roleRank, ownerRank, priceE4, id },
    };
    const isPicked = here !== undefined || (isByPrice && (payMethods ?? levelMin) !== undefined);
    const { listings, next } = isPicked
      ? await pickPage(context.tx, market, {
          payMethods,
          levelMin: Number(levelMin ?? 0),
          isHere: here !== undefined,
        })
      : await wholePage(context.tx, market);
    const items = await toOffers(context, listings, { ...parts, wants });
    return {
      items: items.toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null)),
      next,
    };
  };

async function recordFor(tx: Tx, memberId: MemberId, now: Date): Promise<LockerRecord> {
  const [members, trader] = await together(findMembers(tx, [memberId]), findTrader(tx, memberId));
  return recordOf(defined(members.get(memberId), 'a session has its member'), trader, now);
}

/** The best price at which the viewer can take an offer with this quantity now: a tap instead of a search. */
export const findBest =
  (parts: MarketParts): Handler<'/listing/best'> =>
  async (context, { side = 'sell', coin, quantity, payMethods, levelMin, without }) => {
    const wants = defined(parseWanted(coin, quantity), 'the quantity is asked for');
    const { tx, session, now } = context;
    const record = await recordFor(tx, session.memberId, now);
    const withoutOwners: MemberId[] = [];
    for (let tries = 1; tries <= BEST_TRIES; tries += 1) {
      const found = await listBest(tx, {
        side,
        coin,
        quantity: wants,
        payMethods,
        levelMin: Number(levelMin ?? 0),
        viewerId: session.memberId,
        record,
        without: without === undefined ? undefined : toListingId(without),
        withoutOwners,
        limit: BEST_PAGE,
      });
      const offers = await toOffers(context, found, { ...parts, wants });
      const offer = offers.find(({ obstacle }) => obstacle === null);
      if (offer) return { offer };
      const used = found.filter((_, index) => offers[index]?.obstacle === 'owner-limit');
      if (used.length === 0) break;
      withoutOwners.push(...used.map(({ ownerId }) => ownerId));
    }
    return { offer: null };
  };
