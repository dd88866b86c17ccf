import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { claim, claimNext, release } from './claims.ts';
import { listQueue, readItemState, readSummary } from './read-queues.ts';
import type { ReviewKinds } from './review-kinds.ts';

export const reviewCalls = (kinds: ReviewKinds) =>
  calls({
    '/operator/review/list': handle(listQueue(kinds), { limit: readsPerMinute(120) }),
    '/operator/review/summary': handle(readSummary(kinds), { limit: readsPerMinute(120) }),
    '/operator/review/state/{id}': handle(readItemState(kinds), { limit: readsPerMinute(120) }),
    '/operator/review/claim/{id}': handle(claim(kinds), { limit: perMinute(60) }),
    '/operator/review/release/{id}': handle(release(kinds), { limit: perMinute(60) }),
    '/operator/review/next': handle(claimNext(kinds), { limit: perMinute(60) }),
  });
