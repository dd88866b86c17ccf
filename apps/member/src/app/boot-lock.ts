import { AppError } from '@holdfast/kernel';
import type { CallApi } from '#platform/calls/call-api.ts';
import type { Failures } from '#platform/calls/failures.ts';
import type { Biometrics } from '#platform/lock/biometrics.ts';
import { createWebPage } from '#platform/lock/page.ts';
import { PinLock } from '#platform/lock/pin-lock.ts';
import { webPreferences } from '#platform/lock/preferences-web.ts';
import { forgetShown } from '#platform/session/forget-tab.ts';
import type { Session } from '#platform/session/session.ts';
import type { AppStatus } from '#platform/status/app-status.ts';
import { userDeviceSetOf } from '#platform/storage/records.ts';

/** How long the device waits for the server to hear of a sign-out before it forgets by itself. */
const SIGN_OUT_MS = 3000;

/** Few members ever look at a passkey: its code comes when it is asked for. */
const passkey = async (): Promise<Biometrics> => (await import('#platform/lock/passkey-web.ts')).webPasskey;
const lazyPasskey: Biometrics = {
  isAvailable: async () => 'PublicKeyCredential' in globalThis && (await passkey()).isAvailable(),
  enrol: async (member) => (await passkey()).enrol(member),
  verify: async (enrolment, prompt) => (await passkey()).verify(enrolment, prompt),
};

type SignOutServices = Pick<LockServices, 'callApi' | 'session' | 'endSession'>;

/** How the lock ends a session: the server hears of it if it can be reached soon, and the device forgets in any case. */
export function signOutOf({ callApi, session, endSession }: SignOutServices): () => Promise<void> {
  return async () => {
    const account = session.read()?.login.account;
    // Where the token is lost there is nothing that could be said.
    if (account !== undefined && (await session.token()) !== undefined) {
      const told = callApi('/member/sign-out/{account}', { params: { account } }).catch(() => {});
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_MS))]);
    }
    endSession();
  };
}

interface LockServices {
  /** The call client itself, whose answers no lock holds back. */
  callApi: CallApi;
  session: Session;
  status: AppStatus;
  failures: Failures;
  shared: Storage;
  tab: Storage;
  endSession: () => void;
}

/** The PIN lock over this browser. `start` still has to look at what is kept. */
export function bootLock(services: LockServices): PinLock {
  const { session, status, failures, shared, tab } = services;
  return new PinLock({
    preferences: webPreferences,
    biometrics: lazyPasskey,
    page: createWebPage(),
    session,
    deviceSet: userDeviceSetOf(shared),
    feature: {
      isOn: () => status.read()?.features.pinLock ?? true,
      watch: (listener) => void status.subscribe(listener),
    },
    clocks: { steady: () => performance.now(), wall: Date.now },
    signOut: signOutOf(services),
    forgetShown: () => forgetShown(tab),
    onTriesUsedUp: () => failures.report(new AppError('PIN_TRIES_USED_UP')),
  });
}
