import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { readLimits } from './daily-limits.ts';
import { ownLevel } from './own-level.ts';
import { raiseLevel } from './raise-level.ts';
import { setLevel } from './set-level.ts';
import { setLimit, type LimitParts } from './set-limit.ts';

export const levelCalls = (parts: LimitParts) =>
  calls({
    '/member/account/use-level-get': handle(ownLevel, { limit: readsPerMinute(60) }),
    '/member/limits': handle(readLimits, { limit: readsPerMinute(60) }),
    '/member/limits/set': handle(setLimit(parts), { limit: perMinute(10) }),
    '/member/level/raise': handle(raiseLevel, { limit: perMinute(10) }),
    '/member/account/use-level-set': handle(setLevel, { limit: perMinute(20) }),
  });
