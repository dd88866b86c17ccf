import type { InboxRow } from '@holdfast/contract/calls';
import { useEffect, useEffectEvent, useState } from 'react';
import { sayIn, withoutMarks } from '@holdfast/client/i18n';
import { lastWordsOf } from '#state/notifications/last-words.ts';
import { needsYou } from '#state/notifications/needs-you.rules.ts';
import { badge, play } from '#platform/attention/attention.ts';
import { useServices } from '#state/services.tsx';
import { useUnreadCount } from '#components/use-unread-count.ts';
import { frameWords } from './frame.words.ts';
import { createTitleFlash } from './title-flash.ts';

/** What is older was missed, as while the tab slept: it is shown, and makes no noise. */
const FRESH_MS = 60_000;

/**
 * Draws attention to messages beside the screen: by a sound to whoever looks, by the name of the tab to whoever does not, and by the number on the
 * app's icon. It lies under the PIN lock: while that is closed nothing is asked for, so there is nothing to tell of.
 */
export function useAttention(): void {
  useBadge();
  const [flash] = useState(createTitleFlash);
  const { settings, serverNow } = useServices();
  const tell = useEffectEvent((news: readonly InboxRow[]) => {
    const fresh = news.filter(
      ({ at, extra }) => extra['own'] !== true && serverNow() - Date.parse(at) < FRESH_MS,
    );
    if (fresh.length === 0) return;
    const { language, sounds } = settings.read();
    if (document.visibilityState === 'hidden')
      flash.start(withoutMarks(sayIn(frameWords, language)('systemNotice')));
    else if (sounds) void play(fresh.some(needsYou) ? 'needs-you' : 'told');
  });
  useNews(tell);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') flash.stop();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      flash.stop();
    };
  }, [flash]);
}

/** Messages that are new to the app, those too that the screen shows itself. */
function useNews(tell: (news: readonly InboxRow[]) => void): void {
  const { notices } = useServices();
  const onNews = useEffectEvent(tell);
  useEffect(() => {
    let known = new Set(lastWordsOf(notices.read()).map(({ seq }) => seq));
    return notices.subscribe(() => {
      const rows = lastWordsOf(notices.read());
      const news = rows.filter(({ seq }) => !known.has(seq));
      known = new Set(rows.map(({ seq }) => seq));
      if (news.length > 0) onNews(news);
    });
  }, [notices]);
}

/** The number stays while the app is closed or locked, as it is no more than a number; the end of the session takes it away (`Inactivity`). */
function useBadge(): void {
  const { session } = useServices();
  const count = useUnreadCount();
  useEffect(() => {
    if (session.read()) badge(count);
  }, [session, count]);
}
