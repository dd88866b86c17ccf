import { keyFingerprint, makeRid } from '@holdfast/secure-channel/browser';
import {
  type CallApi,
  createCallApi,
  createWebChannel,
  type ServerKey,
  createFailures,
  type Failures,
  createIdempotencyKeys,
  createPrefetch,
} from '@holdfast/client/calls';
import { MEMBER_CALLS } from '@holdfast/client/member-calls';
import type { createLivePorts } from '@holdfast/client/live-web';
import { createDebugLog } from '@holdfast/client/debug-log';
import { deviceIdentity, installId } from '#platform/device/device.ts';
import { FormDrafts } from '#state/drafts/form-drafts.ts';
import { createDrafts } from '#state/pin-lock/drafts.ts';
import { holdBack } from '#state/pin-lock/hold-back.ts';
import { keepTogether } from '@holdfast/client/i18n';
import { openDeviceKey } from '@holdfast/client/storage';
import { createConnection, spread, type Connection, type Network } from '@holdfast/client/network';
import { createInbox } from '#state/notifications/inbox.ts';
import { createJumps } from '#state/jumps.ts';
import { createNotices } from '#state/notifications/notices.ts';
import type { Page } from '#platform/pin-lock/page.ts';
import type { SecurePreferences } from '#platform/pin-lock/secure-preferences.ts';
import type { PushCarrier } from '#platform/push/port.ts';
import type { Services } from '#state/services.tsx';
import { connectSessionEnd } from '#state/session/connect-session-end.ts';
import { forgetTab } from '#state/session/forget-tab.ts';
import { createKept } from '#state/session/kept.ts';
import { createSession, type Session } from '#state/session/session.ts';
import { createSessionEnd } from '#state/session/session-end.ts';
import { createAppStatus } from '#state/status/app-status.ts';
import { createSettings } from '#state/settings/settings.ts';
import { debugModeOf } from '@holdfast/client/debug-log';
import { bootPinLock, signOutOf } from './boot-pin-lock.ts';

/** Written by the build (vite.config.ts). */
declare const __CHANNEL_KEYS__: readonly ServerKey[];
declare const __APP_VERSION__: string;

/** What the services stand on: this browser (`web-ports.ts`), or nothing at all while the build renders the first paint. */
export interface Ports {
  /** What all tabs share. */
  readonly shared: Storage;
  readonly tab: Storage;
  /** False where the browser gives no storage that outlives the page. */
  readonly isTabKept: boolean;
  /** The languages a person reads, the preferred one first. */
  readonly languages: readonly string[];
  readonly network: Network;
  readonly page: Page;
  readonly preferences: SecurePreferences;
  readonly push: PushCarrier | undefined;
}

/** A bell: whoever listens hears each ring. */
function createListeners() {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Calls `act` when somebody else is signed in than before, or nobody. */
function onOtherMember(session: Session, act: () => void): void {
  let uid = session.read()?.login.uid;
  session.subscribe(() => {
    const present = session.read()?.login.uid;
    if (present !== uid) act();
    uid = present;
  });
}

/** The settings of this device; the texts of zh-CN are code of their own, for those who chose it. */
function openSettings({ shared, languages }: Ports) {
  const loadSimplified = async () => (await import('./generated/simplified-texts.ts')).SIMPLIFIED_TEXTS;
  return createSettings(shared, languages, loadSimplified);
}

function openDebugLog({ shared, tab, isTabKept }: Ports, failures: Failures) {
  return createDebugLog({
    area: tab,
    isKept: isTabKept,
    mode: debugModeOf(shared),
    report: failures.report,
    loadMask: async () => (await import('@holdfast/client/debug-log-mask')).maskRecord,
  });
}

type CallParts = Pick<Parameters<typeof createCallApi>[0], 'channel' | 'session' | 'failures' | 'record'>;

/** The calls of this page, and who hears of them. Commands without an answer are remembered for all tabs, under a key of this device. */
function openCalls({ shared }: Ports, parts: CallParts) {
  const { hasSent, ...idempotencyKeys } = createIdempotencyKeys({
    area: shared,
    makeRid,
    now: parts.channel.serverNow,
    openKey: () => openDeviceKey('commands'),
  });
  const personal = createListeners();
  const unsure = createListeners();
  const makeCall = createCallApi({
    calls: MEMBER_CALLS,
    ...parts,
    idempotencyKeys,
    onUnsure: unsure.tell,
    onPersonalCall: personal.tell,
  });
  return { makeCall, hasSent, heard: { onPersonalCall: personal.listen, onUnsureOutcome: unsure.listen } };
}

/** Asks what every app may ask, with or without a session, to learn whether the server answers. */
function openConnection(network: Network, callApi: CallApi): Connection {
  const input = { version: __APP_VERSION__, platform: 'web' } as const;
  const probe = () => callApi('/member/checkVersion', { input, isBackground: true });
  return createConnection({ network, probe, spread });
}

/** The stream's code comes when a member is signed in. */
async function openLive(parts: Parameters<typeof createLivePorts>[0]) {
  const { createLivePorts: create } = await import('@holdfast/client/live-web');
  return create(parts);
}

/** The uploader's code comes with the first file. */
async function openFiles(parts: Pick<Services, 'callApi' | 'serverNow'>) {
  const { createWebUploader } = await import('@holdfast/client/files-web');
  return createWebUploader(parts);
}

/** The session, and what is told of it and of its end. */
function openSession({ shared, tab }: Ports) {
  const session = createSession(shared);
  const failures = createFailures();
  const sessionEnd = createSessionEnd({ session, shared, tab, failures });
  const notices = createNotices(failures, sessionEnd.isAnnounced);
  return { session, failures, sessionEnd, notices, typedAccount: createKept<string>() };
}

/** Builds the app's services. For a member, the question for the server's status starts the key exchange at once. */
export async function boot(ports: Ports): Promise<Services> {
  const { shared, tab, network } = ports;
  const settings = openSettings(ports);
  const opened = openSession(ports);
  const { session, failures, sessionEnd, notices } = opened;
  const device = () => deviceIdentity(tab, session.read()?.vehicle.device);
  const channel = createWebChannel({ keys: __CHANNEL_KEYS__, device, network });
  const debugLog = openDebugLog(ports, failures);
  const { record } = debugLog;
  const { makeCall, hasSent, heard } = openCalls(ports, { channel, session, failures, record });
  const connection = openConnection(network, makeCall);
  const callAtOnce = connection.watch(makeCall);
  const forget = () => {
    channel.forget();
    debugLog.clear();
    forgetTab(tab);
  };
  const endSession = connectSessionEnd({ ...opened, shared, forget });
  const status = createAppStatus(callAtOnce, __APP_VERSION__);
  // The key exchange costs a slow phone a tenth of a second. For a guest the sign-in form comes first (`prepareSignIn` in `app.tsx`).
  if (session.read()) void status.refresh();
  const signOut = signOutOf({ callApi: callAtOnce, session, sessionEnd, endSession });
  const lock = bootPinLock({ ...ports, session, status, failures, signOut });
  // Before anything of a signed-in member is shown it is known whether it may be.
  const fingerprint = keyFingerprint(__CHANNEL_KEYS__[0]?.S ?? '');
  await Promise.all([lock.start(), settings.loaded]);
  const { callApi, prefetch, clear } = createPrefetch(status.heed(holdBack(callAtOnce, lock)));
  // Also one who signs in or out in another tab.
  onOtherMember(session, clear);
  return {
    typeset: keepTogether,
    ...opened,
    callApi,
    passkeys: async () => (await import('#platform/passkeys/passkeys-web.ts')).webPasskeys,
    codes: async () => (await import('#platform/codes/codes-web.ts')).readCodes,
    worker: async () => (await import('#platform/worker/web-worker.ts')).startWorker,
    files: () => openFiles({ callApi, serverNow: channel.serverNow }),
    prefetch,
    pinLock: lock,
    formDrafts: new FormDrafts({ session, tab }),
    drafts: createDrafts(session),
    settings,
    connection,
    inbox: createInbox({ callApi, session, shared, notices, hasSent }),
    debugLog,
    push: ports.push,
    serverNow: channel.serverNow,
    endSession,
    signOut,
    status,
    device,
    installId: () => installId(shared),
    pendingReset: createKept(),
    freezeLink: createKept(),
    serverFingerprint: await fingerprint,
    live: () => openLive({ channel, network, session }),
    jumps: createJumps(shared),
    ...heard,
    shared,
    tab,
  };
}
