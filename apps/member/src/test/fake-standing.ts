import type { DailyLimits, LevelStanding } from '@holdfast/contract/calls';
import { earnedLevel, LEVELS, levelOf, TRADE_SIDES } from '@holdfast/contract/member';
import { COINS, formatAmount, parseAmount } from '@holdfast/kernel';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import type { FakeWorld } from './fake-world.ts';

/** How the invented member stands among the levels, and whether others are told of them. */
export function standingHandlers(world: FakeWorld): Handlers {
  const standing = (): LevelStanding => {
    const level = world.info.userLevel;
    return {
      level,
      isKept: world.isLevelKept ?? false,
      locksMax: world.ownLocksMax ?? levelOf(level, LEVELS).locksMax,
      hasOwnLocksMax: world.ownLocksMax !== undefined,
      levels: LEVELS.map((each) => ({ ...each, needs: { ...each.needs } })),
      record: { ...world.record },
    };
  };
  const limits = (): DailyLimits => ({
    level: world.info.userLevel,
    renewsAt: new Date(Date.now() + 6 * 3_600_000).toISOString(),
    limits: COINS.flatMap((coin) =>
      TRADE_SIDES.map((side) => {
        const amount = (text: string) => formatAmount(coin, parseAmount(coin, text) ?? 0n);
        const { ownMax = null, used = '0', raise = null } = world.dailyLimits?.[`${coin} ${side}`] ?? {};
        const levelMax = String(levelOf(world.info.userLevel, LEVELS).dailyMax[coin]);
        return {
          coin,
          side,
          levelMax: amount(levelMax),
          ownMax: ownMax === null ? null : amount(ownMax),
          used: amount(used),
          raise: raise && { ...raise, to: raise.to === null ? null : amount(raise.to) },
        };
      }),
    ),
  });
  return {
    '/member/limits': limits,
    '/member/limits/set': ({ input: { coin, side, max } }) => {
      const key = `${coin} ${side}` as const;
      const own = { ownMax: null, ...world.dailyLimits?.[key] };
      const isRaise = own.ownMax !== null && (max === 'level' || Number(max) > Number(own.ownMax));
      const next = isRaise
        ? {
            ...own,
            raise: {
              to: max === 'level' ? null : max,
              at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
            },
          }
        : { ...own, ownMax: max, raise: null };
      world.dailyLimits = { ...world.dailyLimits, [key]: next };
      return limits();
    },
    '/member/presence': () => ({ isShown: !(world.hidesPresence ?? false) }),
    '/member/presence/set': ({ input }) => {
      world.hidesPresence = input.shown === '0';
      return { isShown: !world.hidesPresence };
    },
    '/member/account/use-level-get': standing,
    '/member/level/raise': () => {
      const earned = earnedLevel(world.info.userLevel, world.record, LEVELS);
      if (earned === undefined) return refuse('LEVEL_NOT_EARNED');
      world.info = { ...world.info, userLevel: earned };
      return standing();
    },
  };
}
