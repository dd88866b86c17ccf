import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { listNotifications } from './list-notifications.ts';

export const notificationCalls = () =>
  calls({ '/member/notification/list': handle(listNotifications, { limit: readsPerMinute(120) }) });
