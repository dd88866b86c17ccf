import { keyFingerprint, makeRid } from '@holdfast/secure-channel/browser';
import {
  createCallApi,
  createWebChannel,
  type ServerKey,
  createFailures,
  createIdempotencyKeys,
} from '@holdfast/client/calls';
import { createDebugLog } from '@holdfast/client/debug-log';
import { deviceIdentity, installId } from '#platform/device/device.ts';
import { FormDrafts } from '#state/drafts/form-drafts.ts';
import { createDrafts } from '#state/pin-lock/drafts.ts';
import { holdBack } from '#state/pin-lock/hold-back.ts';
import { webNetwork } from '@holdfast/client/network';
import { createInbox } from '#state/notifications/inbox.ts';
import { createNotices } from '#state/notifications/notices.ts';
import { createTabCarrier } from '#platform/push/tab-carrier.ts';
import type { Services } from '#state/services.tsx';
import { forgetMember } from '#state/session/forget-tab.ts';
import { createKept } from '#state/session/kept.ts';
import { createSession } from '#state/session/session.ts';
import { createAppStatus } from '#state/status/app-status.ts';
import { createSettings } from '#state/settings/settings.ts';
import { areaOr } from '@holdfast/client/storage';
import { debugModeOf } from '@holdfast/client/debug-log';
import { bootPinLock } from './boot-pin-lock.ts';

/** Written by the build (vite.config.ts). */
declare const __CHANNEL_KEYS__: readonly ServerKey[];
declare const __APP_VERSION__: string;

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

/** The settings of this device; the texts of zh-CN are code of their own, for those who chose it. */
function openSettings(shared: Storage) {
  const loadSimplified = async () => (await import('./generated/simplified-texts.ts')).SIMPLIFIED_TEXTS;
  return createSettings(shared, navigator.languages, loadSimplified);
}

/** Builds the app's services over this browser. The question for the server's status starts the key exchange at once. */
export async function boot(): Promise<Services> {
  const { area: shared } = areaOr(() => localStorage);
  const { area: tab, isKept } = areaOr(() => sessionStorage);
  const settings = openSettings(shared);
  const session = createSession(shared);
  const failures = createFailures();
  const notices = createNotices(failures);
  const device = () => deviceIdentity(tab, session.read()?.vehicle.device);
  const channel = createWebChannel({ keys: __CHANNEL_KEYS__, device, network: webNetwork });
  const idempotencyKeys = createIdempotencyKeys(tab, makeRid);
  const personalCalls = createListeners();
  const debugLog = createDebugLog({
    area: tab,
    isKept,
    mode: debugModeOf(shared),
    report: failures.report,
    loadMask: async () => (await import('@holdfast/client/debug-log-mask')).maskRecord,
  });
  const callAtOnce = createCallApi({
    channel,
    session,
    idempotencyKeys,
    failures,
    onPersonalCall: personalCalls.tell,
    record: debugLog.record,
  });
  const endSession = () => {
    session.signOut();
    channel.forget();
    debugLog.clear();
    forgetMember({ tab, shared });
    notices.change(() => ({ rows: [], popUps: [], answered: [] }));
  };
  const status = createAppStatus(callAtOnce, __APP_VERSION__);
  const lock = bootPinLock({ callApi: callAtOnce, session, status, failures, shared, tab, endSession });
  // Before anything of a signed-in member is shown it is known whether it may be.
  const lockStarted = lock.start();
  const serverFingerprint = await keyFingerprint(__CHANNEL_KEYS__[0]?.S ?? '');
  await Promise.all([lockStarted, settings.loaded]);
  const callApi = status.heed(holdBack(callAtOnce, lock));
  return {
    callApi,
    session,
    pinLock: lock,
    formDrafts: new FormDrafts({ session, tab }),
    drafts: createDrafts(session),
    settings,
    failures,
    notices,
    inbox: createInbox({ callApi, session, shared, notices, hasSent: idempotencyKeys.hasSent }),
    debugLog,
    push: createTabCarrier(),
    serverNow: channel.serverNow,
    endSession,
    status,
    device,
    installId: () => installId(shared),
    pendingReset: createKept(),
    typedAccount: createKept(),
    serverFingerprint,
    live: async () => {
      const { createLivePorts } = await import('@holdfast/client/live-web');
      return createLivePorts({ channel, network: webNetwork, session });
    },
    onPersonalCall: personalCalls.listen,
    shared,
    tab,
  };
}
