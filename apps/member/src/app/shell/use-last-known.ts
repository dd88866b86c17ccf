import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LastKnown } from '#state/last-known/last-known.ts';
import { useServices } from '#state/services.tsx';

/** Keeps what is read for a start without a network, and shows it when the server cannot be reached: with a network nothing old is shown first. */
export function useLastKnown(): void {
  const { session, shared, connection } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    const lastKnown = new LastKnown({ session, shared, queries });
    const follow = () => {
      if (connection.read() !== 'online') void lastKnown.show();
    };
    follow();
    const unsubscribe = connection.subscribe(follow);
    return () => {
      unsubscribe();
      lastKnown.stop();
    };
  }, [session, shared, connection, queries]);
}
