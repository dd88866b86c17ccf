import { findErrorByCode } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { useEffect, useEffectEvent } from 'react';
import { followLive, type LiveListener } from '@holdfast/client/live';
import { MEMBER_TOPICS } from '#state/live-topics.ts';
import { useConnection, useServices } from '#state/services.tsx';

/**
 * Follows the member's stream while `isOn`. A session that ends at the server is reported wherever that is heard. Apart from what asks
 * anew for the screens: this is on the ground floor, and queries are not.
 */
export function useStream(isOn: boolean, heed: Partial<Omit<LiveListener, 'onEnded'>>): void {
  const { live, failures, endSession } = useServices();
  const listener: LiveListener = {
    onChanged: useEffectEvent((paths) => heed.onChanged?.(paths)),
    onOpened: useEffectEvent((lastSeq) => heed.onOpened?.(lastSeq)),
    onInbox: useEffectEvent(() => heed.onInbox?.()),
    onEnded: useEffectEvent((errorCode, data) => {
      // The stream may be faster than the answer to the sign-out itself, which is no news to whoever asked for it.
      if (data['reason'] === 'signed-out') endSession();
      else failures.report(new AppError(findErrorByCode(errorCode) ?? 'NOT_SIGNED_IN', data));
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
