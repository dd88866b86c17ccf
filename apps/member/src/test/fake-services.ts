import { signOutOf, wipeOf } from '#app/boot-pin-lock.ts';
import { createFailures } from '@holdfast/client/calls';
import { createDebugLog } from '@holdfast/client/debug-log';
import { maskRecord } from '@holdfast/client/debug-log-mask';
import { FormDrafts } from '#state/drafts/form-drafts.ts';
import { createDrafts } from '#state/pin-lock/drafts.ts';
import { holdBack } from '#state/pin-lock/hold-back.ts';
import { PinLock } from '#state/pin-lock/pin-lock.ts';
import { createJumps } from '#state/jumps.ts';
import { createInbox } from '#state/notifications/inbox.ts';
import { createNotices } from '#state/notifications/notices.ts';
import type { Services } from '#state/services.tsx';
import { connectSessionEnd } from '#state/session/connect-session-end.ts';
import { forgetShown, forgetTab } from '#state/session/forget-tab.ts';
import { createKept } from '#state/session/kept.ts';
import { createSession } from '#state/session/session.ts';
import { createSessionEnd } from '#state/session/session-end.ts';
import { createSettings } from '#state/settings/settings.ts';
import { createAppStatus } from '#state/status/app-status.ts';
import { debugModeOf } from '@holdfast/client/debug-log';
import { userDeviceSetOf } from '#state/device-records.ts';
import { fakeBiometrics, fakePage, fakePreferences, type FakePage } from './fake-pin-lock.ts';
import { fakeNetwork, type FakeNetwork } from './fake-network.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { FAKE_CEREMONY } from './fake-passkeys.ts';
import { fakeCodes } from './fake-pay-accounts.ts';
import { pushOf } from './fake-push.ts';
import { fakeUploader } from './fake-uploads.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';
import { pageStorage } from '@holdfast/client/storage';

export const FAKE_DEVICE = '00112233445566ff';

export interface FakeServices extends Services {
  server: FakeServer;
  network: FakeNetwork;
  /** The device under the lock: what lies in its preferences, how it is looked at, whom it knows. */
  preferences: ReturnType<typeof fakePreferences>;
  page: FakePage;
  /** The server has another build from now on. */
  deploy: () => void;
  /** The server's switch. */
  switchPinLock: (isOn: boolean) => void;
  biometrics: ReturnType<typeof fakeBiometrics>;
  /** What the device answers; undefined: its question was broken off. */
  passkeyAnswers: { make: string | undefined; sign: string | undefined };
}

interface FakeOptions {
  world?: FakeWorld;
  isSignedIn?: boolean;
  serverNow?: () => number;
  /** What this device and tab keep already, as after a reload. Who was signed in still is. */
  kept?: Pick<FakeServices, 'shared' | 'tab' | 'preferences'>;
}

/** Everything a screen needs, in memory; signed in unless told otherwise. */
export function fakeServices({
  world = fakeWorld(),
  kept,
  isSignedIn = kept === undefined,
  serverNow = () => world.now,
}: FakeOptions = {}): FakeServices {
  const server = createFakeServer(world);
  const { shared, tab, preferences } = kept ?? {
    shared: pageStorage(),
    tab: pageStorage(),
    preferences: fakePreferences(),
  };
  const session = createSession(shared);
  if (isSignedIn) {
    const { account, nick, uid } = world.member;
    session.signIn({ account, nick, uid, access_token: 'x'.repeat(43) }, FAKE_DEVICE);
    session.storeMemberInfo(world.info);
  }
  const failures = createFailures();
  const sessionEnd = createSessionEnd({ session, shared, tab, failures });
  const notices = createNotices(failures, sessionEnd.isAnnounced);
  const typedAccount = createKept<string>();
  const endSession = connectSessionEnd({
    sessionEnd,
    session,
    notices,
    typedAccount,
    shared,
    forget: () => forgetTab(tab),
  });
  const signOut = signOutOf({ callApi: server.callApi, session, sessionEnd, endSession });
  const debugLog = createDebugLog({
    area: tab,
    isKept: true,
    mode: debugModeOf(shared),
    report: failures.report,
    loadMask: async () => maskRecord,
  });
  const status = createAppStatus(server.callApi, '0.1.0');
  void status.refresh();
  const device = { preferences, page: fakePage(), biometrics: fakeBiometrics() };
  let isPinLockOn = true;
  let tellPinLock = () => {};
  const lock = new PinLock({
    ...device,
    session,
    deviceSet: userDeviceSetOf(shared),
    feature: {
      isOn: () => isPinLockOn,
      watch: (listener) => {
        tellPinLock = listener;
      },
    },
    clocks: { steady: () => performance.now(), wall: Date.now },
    signOut: wipeOf({ failures, signOut }),
    forgetShown: () => forgetShown(tab),
  });
  const newBuild = Promise.withResolvers<void>();
  const passkeyAnswers: FakeServices['passkeyAnswers'] = { make: FAKE_CEREMONY, sign: FAKE_CEREMONY };
  const passkeys = {
    isAvailable: () => true,
    make: async () => passkeyAnswers.make,
    sign: async () => passkeyAnswers.sign,
  };
  const network = fakeNetwork();
  const callApi = status.heed(holdBack(network.over(server.callApi), lock));
  return {
    server,
    network,
    connection: network.connection,
    ...device,
    switchPinLock(isOn) {
      isPinLockOn = isOn;
      tellPinLock();
    },
    callApi,
    passkeyAnswers,
    passkeys: async () => passkeys,
    codes: async () => async () => world.codes ?? fakeCodes(),
    files: async () => fakeUploader(world),
    worker: async () => async (onNewBuild) => void newBuild.promise.then(onNewBuild),
    deploy: newBuild.resolve,
    session,
    pinLock: lock,
    formDrafts: new FormDrafts({ session, tab }),
    drafts: createDrafts(session),
    settings: createSettings(pageStorage(), ['zh-TW']),
    failures,
    notices,
    inbox: createInbox({ callApi, session, shared, notices, hasSent: () => false }),
    debugLog,
    push: pushOf(world),
    serverNow,
    endSession,
    signOut,
    sessionEnd,
    status,
    device: () => FAKE_DEVICE,
    installId: () => '0123456789abcdef0123456789abcdef',
    pendingReset: createKept(),
    freezeLink: createKept(),
    typedAccount,
    serverFingerprint: '2f9a61d07c3be84455aa90f1127dd36e8b04c5f9a3e2716d5c80b94f6e1a72c1',
    live: undefined,
    onPersonalCall: () => () => {},
    jumps: createJumps(shared),
    onUnsureOutcome: () => () => {},
    shared,
    tab,
  };
}
