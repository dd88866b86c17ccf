import { keyFingerprint, makeRid } from '@holdfast/secure-channel/browser';
import { createCallApi } from '#platform/calls/call-api.ts';
import { createWebChannel, type ServerKey } from '#platform/calls/channel-web.ts';
import { createFailures } from '#platform/calls/failures.ts';
import { createIntents } from '#platform/calls/intents.ts';
import { createDebugLog } from '#platform/debug-log/debug-log.ts';
import { deviceIdentity, installId } from '#platform/device/device.ts';
import { createDrafts } from '#platform/lock/drafts.ts';
import { holdBack } from '#platform/lock/hold-back.ts';
import { webNetwork } from '#platform/network/web.ts';
import { createInbox } from '#platform/notices/inbox.ts';
import { createNotices } from '#platform/notices/notices.ts';
import { createTabCarrier } from '#platform/push/tab-carrier.ts';
import type { Services } from '#platform/services.tsx';
import { forgetMember } from '#platform/session/forget-tab.ts';
import { createKept } from '#platform/session/kept.ts';
import { createSession } from '#platform/session/session.ts';
import { createAppStatus } from '#platform/status/app-status.ts';
import { createSettings } from '#platform/settings/settings.ts';
import { areaOr } from '#platform/storage/areas.ts';
import { debugModeOf } from '#platform/storage/records.ts';
import { bootLock } from './boot-lock.ts';

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

/** Builds the app's services over this browser. The question for the server's status starts the key exchange at once. */
export async function boot(): Promise<Services> {
  const { area: shared } = areaOr(() => localStorage);
  const { area: tab, isKept } = areaOr(() => sessionStorage);
  const session = createSession(shared);
  const failures = createFailures();
  const notices = createNotices(failures);
  const device = () => deviceIdentity(tab, session.read()?.vehicle.device);
  const channel = createWebChannel({ keys: __CHANNEL_KEYS__, device, network: webNetwork });
  const intents = createIntents(tab, makeRid);
  const personalCalls = createListeners();
  const debugLog = createDebugLog({
    area: tab,
    isKept,
    mode: debugModeOf(shared),
    report: failures.report,
    loadMask: async () => (await import('#platform/debug-log/mask.ts')).maskRecord,
  });
  const callAtOnce = createCallApi({
    channel,
    session,
    intents,
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
  const lock = bootLock({ callApi: callAtOnce, session, status, failures, shared, tab, endSession });
  // Before anything of a signed-in member is shown it is known whether it may be.
  const lockStarted = lock.start();
  const serverFingerprint = await keyFingerprint(__CHANNEL_KEYS__[0]?.S ?? '');
  await lockStarted;
  const callApi = status.heed(holdBack(callAtOnce, lock));
  return {
    callApi,
    session,
    lock,
    drafts: createDrafts(session),
    settings: createSettings(shared, navigator.languages),
    failures,
    notices,
    inbox: createInbox({ callApi, session, shared, notices, gave: intents.gave }),
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
      const { createLivePorts } = await import('#platform/live/live-web.ts');
      return createLivePorts({ channel, network: webNetwork, session });
    },
    onPersonalCall: personalCalls.listen,
    shared,
    tab,
  };
}
