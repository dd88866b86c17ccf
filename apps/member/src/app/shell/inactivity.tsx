import { StayDialog } from './stay-dialog.tsx';
import { useInactivity } from './use-inactivity.ts';

/** Watches over a session, and asks before it ends. Under the PIN lock it asks nothing. */
export function Inactivity({ wasSignedIn, isCovered }: { wasSignedIn: boolean; isCovered: boolean }) {
  const { secondsLeft, stay } = useInactivity(wasSignedIn);
  if (isCovered || secondsLeft === undefined) return null;
  return <StayDialog secondsLeft={secondsLeft} onStay={stay} />;
}
