import type { Offer } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { defined, formatAmount, formatPrice, parseAmount, type MemberId } from '@holdfast/kernel';
import { findMembers, type MemberRow } from '#features/member-profile/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { lockableRange } from './listing.rules.ts';
import { listOffers, type OfferRow } from './listing.store.ts';

const PAGE = 20;

interface Viewer {
  readonly memberId: MemberId;
  readonly wants: bigint | undefined;
}

/** Why the viewer cannot take the offer with the wanted quantity; the lock asks again. */
function obstacleOf(row: OfferRow, { memberId, wants }: Viewer): Offer['obstacle'] {
  if (String(row.owner_id) === memberId) return 'own';
  if (row.locked > 0n && !row.multi_locks) return 'busy';
  const { min, max } = lockableRange(row);
  if (wants !== undefined && wants < min) return 'below-minimum';
  if (wants !== undefined && wants > max) return 'above-maximum';
  return null;
}

function toOffer(row: OfferRow, owner: MemberRow, viewer: Viewer): Offer {
  const amount = (value: bigint) => formatAmount(row.coin, value);
  const range = lockableRange(row);
  return {
    listingId: String(row.id),
    version: row.version,
    side: row.side,
    coin: row.coin,
    remaining: amount(row.remaining),
    price: formatPrice(row.price_e4),
    minQuantity: amount(range.min),
    maxQuantity: amount(range.max),
    payWindowMinutes: row.pay_window_minutes,
    payMethods: ['bank'],
    owner: {
      nick: owner.nick,
      level: owner.level,
      finished: row.finished,
      completionPercent: row.ended === 0 ? null : ((row.finished * 100) / row.ended).toFixed(1),
      releaseSeconds: row.release_seconds,
      tradedWithYou: Number(row.traded_with_you),
    },
    obstacle: obstacleOf(row, viewer),
  };
}

/** What others sell. Offers that the viewer can take come first on each page, the others after them with the reason. */
export const listMarket: Handler<'/listing/market'> = async ({ tx, session }, { coin, quantity, offset }) => {
  const wants = quantity === undefined ? undefined : parseAmount(coin, quantity);
  if (quantity !== undefined && wants === undefined)
    throw fail('PARAMETERS_INVALID', { fields: ['quantity'] });
  const from = Number(offset ?? 0);
  const rows = await listOffers(tx, { coin, viewerId: session.memberId, offset: from, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const owners = await findMembers(
    tx,
    page.map((row) => row.owner_id),
  );
  const viewer: Viewer = { memberId: session.memberId, wants };
  const offers = page.map((row) =>
    toOffer(row, defined(owners.get(String(row.owner_id)), 'a listing has its owner'), viewer),
  );
  return {
    offers: offers.toSorted((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null)),
    nextOffset: rows.length > PAGE ? String(from + PAGE) : null,
  };
};
