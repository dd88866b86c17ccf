import type { CallInput } from '@holdfast/contract/calls';
import { isRealNamePassed } from '@holdfast/contract/member';
import { appError } from '@holdfast/contract/errors';
import { findTransition, isAskedAsAbsent, type Transition } from '@holdfast/contract/orders';
import type { Settings } from '@holdfast/contract/settings';
import {
  AppError,
  defined,
  formatPercent,
  parseAmount,
  quoteTrade,
  toListingId,
  type ListingId,
  type MemberId,
  type Minor,
} from '@holdfast/kernel';
import { availableOf } from '@holdfast/ledger';
import { listCards } from '#features/bank-cards/index.ts';
import {
  afterLock,
  asksFirst,
  decideLock,
  findListing,
  findLinkHash,
  findLockerFacts,
  hashOfLink,
  lockCapOf,
  recordOf,
  takeFromListing,
  type Listing,
  type LockerFacts,
} from '#features/listings/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { findOwnLimits } from '#features/security/index.ts';
import { findLastSeenOf } from '#features/sign-in/index.ts';
import { listAccounts } from '#features/third-party-payment/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import type { GroupHandler, GroupMember, MemberContext } from '#platform/gateway/call-table.ts';
import { applyFirstTransitions, type Beginning } from './apply-transition.ts';
import { blockedFor } from './cancel-caps.ts';
import { beyondDay, dayMaxIn, limitsIn, missedBy, type LimitFacts } from './lock-limits.ts';
import type { Order } from './order.store.ts';
import { findPlaceOfLocker, namedBy, payPlacesOf, type PayPlace } from './pay-place.ts';
import { detailFrom } from './to-order.ts';

/** How often locks are decided anew because the listing changed between its reading and its row lock, and may still be locked. */
const TRIES = 3;

type Locker = GroupMember<MemberContext, CallInput<'/order/lock'>>;
const idOf = ({ context }: Locker) => context.session.memberId;

export interface LockParts {
  /** The real-name check is on. */
  readonly checking: boolean;
  /** An owner whom nobody has seen for a while is asked before a lock. */
  readonly asksAbsentOwners: boolean;
}

/** A lock that may happen. */
interface Lock {
  readonly locker: Locker;
  readonly quantity: Minor;
  readonly cap: number;
  /** What the locker may buy or sell of the coin in a day. */
  readonly dayMax: Minor;
  readonly place: PayPlace;
  /** Nothing remains after it. */
  readonly isWhole: boolean;
}

interface Brought {
  readonly place: PayPlace | AppError;
  readonly available: bigint;
}

/** What decides the locks of one listing, read without its row lock. */
interface Facts extends LimitFacts {
  readonly lockers: ReadonlyMap<MemberId, LockerFacts>;
  /** Where the owner of a sell listing can be paid now. */
  readonly places: readonly PayPlace[];
  /** Of a private listing, what opens it. */
  readonly linkHash: Buffer | undefined;
  /** What each locker brings to a buy listing: where they want to be paid, and what they have. */
  readonly brought: ReadonlyMap<MemberId, Brought>;
  /** T2 or T2.ask. */
  readonly transition: Transition;
}

/** Of the lockers of a buy listing: they pay with coin of their own, and are paid. */
async function readBrought(
  tx: Tx,
  { coin }: Listing,
  group: readonly Locker[],
): Promise<ReadonlyMap<MemberId, Brought>> {
  const [available, places] = await together(
    availableOf(tx, group.map(idOf), coin),
    Promise.all(group.map((locker) => findPlaceOfLocker(tx, idOf(locker), locker.input))),
  );
  return new Map(
    group.map((locker, index) => [
      idOf(locker),
      {
        place: defined(places[index], 'one for each locker'),
        available: available.get(idOf(locker)) ?? 0n,
      },
    ]),
  );
}

async function readFacts(
  tx: Tx,
  id: ListingId,
  group: readonly Locker[],
  { settings, asksAbsentOwners }: { settings: Settings } & Pick<LockParts, 'asksAbsentOwners'>,
): Promise<Facts | undefined> {
  const ids = group.map(idOf);
  const [listing, lockers] = await together(findListing(tx, id), findLockerFacts(tx, { id, lockers: ids }));
  if (!listing) return undefined;
  const { ownerId, cardIds, payAccountIds } = listing;
  const [members, ownLimits, cards = [], accounts = [], seen, brought, linkHash] = await together(
    findMembers(tx, [ownerId, ...ids]),
    findOwnLimits(tx, [ownerId, ...ids]),
    cardIds.length > 0 ? listCards(tx, ownerId) : undefined,
    payAccountIds.length > 0 ? listAccounts(tx, ownerId) : undefined,
    asksAbsentOwners && !listing.askFirst ? findLastSeenOf(tx, ownerId) : undefined,
    listing.side === 'buy' ? readBrought(tx, listing, group) : undefined,
    listing.isPrivate ? findLinkHash(tx, id) : undefined,
  );
  const isAbsent = seen !== undefined && isAskedAsAbsent(seen);
  return {
    listing,
    lockers: new Map(lockers.map((locker) => [locker.lockerId, locker])),
    members,
    places: payPlacesOf(listing, { cards, accounts }),
    linkHash,
    brought: brought ?? new Map<MemberId, Brought>(),
    ownLimits: limitsIn(listing, ownLimits),
    settings,
    transition: defined(
      findTransition(
        { at: 'OPEN' },
        asksFirst(listing, { isAbsent, feeBasisPoints: settings['fee.order'] }) ? 'ask-lock' : 'lock',
        'locker',
      ),
      'the table has both locks',
    ),
  };
}

/** Whether one of them may lock, of a listing from which those before have taken. */
function decide(locker: Locker, listing: Listing, facts: Facts): Lock | AppError {
  const { lockers, members, settings } = facts;
  const lockerId = idOf(locker);
  const quantity = parseAmount(listing.coin, locker.input.quantity);
  if (!quantity) return appError('PARAMETERS_INVALID', { fields: ['quantity'] });
  const own = defined(lockers.get(lockerId), 'each locker was looked up');
  const { ownOrderId, liveLocks, ownLocksMax, isBlocked, blockedUntil } = own;
  const member = defined(members.get(lockerId), 'a session has its member');
  const { now } = locker.context;
  const { feeSeen } = locker.input;
  const feeBasisPoints = settings['fee.order'];
  const verdict = decideLock({
    listing,
    lockerId,
    ownOrderId: ownOrderId ?? undefined,
    versionSeen: Number(locker.input.version),
    quantity,
    feeBasisPoints,
    now,
    isBlocked,
    record: recordOf(member, own, now),
  });
  if (!verdict.ok) return appError(verdict.refuse, verdict.data as never);
  if (feeSeen !== undefined && feeBasisPoints > Number(feeSeen))
    return appError('LISTING_FEE_ROSE', { percent: formatPercent(feeBasisPoints) });
  if (blockedUntil) return blockedFor(own, blockedUntil);
  const cap = lockCapOf(member.level, ownLocksMax, settings);
  if (liveLocks >= cap) return appError('LOCK_CAP_REACHED', { max: cap });
  const dayMax = dayMaxIn(facts, lockerId, now);
  const taken = listing.locked - facts.listing.locked;
  const beyond = beyondDay({ own, quantity, dayMax, taken }, facts, now);
  if (beyond) return beyond;
  const place =
    listing.side === 'sell' ? placeOfOwner(locker, facts) : placeOfLocker(locker, quantity, facts);
  if (place instanceof AppError) return place;
  return { locker, quantity, cap, dayMax, place, isWhole: listing.remaining === quantity };
}

/** Where the owner of a sell listing is paid, in the way that the locker has chosen. */
function placeOfOwner({ input }: Locker, { places }: Facts): PayPlace | AppError {
  const [first] = places;
  if (!first) return appError('LISTING_NOT_PAYABLE');
  const { payMethod = first.method } = input;
  const place = places.find(({ method }) => method === payMethod);
  return place ?? appError('PAY_METHOD_NOT_OFFERED', { payMethods: places.map(({ method }) => method) });
}

/** Where the locker of a buy listing is paid, if they have the coin too. What they have may change until it is posted; then the posting refuses. */
function placeOfLocker(locker: Locker, quantity: Minor, { listing, brought }: Facts): PayPlace | AppError {
  const { place, available } = defined(brought.get(idOf(locker)), 'each locker of a buy listing was asked');
  if (place instanceof AppError) return place;
  const { payMethods } = listing;
  if (!payMethods.includes(place.method)) return appError('PAY_METHOD_NOT_OFFERED', { payMethods });
  return available < quantity ? appError('BALANCE_INSUFFICIENT') : place;
}

/** As if there were none: a listing that the locker does not know of, because it is private, or because there is none by that number. */
const notThere = ({ input: { link } }: Locker): AppError =>
  appError(link === undefined ? 'LISTING_NOT_FOUND' : 'LISTING_LINK_ENDED');

/** Whether the locker is to learn nothing of the listing. Its owner needs no link to be told that it is their own. */
function isHidden(
  { context: { tx, session }, input: { link } }: Locker,
  { listing, linkHash }: Facts,
): boolean {
  if (!listing.isPrivate || listing.ownerId === session.memberId) return false;
  return link === undefined || !linkHash || !hashOfLink(tx, link).equals(linkHash);
}

/** Whether somebody has to have a verified name and has none. */
const isUnnamed = (locker: Locker, { members }: Facts, { checking }: LockParts): boolean =>
  !isRealNamePassed(defined(members.get(idOf(locker)), 'a session has its member').realNameStatus, {
    checking,
  });

function decideOne(locker: Locker, listing: Listing, facts: Facts, parts: LockParts): Lock | AppError {
  if (isHidden(locker, facts)) return notThere(locker);
  if (isUnnamed(locker, facts, parts)) return appError('REAL_NAME_REQUIRED');
  return decide(locker, listing, facts);
}

type Decided = ReadonlyMap<Locker, Lock | AppError>;

/** Decides in the order in which they came: of many who want the last of it the first wins, the others get a named refusal. */
function decideAll(
  group: readonly Locker[],
  facts: Facts,
  parts: LockParts,
): { decided: Decided; locks: Lock[] } {
  let { listing } = facts;
  const decided = new Map<Locker, Lock | AppError>();
  const locks: Lock[] = [];
  for (const locker of group) {
    const lock = decideOne(locker, listing, facts, parts);
    decided.set(locker, lock);
    if (!('quantity' in lock)) continue;
    locks.push(lock);
    listing = afterLock(listing, lock.quantity);
  }
  return { decided, locks };
}

interface Taken {
  readonly decided: Decided;
  /** Those that were taken, and what they were decided on; absent when there are none. */
  readonly locks?: readonly Lock[];
  readonly facts?: Facts;
}

/** Takes parts of a listing, whose row lock begins here: of those who cannot have any nobody waits for it. */
async function take(
  tx: Tx,
  parts: LockParts,
  [first, ...others]: readonly [Locker, ...Locker[]],
): Promise<Taken> {
  const group = [first, ...others];
  const id = toListingId(first.input.listingId);
  const settings = await first.context.settings(); // one transaction, so they are those of all
  const refuseAll = (errorOf: (locker: Locker) => AppError) => ({
    decided: new Map(group.map((locker) => [locker, errorOf(locker)])),
  });
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const facts = await readFacts(tx, id, group, { ...parts, settings });
    if (!facts) return refuseAll(notThere);
    const { decided, locks } = decideAll(group, facts, parts);
    if (locks.length === 0) return { decided };
    const quantity = locks.reduce((sum, lock) => sum + lock.quantity, 0n);
    const { listing } = facts;
    const { ownerId } = listing;
    const lockers = locks.map((lock) => ({ ...lock, memberId: idOf(lock.locker) }));
    const owner = { memberId: ownerId, quantity, dayMax: dayMaxIn(facts, ownerId, first.context.now) };
    const taken = await takeFromListing(tx, { listing, quantity, lockers, owner });
    if (taken === 'changed') continue;
    // Their last slot, or what was left of a day, went to another listing just now. What was taken goes back with everything else.
    if (taken.missed.length > 0) throw await missedBy(tx, { lockers, owner }, facts, taken.missed);
    return { decided, locks, facts };
  }
  return refuseAll(() => appError('LISTING_BUSY'));
}

/** Who locks a sell listing pays for the coin, who locks a buy listing is paid for it. */
const lockerRoleOf = ({ side }: Pick<Listing, 'side'>) => (side === 'sell' ? 'payer' : 'payee');

/** The order that a lock begins. Rate and rounding of the fee, the price and the sum to pay are fixed here and never computed again. */
function beginningOf(
  { locker, quantity, place, isWhole }: Lock,
  { listing, settings, transition }: Facts,
): Beginning {
  const lockerId = idOf(locker);
  const { coin, priceE4, ownerId, payWindowMinutes } = listing;
  const isBuy = listing.side === 'buy';
  const feeBasisPoints = settings['fee.order'];
  const { payTwd, fee } = quoteTrade({ coin, quantity, price: priceE4, feeBasisPoints });
  return {
    terms: {
      listingId: listing.id,
      listingVersion: listing.version,
      remarkId: listing.remark?.removed === null ? listing.remark.id : null,
      ownerId,
      lockerId,
      ...(isBuy ? { payerId: ownerId, payeeId: lockerId } : { payerId: lockerId, payeeId: ownerId }),
      coin,
      quantity,
      priceE4,
      payTwd,
      fee,
      feeBasisPoints,
      payWindowMinutes,
      ...namedBy(place),
    },
    step: {
      transition,
      settings,
      actor: lockerRoleOf(listing),
      actorId: lockerId,
      lockType: isWhole ? 'full' : 'partial',
    },
  };
}

/** T2 and T2.ask: each of the group, which are of one listing, locks part of it; whether its owner is asked first is one answer for all. */
export const lockFromListing =
  (parts: LockParts): GroupHandler<'/order/lock'> =>
  async (tx, group) => {
    const [first, ...others] = group;
    if (!first) return [];
    const { decided, locks = [], facts } = await take(tx, parts, [first, ...others]);
    const orders = facts
      ? await applyFirstTransitions(
          tx,
          locks.map((lock) => beginningOf(lock, facts)),
          facts.members,
        )
      : [];
    const orderOf = new Map(locks.map(({ locker }, index) => [locker, orders[index]]));

    function outputOf(
      { locker: { context }, locker, place }: Lock,
      { listing, members, transition: { event } }: Facts,
    ) {
      const order: Order = defined(orderOf.get(locker), 'each lock has its order');
      const { now, audit } = context;
      // As they were just written; all of them have the time of the transaction.
      const actor = lockerRoleOf(listing);
      const events = [
        { event, actor, to: order.state, at: order.lockedAt, minutes: null, heldUntil: null },
      ] as const;
      const viewer = { memberId: idOf(locker), now, audit };
      return {
        order: detailFrom(
          order,
          { members, events, place, openCase: undefined, payEnd: undefined, endSeen: undefined },
          viewer,
        ),
        serverTime: now.toISOString(),
      };
    }
    return group.map((locker) => {
      const lock = defined(decided.get(locker), 'each locker has a decision');
      if (!('quantity' in lock)) return { refusal: lock };
      return { output: outputOf(lock, defined(facts, 'what was taken was decided on facts')) };
    });
  };
