import { AppError } from '@holdfast/kernel';
import type { CallApi, Failures } from '@holdfast/client/calls';
import type { Biometrics } from '#platform/pin-lock/biometrics.ts';
import type { Page } from '#platform/pin-lock/page.ts';
import { PinLock } from '#state/pin-lock/pin-lock.ts';
import type { SecurePreferences } from '#platform/pin-lock/secure-preferences.ts';
import { forgetShown } from '#state/session/forget-tab.ts';
import type { Session } from '#state/session/session.ts';
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

type SignOutServices = Pick<PinLockServices, 'callApi' | 'session' | 'endSession'>;

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

interface PinLockServices {
  /** The call client itself, whose answers no lock holds back. */
  callApi: CallApi;
  session: Session;
  status: AppStatus;
  failures: Failures;
  shared: Storage;
  tab: Storage;
  page: Page;
  preferences: SecurePreferences;
  endSession: () => void;
}

/** The PIN lock over this browser. `start` still has to look at what is kept. */
export function bootPinLock(services: PinLockServices): PinLock {
  const { session, status, failures, shared, tab, page, preferences } = services;
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
    signOut: signOutOf(services),
    forgetShown: () => forgetShown(tab),
    onTriesUsedUp: () => failures.report(new AppError('PIN_TRIES_USED_UP')),
  });
}
