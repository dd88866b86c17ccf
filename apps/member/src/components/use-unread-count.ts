import { lastWordsOf } from '#state/notifications/last-words.ts';
import { useUnreadMessages, useWaitingNotices } from '#state/services.tsx';

/** How many messages wait for their dialog, or were closed without being followed. */
export function useUnreadCount(): number {
  return lastWordsOf(useWaitingNotices()).length + useUnreadMessages().length;
}
