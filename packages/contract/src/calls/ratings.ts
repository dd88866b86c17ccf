import * as z from 'zod/mini';
import { RATING_TAGS, RATING_TAGS_MAX, STARS } from '../orders/rating.ts';
import { read, write } from './call.ts';
import { id, instant, json, page, paged } from './fields.ts';

/** What the two sides of a finished order say of each other. */

const rating = z.object({
  stars: z.enum(STARS),
  recommends: z.boolean(),
  tags: z.array(z.enum(RATING_TAGS)),
});
export type Rating = z.infer<typeof rating>;

const ratings = z.object({
  /** Until when you may rate; null where you may not, or have already. */
  until: z.nullable(instant),
  /** Yours. */
  given: z.nullable(rating),
  /** The other side's, as soon as both have rated, or nobody may any more. */
  received: z.nullable(rating),
  /** While yours is hidden from the other side: when it is shown at the latest. */
  hiddenUntil: z.nullable(instant),
});
export type OrderRatings = z.infer<typeof ratings>;

export const ratingCalls = {
  '/order/rating': read(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ orderId: id }), output: ratings },
  ),
  /** Once for each side of an order; what is said cannot be changed. */
  '/order/rate': write(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({
        orderId: id,
        stars: z.enum(STARS),
        recommends: z.enum(['1', '0']),
        tags: json(z.array(z.enum(RATING_TAGS)).check(z.maxLength(RATING_TAGS_MAX))),
      }),
      output: ratings,
    },
  ),
  /** What others have said of you, the newest first, without the order or its other side: nobody shall be asked to change it. */
  '/member/ratings': read(
    'member',
    { origin: 'ours' },
    { input: z.strictObject(page), output: paged(z.extend(rating, { at: instant })) },
  ),
} as const;
