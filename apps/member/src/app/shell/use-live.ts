import { useEffect } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { hearOfRead } from '#state/notifications/read-news.ts';
import { useServices } from '#state/services.tsx';
import { useStream } from './use-stream.ts';

/** Keeps the screens current while `isOn`: hints from the stream ask anew for what is shown, and for the inbox. */
export function useLive(isOn: boolean): void {
  const { inbox } = useServices();
  const refresh = useRefresh();
  useStream(isOn, {
    onChanged: (paths) => refresh(...paths),
    onOpened: (lastSeq) => void inbox.opened(lastSeq),
    onInbox: () => {
      void inbox.catchUp();
      refresh('/member/notification/list');
    },
  });
}

/** Asks the inbox again whenever the member comes back to the tab; what is answered or read in one tab is so in all. */
export function useInbox(): void {
  const { inbox, shared } = useServices();
  const refresh = useRefresh();
  useEffect(() => {
    const stop = inbox.subscribe();
    const stopHearing = hearOfRead(shared, () => {
      void inbox.catchUp();
      refresh('/member/notification/list');
    });
    const resume = () => {
      if (document.visibilityState === 'visible') void inbox.catchUp();
    };
    document.addEventListener('visibilitychange', resume);
    return () => {
      stop();
      stopHearing();
      document.removeEventListener('visibilitychange', resume);
    };
  }, [inbox, shared, refresh]);
}
