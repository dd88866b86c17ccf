import type { OrderRatings, Rating } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { toOrderId } from '@holdfast/kernel';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { areTagsOf, ratingEndOf } from './rating.rules.ts';
import { findRatable, findRatings, insertRating, listReceived, type OrderRating } from './rating.store.ts';

const PAGE = 30;

const shown = ({ stars, recommends, tags }: Rating): Rating => ({ stars, recommends, tags });

/** The order, the viewer's side of it, and until when its sides may rate. */
async function findRated({ tx, session }: MemberContext, id: string) {
  const order = await findRatable(tx, toOrderId(id));
  const { memberId } = session;
  const roles = ['payer', 'payee'] as const;
  const role = order && roles.find((each) => order[`${each}Id`] === memberId);
  if (!role) throw fail('ORDER_NOT_FOUND');
  return { order, role, end: ratingEndOf(order) };
}

/** What one side reads: the other's rating only where it is shown. */
function toRatings(
  ratings: readonly OrderRating[],
  { role, end, now }: { role: 'payer' | 'payee'; end: Date | undefined; now: Date },
): OrderRatings {
  const given = ratings.find((rating) => rating.role === role);
  const received = ratings.find((rating) => rating.role !== role && rating.isShown);
  const mayRate = !given && end && now < end;
  return {
    until: mayRate ? end.toISOString() : null,
    given: given ? shown(given) : null,
    received: received ? shown(received) : null,
    hiddenUntil: given && !given.isShown ? given.shownFrom.toISOString() : null,
  };
}

export const readRatings: Handler<'/order/rating'> = async (context, { orderId }) => {
  const { order, role, end } = await findRated(context, orderId);
  const ratings = end ? await findRatings(context.tx, order.id) : [];
  return toRatings(ratings, { role, end, now: context.now });
};

export const rateOrder: Handler<'/order/rate'> = async (context, { orderId, stars, recommends, tags }) => {
  const { tx, now } = context;
  const { order, role, end } = await findRated(context, orderId);
  if (!end || now >= end) throw fail('RATING_CLOSED');
  if (!areTagsOf(stars, tags)) throw fail('PARAMETERS_INVALID', { fields: ['tags'] });
  const [raterId, ratedId] =
    role === 'payer' ? [order.payerId, order.payeeId] : [order.payeeId, order.payerId];
  const rating = { orderId: order.id, role, raterId, ratedId, stars, recommends: recommends === '1', tags };
  if (!(await insertRating(tx, rating))) throw fail('RATING_GIVEN');
  return toRatings(await findRatings(tx, order.id), { role, end, now });
};

export const listRatings: Handler<'/member/ratings'> = async ({ tx, session: { memberId } }, { cursor }) => {
  const [before] = keysOf(cursor, 1);
  const found = await listReceived(tx, { memberId, before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return { items: items.map((rating) => ({ ...shown(rating), at: rating.at.toISOString() })), next };
};
