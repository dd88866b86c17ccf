import { RATING_MS, tagsFor, type RatingTag, type Stars } from '@holdfast/contract/orders';
import type { Ratable } from './rating.store.ts';

/**
 * Until when the sides of an order may rate each other: undefined for one that did not finish, and for one that an operator has decided. Whoever
 * loses a case says something of the ruling, and not of the other side.
 */
export function ratingEndOf({
  state,
  endedAt,
  resolution,
  stoodStillMs,
}: Pick<Ratable, 'state' | 'endedAt' | 'resolution' | 'stoodStillMs'>): Date | undefined {
  if (state !== 'FINISHED' || endedAt === null || resolution === 'operator') return undefined;
  return new Date(endedAt.getTime() + RATING_MS + stoodStillMs);
}

/** Whether the words go with the stars, each at most once. */
export function areTagsOf(stars: Stars, tags: readonly RatingTag[]): boolean {
  return new Set(tags).size === tags.length && tags.every((tag) => tagsFor(stars).includes(tag));
}
