import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { ownLevel } from './own-level.ts';
import { raiseLevel } from './raise-level.ts';
import { setLevel } from './set-level.ts';

export const levelCalls = () =>
  calls({
    '/member/account/use-level-get': handle(ownLevel, { limit: readsPerMinute(60) }),
    '/member/level/raise': handle(raiseLevel, { limit: perMinute(10) }),
    '/member/account/use-level-set': handle(setLevel, { limit: perMinute(20) }),
  });
