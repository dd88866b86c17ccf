import { levelOf, ownLimitAt, type OwnLimit, type TradeSide } from '@holdfast/contract/member';
import { levelsBy, type Settings } from '@holdfast/contract/settings';
import { COIN_SCALE, type Coin, type MemberId, type Minor } from '@holdfast/kernel';

/** What a level allows to buy, and as much to sell, of a coin in a day. */
export function levelDayMax(level: number, coin: Coin, settings: Settings): Minor {
  const { dailyMax } = levelOf(level, levelsBy(settings));
  return (BigInt(dailyMax[coin]) * 10n ** BigInt(COIN_SCALE[coin])) as Minor;
}

/** What a member may trade of it: what the level allows, or less where the member wants less (`own`). */
export function dayMaxOf(levelMax: Minor, own: Minor | null): Minor {
  return own !== null && own < levelMax ? own : levelMax;
}

/** What of the day is left, never below nothing: a limit may be lowered below what was used. */
export function leftOf(dayMax: Minor, used: Minor): Minor {
  return (used < dayMax ? dayMax - used : 0n) as Minor;
}

/** On which side who locks a listing is, and who owns it. */
export function sidesOf({ side }: { readonly side: TradeSide }): {
  readonly locker: TradeSide;
  readonly owner: TradeSide;
} {
  return { locker: side === 'sell' ? 'buy' : 'sell', owner: side };
}

/** What members have set for themselves, of whatever coin and side. */
type OwnLimits = readonly (OwnLimit<Minor> & {
  readonly memberId: MemberId;
  readonly coin: Coin;
  readonly side: TradeSide;
})[];

/** What the owner of a listing may still sell, or buy, of its coin today. */
export function ownerLeft(
  { ownerId, coin, side }: { readonly ownerId: MemberId; readonly coin: Coin; readonly side: TradeSide },
  { level, ownLimits, used }: { readonly level: number; readonly ownLimits: OwnLimits; readonly used: Minor },
  { settings, now }: { readonly settings: Settings; readonly now: Date },
): Minor {
  const own = ownLimits.find(
    (limit) => limit.memberId === ownerId && limit.coin === coin && limit.side === side,
  );
  return leftOf(dayMaxOf(levelDayMax(level, coin, settings), ownLimitAt(own, now)), used);
}
