import { keyFingerprint, makeRid } from '@holdfast/secure-channel/browser';
import { createCallApi } from '#platform/calls/call-api.ts';
import { createWebChannel, type ServerKey } from '#platform/calls/channel-web.ts';
import { createFailures } from '#platform/calls/failures.ts';
import { createIntents } from '#platform/calls/intents.ts';
import { deviceIdentity, installId } from '#platform/device/device.ts';
import { webNetwork } from '#platform/network/web.ts';
import type { Services } from '#platform/services.tsx';
import { forgetTab } from '#platform/session/forget-tab.ts';
import { createSession } from '#platform/session/session.ts';
import { createAppStatus } from '#platform/status/app-status.ts';
import { createSettings } from '#platform/settings/settings.ts';

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
  const session = createSession(localStorage);
  const failures = createFailures();
  const device = () => deviceIdentity(sessionStorage, session.read()?.vehicle.device);
  const channel = createWebChannel({ keys: __CHANNEL_KEYS__, device, network: webNetwork });
  const intents = createIntents(sessionStorage, makeRid);
  const personalCalls = createListeners();
  const callApi = createCallApi({
    channel,
    session,
    intents,
    failures,
    onPersonalCall: personalCalls.tell,
  });
  return {
    callApi,
    session,
    settings: createSettings(localStorage, navigator.languages),
    failures,
    serverNow: channel.serverNow,
    endSession() {
      session.signOut();
      channel.forget();
      forgetTab(sessionStorage);
    },
    status: createAppStatus(callApi, __APP_VERSION__),
    device,
    installId: () => installId(localStorage),
    serverFingerprint: await keyFingerprint(__CHANNEL_KEYS__[0]?.S ?? ''),
    live: async () => {
      const { createLivePorts } = await import('#platform/live/live-web.ts');
      return createLivePorts({ channel, network: webNetwork, session });
    },
    onPersonalCall: personalCalls.listen,
    shared: localStorage,
    tab: sessionStorage,
  };
}
