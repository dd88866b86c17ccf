import { Suspense, useSyncExternalStore } from 'react';
import { hasInstallId } from '#platform/device/device.ts';
import { useMemberData, useServices } from '#state/services.tsx';
import { pushPart } from '../routes.tsx';
import { ChunkBoundary } from './chunk-boundary.tsx';

const neverChanges = () => () => {};
const yes = () => true;
/** In the static page, which was rendered without it, and while React takes that over. */
const no = () => false;

/** Messages on the device itself, for whom there can be any: their code is nothing to who sees the sign-in page for the first time. */
export function PushWhereNeeded() {
  const { push, shared } = useServices();
  const isSignedIn = useMemberData() !== undefined;
  const isTakenOver = useSyncExternalStore(neverChanges, yes, no);
  if (!isTakenOver || !push) return null;
  if (!isSignedIn && !hasInstallId(shared) && push.permission() !== 'granted') return null;
  const { Part } = pushPart;
  return (
    <ChunkBoundary fallback={null}>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </ChunkBoundary>
  );
}
