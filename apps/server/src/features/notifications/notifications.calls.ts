import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { DescribeBroadcasts } from './broadcast-rows.ts';
import { listNotifications } from './list-notifications.ts';
import {
  giveUpDeadLetter,
  listDeadLetters,
  readDeliveries,
  retryDeadLetter,
  type NamesOf,
} from './operator-deliveries.ts';
import { seeSafetyNotices, type InstallKnownSince } from './see-safety-notices.ts';

export interface NotificationParts {
  readonly installKnownSince: InstallKnownSince;
  readonly namesOf: NamesOf;
  readonly describeBroadcasts: DescribeBroadcasts;
}

export const notificationCalls = ({ installKnownSince, namesOf, describeBroadcasts }: NotificationParts) =>
  calls({
    '/member/notification/list': handle(listNotifications(describeBroadcasts), {
      limit: readsPerMinute(120),
    }),
    '/member/notification/seen': handle(seeSafetyNotices(installKnownSince), { limit: perMinute(60) }),
    '/operator/delivery/read': handle(readDeliveries, { limit: readsPerMinute(120) }),
    '/operator/dead-letter/list': handle(listDeadLetters(namesOf), { limit: readsPerMinute(120) }),
    '/operator/dead-letter/retry': handle(retryDeadLetter, { limit: perMinute(60) }),
    '/operator/dead-letter/give-up': handle(giveUpDeadLetter, { limit: perMinute(60) }),
  });
