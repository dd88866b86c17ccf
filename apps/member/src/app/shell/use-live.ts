import { findErrorByCode } from '@holdfast/contract';
import { AppError } from '@holdfast/kernel';
import { useEffect, useEffectEvent } from 'react';
import { useRefresh } from '#platform/calls/queries.ts';
import { followLive, type LiveListener } from '#platform/live/live.ts';
import { useServices } from '#platform/services.tsx';

/** Follows the member's stream while `isOn`. A session that ends at the server is reported wherever that is heard. */
export function useStream(isOn: boolean, heed: Partial<Omit<LiveListener, 'onEnded'>>): void {
  const { live, failures } = useServices();
  const listener: LiveListener = {
    onChanged: useEffectEvent((paths) => heed.onChanged?.(paths)),
    onOpened: useEffectEvent((lastSeq) => heed.onOpened?.(lastSeq)),
    onInbox: useEffectEvent(() => heed.onInbox?.()),
    onEnded: useEffectEvent((errorCode, data) =>
      failures.report(new AppError(findErrorByCode(errorCode) ?? 'NOT_SIGNED_IN', data)),
    ),
  };
  const follow = useEffectEvent((signal: AbortSignal) => {
    // Without the code of the stream the screens still ask for themselves when they are shown.
    live?.().then(
      (ports) => followLive(ports, listener, signal),
      () => {},
    );
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    follow(stop.signal);
    return () => stop.abort();
  }, [isOn]);
}

/** Keeps the screens current while the app is open: hints from the stream ask anew for what is shown, and for the inbox. */
export function useLive(): void {
  const { inbox } = useServices();
  const refresh = useRefresh();
  useStream(true, {
    onChanged: (paths) => void refresh(...paths),
    onOpened: (lastSeq) => void inbox.opened(lastSeq),
    onInbox: () => void inbox.catchUp(),
  });
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
