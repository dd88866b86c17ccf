import { AppError } from '@holdfast/kernel';
import type { CallApi, Failures } from '@holdfast/client/calls';
import type { Biometrics } from '#platform/pin-lock/biometrics.ts';
import type { Page } from '#platform/pin-lock/page.ts';
import { PinLock, type PinLockParts } from '#state/pin-lock/pin-lock.ts';
import type { SecurePreferences } from '#platform/pin-lock/secure-preferences.ts';
import { forgetShown } from '#state/session/forget-tab.ts';
import type { Services } from '#state/services.tsx';
import type { Session } from '#state/session/session.ts';
import type { SessionEnd } from '#state/session/session-end.ts';
import type { AppStatus } from '#state/status/app-status.ts';
import { userDeviceSetOf } from '#state/device-records.ts';

/** How long the device waits for the server to hear of a sign-out before it forgets by itself. */
const SIGN_OUT_MS = 3000;

/** Few members ever look at a passkey: its code comes when it is asked for. */
const passkey = async (): Promise<Biometrics> =>
  (await import('#platform/pin-lock/passkey-web.ts')).webPasskey;
const lazyPasskey: Biometrics = {
  isAvailable: async () => 'PublicKeyCredential' in globalThis && (await passkey()).isAvailable(),
  enrol: async (member) => (await passkey()).enrol(member),
  verify: async (enrolment, prompt) => (await passkey()).verify(enrolment, prompt),
};

interface SignOutServices {
  /** The call client itself, whose answers no lock holds back. */
  callApi: CallApi;
  session: Session;
  sessionEnd: Pick<SessionEnd, 'announce'>;
  endSession: Services['endSession'];
}

/** How a member signs out: the server hears of it if it can be reached soon, and the device forgets in any case. */
export function signOutOf({
  callApi,
  session,
  sessionEnd,
  endSession,
}: SignOutServices): Services['signOut'] {
  return async (why) => {
    // Before the server is told: it tells the live streams of the other tabs, and of this one.
    sessionEnd.announce(why);
    const account = session.read()?.login.account;
    // Where the token is lost there is nothing that could be said.
    if (account !== undefined && (await session.token()) !== undefined) {
      const told = callApi('/member/sign-out/{account}', { params: { account } }).catch(() => {});
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_MS))]);
    }
    endSession(why);
  };
}

/** How the PIN lock signs out. */
export function wipeOf({
  failures,
  signOut,
}: Pick<Services, 'failures' | 'signOut'>): PinLockParts['signOut'] {
  return async (isTriesUsedUp) => {
    const why = isTriesUsedUp ? new AppError('PIN_TRIES_USED_UP') : undefined;
    if (why) failures.report(why);
    await signOut(why);
  };
}

interface PinLockServices {
  session: Session;
  status: AppStatus;
  failures: Failures;
  shared: Storage;
  tab: Storage;
  page: Page;
  preferences: SecurePreferences;
  signOut: Services['signOut'];
}

/** The PIN lock over this browser. `start` still has to look at what is kept. */
export function bootPinLock(services: PinLockServices): PinLock {
  const { session, status, shared, tab, page, preferences } = services;
  return new PinLock({
    preferences,
    biometrics: lazyPasskey,
    page,
    session,
    deviceSet: userDeviceSetOf(shared),
    feature: {
      isOn: () => status.read()?.features.pinLock ?? true,
      watch: (listener) => void status.subscribe(listener),
    },
    clocks: { steady: () => performance.now(), wall: Date.now },
    signOut: wipeOf(services),
    forgetShown: () => forgetShown(tab),
  });
}
