import { useEffect, useEffectEvent } from 'react';
import { useRouter } from '#platform/router/router-context.tsx';
import { isCovered } from '#state/pin-lock/pin-lock.rules.ts';
import {
  endPush,
  endPushOfOther,
  PUSH_REFRESH_MS,
  registerPush,
  type PushWishes,
} from '#state/notifications/push-registration.ts';
import { usePushWishes } from '#state/notifications/use-push-wishes.ts';
import { useMemberData, usePinLock, useServices } from '#state/services.tsx';
import { freezeAddress } from './right-place.ts';

/** Keeps the server's knowledge of this device current: the registration token, at once and every ten minutes (spec 7). */
export function usePushRegistration(): void {
  const services = useServices();
  const { push } = services;
  const { uid, access_token: token } = useMemberData()?.login ?? {};
  const { language, isPrivate } = usePushWishes();
  // Under the closed lock nothing is asked for; the server goes on with what it knows.
  const isLocked = isCovered(usePinLock());
  const refresh = useEffectEvent((wishes: PushWishes) => {
    if (!push || push.permission() !== 'granted') return;
    // Nothing is lost: the next refresh, or the next start, tries again.
    registerPush({ ...services, push }, wishes).catch(() => {});
  });
  // With another token, too: the server has let go of the address, because whoever had the older one may have put theirs in its place.
  useEffect(() => {
    if (uid === undefined || token === undefined || isLocked) return undefined;
    const register = () => refresh({ language, isPrivate });
    register();
    const timer = setInterval(register, PUSH_REFRESH_MS);
    return () => clearInterval(timer);
  }, [uid, token, isLocked, language, isPrivate]);
  useEndOfPush();
  usePushWords();
}

/** After a sign-out nothing more is shown here, and nothing of whoever was here before somebody else. */
function useEndOfPush(): void {
  const services = useServices();
  const { push, session, sessionEnd, shared } = services;
  useEffect(() => {
    if (!push) return undefined;
    const look = () => {
      // A session that ended otherwise (its time was up) does not end what the member is told of.
      const isSignedOut = !session.read() && sessionEnd.isAnnounced();
      const done = isSignedOut ? endPush({ push, shared }) : endPushOfOther({ push, session, shared });
      done.catch(() => {});
    };
    look();
    return session.subscribe(look);
  }, [push, session, sessionEnd, shared]);
}

/** Whoever is signed out freezes the account by a proof. */
function placeOf(address: string, isSignedIn: boolean): string {
  const freezes = new URL(address, globalThis.location.origin).searchParams.get('panel') === 'freeze';
  return freezes && !isSignedIn ? freezeAddress(false) : address;
}

/** What the service worker says: that there is news, and which place somebody wants to see. */
function usePushWords(): void {
  const { push, inbox, session } = useServices();
  const router = useRouter();
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    const listen = async () => {
      const device = (await push?.open())?.device;
      if (isOver || !device) return;
      stop = device.subscribeToWords((word) => {
        if (word.kind === 'open') router.go(placeOf(word.address, session.read() !== undefined));
        else void inbox.catchUp();
      });
    };
    // Code that a release has taken away: the build that follows listens.
    listen().catch(() => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [push, inbox, session, router]);
}
