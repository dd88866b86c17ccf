import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { listNotifications } from './list-notifications.ts';
import { seeSafetyNotices, type InstallKnownSince } from './see-safety-notices.ts';

export const notificationCalls = ({ installKnownSince }: { installKnownSince: InstallKnownSince }) =>
  calls({
    '/member/notification/list': handle(listNotifications, { limit: readsPerMinute(120) }),
    '/member/notification/seen': handle(seeSafetyNotices(installKnownSince), { limit: perMinute(60) }),
  });
