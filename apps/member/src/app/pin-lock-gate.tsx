import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { endsSession } from '@holdfast/client/calls';
import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import { useRouter } from '#platform/router/router-context.tsx';
import { useAccount, usePinLock, useServices } from '#state/services.tsx';
import { inactivityPart } from './routes.tsx';
import { ChunkBoundary } from './shell/chunk-boundary.tsx';
import styles from './pin-lock-gate.module.css';

const loadScreen = () => import('#features/pin-lock/index.ts');
const PinLockScreen = lazy(async () => ({ default: (await loadScreen()).PinLockScreen }));

/**
 * Stands above everything of the app: while the lock is closed none of it is mounted, neither screens nor dialogs nor toasts, so
 * there is nothing beneath that could be reached or read.
 */
export function PinLockGate({ children }: { children: ReactNode }) {
  const { phase, isPinSet } = usePinLock();
  const isClosed = isCovered({ phase });
  useEndUnderCover(isClosed);
  useEndOfDrafts();
  useHomeOfOtherMember();
  // A lock that closes must not wait for its code, and the network may be gone by then.
  useEffect(() => {
    if (isPinSet) loadScreen().catch(() => {});
  }, [isPinSet]);

  return (
    <>
      {isClosed ? <Cover isStarting={phase === 'starting'} /> : children}
      <Inactivity isCovered={isClosed} />
    </>
  );
}

function Cover({ isStarting }: { isStarting: boolean }) {
  const cover = <div className={styles.cover} aria-busy />;
  if (isStarting) return cover;
  return (
    <ChunkBoundary>
      <Suspense fallback={cover}>
        <PinLockScreen />
      </Suspense>
    </ChunkBoundary>
  );
}

/** From the first session of this page on: what watches over it stays, and deals with the end of that session too. */
function Inactivity({ isCovered: isUnderCover }: { isCovered: boolean }) {
  const isSignedIn = useAccount() !== '';
  const [wasSignedIn] = useState(isSignedIn);
  const [isNeeded, setNeeded] = useState(isSignedIn);
  if (isSignedIn && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  const { Part } = inactivityPart;
  return (
    <ChunkBoundary fallback={null}>
      <Suspense fallback={null}>
        <Part wasSignedIn={wasSignedIn} isCovered={isUnderCover} />
      </Suspense>
    </ChunkBoundary>
  );
}

/** Under the lock a click on a notification may lead elsewhere. What waits for the screen that was left must not open there some day. */
function useEndOfDrafts(): void {
  const { drafts } = useServices();
  const router = useRouter();
  useEffect(() => {
    let { path } = router.place();
    return router.subscribe(() => {
      if (router.place().path === path) return;
      ({ path } = router.place());
      drafts.clear();
    });
  }, [drafts, router]);
}

/** Another member has come into this tab, by a sign-in in another one: the address was the earlier member's. */
function useHomeOfOtherMember(): void {
  const { sessionEnd } = useServices();
  const router = useRouter();
  useEffect(() => sessionEnd.onSwitch(() => router.go('/home', { replace: true })), [sessionEnd, router]);
}

/** A session that ends under the lock ends at once; what is to be said about it waits for Login. */
function useEndUnderCover(isClosed: boolean): void {
  const { failures, endSession } = useServices();
  useEffect(() => {
    if (!isClosed) return undefined;
    return failures.subscribe((error) => {
      if (endsSession(error)) endSession(error);
    });
  }, [isClosed, failures, endSession]);
}
