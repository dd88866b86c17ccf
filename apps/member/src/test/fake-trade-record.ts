import type { TradeRecord } from '@holdfast/contract/calls';
import { completionTenths } from '@holdfast/contract/orders';
import type { FakeWorld } from './fake-world.ts';

/** How the other side of an offer or of an order trades; of somebody who has no offer, a newcomer's. */
export function tradeRecordOf(world: FakeWorld, uid: string): TradeRecord {
  const isOwn = uid === world.member.uid;
  const owner = isOwn ? ownAs(world) : world.offers.find((offer) => offer.owner.uid === uid)?.owner;
  const { level, finished, completionPercent, releaseSeconds, tradedWithYou } = owner ?? {
    level: 0,
    finished: 0,
    completionPercent: null,
    releaseSeconds: null,
    tradedWithYou: 0,
  };
  const isKnown = completionPercent !== null;
  return {
    level,
    days: isOwn ? world.record.days : isKnown ? 420 : 3,
    finished,
    finishedLately: Math.ceil(finished / 4),
    volume: finished > 0 ? '10k-100k' : null,
    partners: isOwn ? world.record.partners : Math.ceil(finished / 2),
    disputesLost: isOwn ? 1 : 0,
    disputesWon: isKnown ? 2 : 0,
    completionPercent,
    releaseSeconds,
    paySeconds: isKnown ? 260 : null,
    tradedWithYou,
    rating: isKnown ? { average: '4.8', count: 23, recommendPercent: 96 } : null,
  };
}

/** The member's own figures, as an offer would show them. */
function ownAs({ info, record }: FakeWorld) {
  const tenths = completionTenths(record);
  return {
    level: info.userLevel,
    finished: record.finished,
    completionPercent: tenths === undefined ? null : (tenths / 10).toFixed(1),
    releaseSeconds: tenths === undefined ? null : 45,
    tradedWithYou: 0,
  };
}
