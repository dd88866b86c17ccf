import { useEffect } from 'react';
import { badge } from '#platform/attention/attention.ts';
import { useAccount } from '#state/services.tsx';
import { StayDialog } from './stay-dialog.tsx';
import { useInactivity } from './use-inactivity.ts';

/** Watches over a session, and asks before it ends. Under the PIN lock it asks nothing. */
export function Inactivity({ wasSignedIn, isCovered }: { wasSignedIn: boolean; isCovered: boolean }) {
  const { secondsLeft, stay } = useInactivity(wasSignedIn);
  const isSignedIn = useAccount() !== '';
  // The number on the app's icon was of whoever was signed in; under the PIN lock too.
  useEffect(() => {
    if (!isSignedIn) badge(0);
  }, [isSignedIn]);
  if (isCovered || secondsLeft === undefined) return null;
  return <StayDialog secondsLeft={secondsLeft} onStay={stay} />;
}
