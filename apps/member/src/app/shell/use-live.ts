import { findErrorByCode } from '@holdfast/contract';
import { AppError } from '@holdfast/kernel';
import { useEffect } from 'react';
import { useRefresh } from '#platform/calls/queries.ts';
import { followLive, type LiveListener } from '#platform/live/live.ts';
import { useServices } from '#platform/services.tsx';

/** Keeps the screens current while the app is open: hints from the stream ask anew for what is shown, and for the inbox. */
export function useLive(): void {
  const { live, failures, inbox } = useServices();
  const refresh = useRefresh();
  useEffect(() => {
    if (!live) return undefined;
    const stop = new AbortController();
    const listener: LiveListener = {
      onChanged: (paths) => void refresh(...paths),
      onOpened: (lastSeq) => void inbox.opened(lastSeq),
      onInbox: () => void inbox.catchUp(),
      onEnded: (errorCode, data) =>
        failures.report(new AppError(findErrorByCode(errorCode) ?? 'NOT_SIGNED_IN', data)),
    };
    // Without the code of the stream the screens still ask for themselves when they are shown.
    live().then(
      (ports) => followLive(ports, listener, stop.signal),
      () => {},
    );
    return () => stop.abort();
  }, [live, failures, inbox, refresh]);
}

/** Asks the inbox again whenever the member comes back to the tab; what is answered in one tab is answered in all. */
export function useInbox(): void {
  const { inbox } = useServices();
  useEffect(() => {
    const stop = inbox.subscribe();
    const resume = () => {
      if (document.visibilityState === 'visible') void inbox.catchUp();
    };
    document.addEventListener('visibilitychange', resume);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', resume);
    };
  }, [inbox]);
}
