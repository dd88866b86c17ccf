import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { listNotifications } from './list-notifications.ts';

/** The inbox: the one place where what concerns a member is written down; push and streams are copies of it. */
export { announce, changeExtra } from './announce.ts';
export { inboxSource } from './list-notifications.ts';
export { tell } from './tell.ts';

export const notificationCalls = () =>
  calls({ '/member/notification/list': handle(listNotifications, { limit: readsPerMinute(120) }) });
