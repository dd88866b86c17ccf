import type { OrderRatings, Rating } from '@holdfast/contract/calls';
import { RATING_MS } from '@holdfast/contract/orders';
import { defined } from '@holdfast/kernel';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { DAY, instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

const RECEIVED: Rating = { stars: '5', recommends: true, tags: ['fast', 'clear'] };

/** Ratings of finished orders. The other side has not rated, unless the world says so. */
export function ratingHandlers(world: FakeWorld): Handlers {
  const ratingsOf = (orderId: string): OrderRatings => {
    const order = world.orders.find((one) => one.orderId === orderId) ?? refuse('ORDER_NOT_FOUND');
    const end = order.endedAt === null ? undefined : Date.parse(order.endedAt) + RATING_MS;
    const given = world.rated?.get(orderId) ?? null;
    const isOpen = order.state === 'FINISHED' && end !== undefined && world.now < end;
    const received = world.isRatedByOther && (given || !isOpen) ? RECEIVED : null;
    return {
      until: isOpen && !given ? instantAt(end) : null,
      given,
      received,
      hiddenUntil: isOpen && given && !received ? instantAt(end) : null,
    };
  };
  return {
    '/order/rating': ({ input }) => ratingsOf(input.orderId),
    '/order/rate': ({ input: { orderId, stars, recommends, tags } }) => {
      const { until, given } = ratingsOf(orderId);
      if (given) return refuse('RATING_GIVEN');
      if (until === null) return refuse('RATING_CLOSED');
      world.rated = new Map(world.rated).set(orderId, { stars, recommends: recommends === '1', tags });
      return defined(ratingsOf(orderId), 'its ratings');
    },
    '/member/ratings': () => ({
      items: world.isRatedByOther
        ? [
            { ...RECEIVED, at: instantAt(world.now - DAY) },
            {
              stars: '2' as const,
              recommends: false,
              tags: ['slow' as const],
              at: instantAt(world.now - 9 * DAY),
            },
          ]
        : [],
      next: null,
    }),
  };
}
