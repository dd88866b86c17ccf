import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import { isReturning } from '#state/session/return-place.ts';
import type { Services } from '#state/services.tsx';

type Needed = Pick<Services, 'prefetch' | 'session' | 'pinLock' | 'tab'>;

/** What Home and the frame around it show first. The screen reads the same, and gets these answers (`createPrefetch`). */
function prefetchHome({ prefetch, session, pinLock }: Needed): void {
  const account = session.read()?.login.account;
  if (!prefetch || account === undefined || isCovered(pinLock.read())) return;
  prefetch('/member/balanceinfo', {});
  prefetch('/api/v1/members/orders-in-progress/{account}', { params: { account } });
  prefetch('/api/wallet/get-journal', { input: {} });
  prefetch('/member/info/{account}', { params: { account } });
}

/** Prefetches as soon as somebody is signed in and on the way to Home: at the start, and with the answer to the sign-in. */
export function startHomePrefetch(services: Needed, path: string): void {
  const { session, tab } = services;
  if (path === '/home') prefetchHome(services);
  let isSignedIn = session.read() !== undefined;
  session.subscribe(() => {
    const wasSignedIn = isSignedIn;
    isSignedIn = session.read() !== undefined;
    if (isSignedIn && !wasSignedIn && !isReturning(tab)) prefetchHome(services);
  });
}
