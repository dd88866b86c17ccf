import {
  findTransition,
  isBuilt,
  LISTING_ACTIONS,
  type ListingAction,
  type ListingObstacle,
} from '@holdfast/contract/orders';
import type { PayMethod } from '@holdfast/contract/rules';
import { leastTrade, type Minor } from '@holdfast/kernel';
import type { Listing } from './listing.store.ts';
import { isListed, isTaken, lockableRange, opensAt } from './listing.rules.ts';

/** What an owner is told of a listing beside its terms. Pure. */

export interface OwnListingFacts {
  readonly now: Date;
  /** The ways in which the owner can be paid now, by the places that the listing names; a buy listing names none. */
  readonly payableBy: readonly PayMethod[];
  /** What the owner may still trade of the listing's coin today, on its side. */
  readonly left: Minor;
  /** Of an order that is locked now. */
  readonly feeBasisPoints: number;
}

/** Whether its clock has run out, which the worker carries out any moment. */
export const isOver = ({ expiresAt }: Pick<Listing, 'expiresAt'>, now: Date): boolean => expiresAt <= now;

/** Why nobody else sees it or can take it, the first reason first; empty where they can. One that the owner has closed needs no reason. */
export function obstaclesOf(
  listing: Listing,
  { now, payableBy, left, feeBasisPoints }: OwnListingFacts,
): ListingObstacle[] {
  const { state, side, coin, remaining, pausedBecause } = listing;
  const lives = isListed(state);
  const holds: Readonly<Record<ListingObstacle, boolean>> = {
    suspended: state === 'SUSPENDED',
    expired: state === 'EXPIRED' || (lives && isOver(listing, now)),
    paused: state === 'PAUSED' && pausedBecause !== 'missed-answer',
    'paused-missed-answer': state === 'PAUSED' && pausedBecause === 'missed-answer',
    'out-of-hours': lives && opensAt(listing, now) !== null,
    'no-place': lives && side === 'sell' && payableBy.length === 0,
    'all-locked': lives && remaining === 0n,
    'in-trade': state === 'OPEN' && isTaken(listing),
    'day-used': lives && lockableRange(listing).min > left,
    'below-fee': lives && remaining > 0n && remaining < leastTrade(coin, feeBasisPoints),
  };
  return (Object.keys(holds) as ListingObstacle[]).filter((obstacle) => holds[obstacle]);
}

/** What the owner can do with it now, by the table of transitions. */
export function actionsOf(listing: Listing, { now, feeBasisPoints }: OwnListingFacts): ListingAction[] {
  const { state, coin, restAtEnd } = listing;
  const isWorthIt: Readonly<Record<ListingAction, boolean>> = {
    pause: !isOver(listing, now),
    resume: !isOver(listing, now),
    edit: !isOver(listing, now),
    renew: restAtEnd >= leastTrade(coin, feeBasisPoints),
    close: true,
  };
  return LISTING_ACTIONS.filter((action) => {
    const transition = findTransition({ at: state }, action, 'owner');
    return transition !== undefined && isBuilt(transition) && isWorthIt[action];
  });
}
