import type { LevelStanding } from '@holdfast/contract/calls';
import { earnedLevel, LEVELS, levelOf } from '@holdfast/contract/member';
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
  return {
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
