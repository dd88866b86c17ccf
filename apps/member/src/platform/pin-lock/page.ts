/** What a page knows of being looked at, and what the tabs of one browser tell each other. A native shell has its own. */
export interface Page {
  /** Tells when the app stops being looked at and when somebody is back. */
  watch: (listener: (is: 'active' | 'inactive') => void) => void;
  /** To the other tabs. */
  tell: (news: TabNews) => void;
  hear: (listener: (news: TabNews) => void) => void;
}

export type TabNews = 'locked' | 'opened' | 'changed';
const NEWS: readonly TabNews[] = ['locked', 'opened', 'changed'];

export function createWebPage(): Page {
  const channel = new BroadcastChannel('lock');
  return {
    watch(listener) {
      document.addEventListener('visibilitychange', () =>
        listener(document.visibilityState === 'hidden' ? 'inactive' : 'active'),
      );
      // A page that goes into the back-forward cache comes back as it was left: it must be left locked.
      globalThis.addEventListener('pagehide', () => listener('inactive'));
      globalThis.addEventListener('pageshow', () => listener('active'));
    },
    tell: (news) => channel.postMessage(news),
    hear(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const news = NEWS.find((one) => one === data);
        if (news) listener(news);
      });
    },
  };
}
