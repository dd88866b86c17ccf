import { lastWordsOf } from '#state/notifications/last-words.ts';
import { useReadMarks, useUnreadMessages, useWaitingNotices } from '#state/services.tsx';

/** How many messages are unread; before the server has said it, those that wait here or were closed without being followed. */
export function useUnreadCount(): number {
  const known = lastWordsOf(useWaitingNotices()).length + useUnreadMessages().length;
  return useReadMarks().unread ?? known;
}
