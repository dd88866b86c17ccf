/** The inbox: the one place where what concerns a member is written down; push and streams are copies of it. */
export { announce, changeExtra, tellAddresses } from './announce.ts';
export { carrierSource, subscribeToInbox } from './carrier-source.ts';
export type { DescribeBroadcasts } from './broadcast-rows.ts';
export { inboxSource } from './inbox-source.ts';
export { findMessage } from './inbox.store.ts';
export { notificationCalls } from './notifications.calls.ts';
export { notify } from './notify.ts';
export { findCauseInstall, type InboxMessage } from './inbox.store.ts';
export { sweepSeen } from './safety-notice.store.ts';
export { titleOf } from './to-inbox-row.ts';
