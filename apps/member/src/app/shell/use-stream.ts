import { AppError } from '@holdfast/kernel';
import { useEffect, useEffectEvent } from 'react';
import { knownErrorName } from '@holdfast/client/calls';
import { followLive, type LiveListener } from '@holdfast/client/live';
import { MEMBER_TOPICS } from '#state/live-topics.ts';
import { useConnection, useServices } from '#state/services.tsx';
import { quietEndOf } from '#state/session/session-end.ts';

/**
 * Follows the member's stream while `isOn`. A session that ends at the server is reported wherever that is heard. Apart from what asks
 * anew for the screens: this is on the ground floor, and queries are not.
 */
export function useStream(isOn: boolean, heed: Partial<Omit<LiveListener, 'onEnded'>>): void {
  const { live, failures, sessionEnd } = useServices();
  const listener: LiveListener = {
    onChanged: useEffectEvent((paths) => heed.onChanged?.(paths)),
    onOpened: useEffectEvent((lastSeq) => heed.onOpened?.(lastSeq)),
    onInbox: useEffectEvent(() => heed.onInbox?.()),
    onEnded: useEffectEvent((errorCode, data) => {
      const error = new AppError(knownErrorName(errorCode) ?? 'NOT_SIGNED_IN', data);
      // Of a sign-out, the tab where it was made may have written down more than the server knows.
      const isSignOut = quietEndOf(error) === 'signed-out';
      // It ends there, once it has told the server: the stream is faster than the answer to that.
      if (isSignOut && sessionEnd.isAnnounced()) return;
      failures.report((isSignOut && sessionEnd.recorded()) || error);
    }),
  };
  const follow = useEffectEvent((signal: AbortSignal) => {
    // Without the code of the stream the screens still ask for themselves when they are shown.
    live?.().then(
      (ports) => followLive(ports, { listener, topics: MEMBER_TOPICS }, signal),
      () => {},
    );
  });
  // A stream that has lost its network notices late, and its back-off may be long by then: it begins anew with the network.
  const connection = useConnection();
  const isPossible = isOn && connection === 'online';
  useEffect(() => {
    if (!isPossible) return undefined;
    const stop = new AbortController();
    follow(stop.signal);
    return () => stop.abort();
  }, [isPossible]);
}
