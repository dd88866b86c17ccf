import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import { findMemberIdByUid, findMembers } from '#features/member-profile/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { recordOf } from './listing.rules.ts';
import { countTrades } from './relation.store.ts';
import { shownFigures, shownRating, volumeBandOf } from './trade-record.rules.ts';
import { findFigures, findRatingFigures } from './trader.store.ts';

/** How another member trades. Whoever is blocked reads the same, so that the card tells nobody of a block. */
export const readTradeRecord: Handler<'/member/trade-record'> = async ({ tx, session, now }, { uid }) => {
  const otherId = (await findMemberIdByUid(tx, uid)) ?? fail('MEMBER_NOT_FOUND');
  const members = await findMembers(tx, [otherId]);
  const figures = await findFigures(tx, otherId);
  const { level, days } = recordOf(defined(members.get(otherId), 'a member is never deleted'), figures, now);
  const { finished, finishedLately, paidLately, partners, disputesLost, disputesWon } = figures;
  return {
    level,
    days,
    finished,
    finishedLately,
    volume: volumeBandOf(paidLately),
    partners,
    disputesLost,
    disputesWon,
    ...shownFigures(figures),
    tradedWithYou: await countTrades(tx, session.memberId, otherId),
    rating: shownRating(await findRatingFigures(tx, otherId)),
  };
};
