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
import { readNotifications, readPreferences, setPreferences } from './read-notifications.ts';
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
    '/member/notification/read': handle(readNotifications, { limit: perMinute(120) }),
    '/member/notification/preferences': handle(readPreferences, { limit: readsPerMinute(60) }),
    '/member/notification/preferences/set': handle(setPreferences, { limit: perMinute(30) }),
    '/member/notification/seen': handle(seeSafetyNotices(installKnownSince), { limit: perMinute(60) }),
    '/operator/delivery/read': handle(readDeliveries, { limit: readsPerMinute(120) }),
    '/operator/dead-letter/list': handle(listDeadLetters(namesOf), { limit: readsPerMinute(120) }),
    '/operator/dead-letter/retry': handle(retryDeadLetter, { limit: perMinute(60) }),
    '/operator/dead-letter/give-up': handle(giveUpDeadLetter, { limit: perMinute(60) }),
  });
