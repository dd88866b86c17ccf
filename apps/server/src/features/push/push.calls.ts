import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { PushFacts } from '#platform/push/push.ts';
import { readPush } from './read-push.ts';
import { registerPush } from './register-push.ts';
import { removePush } from './remove-push.ts';
import { testPush } from './test-push.ts';

export const pushCalls = (facts: PushFacts) =>
  calls({
    '/member/device/push': handle(readPush(facts), { limit: readsPerMinute(60) }),
    '/member/device/push-set': handle(registerPush(facts), { limit: perMinute(20) }),
    '/member/device/push-remove': handle(removePush, { limit: perMinute(20) }),
    '/member/device/push-test': handle(testPush, { limit: perMinute(6) }),
  });
