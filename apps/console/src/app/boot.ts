import {
  createCallApi,
  createFailures,
  createIdempotencyKeys,
  createWebChannel,
  type Channel,
  type ServerKey,
} from '@holdfast/client/calls';
import { webNetwork } from '@holdfast/client/network';
import { OPERATOR_CALLS } from '@holdfast/client/operator-calls';
import { areaOr, openDeviceKey } from '@holdfast/client/storage';
import { makeRid } from '@holdfast/secure-channel/browser';
import { createColumnChoices } from '#state/columns.ts';
import { createDrafts } from '#state/drafts.ts';
import { createOperatorSession } from '#state/session.ts';
import { createSettings } from '#state/settings.ts';
import type { Services } from '#state/services.tsx';

/** Written by the build (vite.config.ts). */
declare const __CHANNEL_KEYS__: readonly ServerKey[];

export interface Ports {
  readonly shared: Storage;
  readonly tab: Storage;
  readonly languages: readonly string[];
  /** The proxy, or what stands for it in a test. */
  readonly openChannel: (device: () => string) => Channel;
  readonly openKey: () => Promise<CryptoKey>;
}

/** This browser. */
export function webPorts(): Ports {
  return {
    shared: areaOr(() => localStorage).area,
    tab: areaOr(() => sessionStorage).area,
    languages: navigator.languages,
    openChannel: (device) => createWebChannel({ keys: __CHANNEL_KEYS__, device, network: webNetwork }),
    openKey: () => openDeviceKey('commands'),
  };
}

/** The code that reads files comes with the first one. */
async function openFiles(parts: Pick<Services, 'callApi' | 'serverNow'>) {
  const { createWebUploader } = await import('@holdfast/client/files-web');
  return createWebUploader(parts);
}

/** Builds the console's services. */
export function boot({ shared, tab, languages, openChannel, openKey }: Ports): Services {
  const session = createOperatorSession(shared, tab);
  const channel = openChannel(session.device);
  const failures = createFailures();
  const idempotencyKeys = createIdempotencyKeys({ area: shared, makeRid, now: channel.serverNow, openKey });
  const callApi = createCallApi({ calls: OPERATOR_CALLS, channel, session, idempotencyKeys, failures });
  const drafts = createDrafts(tab);
  return {
    callApi,
    files: () => openFiles({ callApi, serverNow: channel.serverNow }),
    drafts,
    columns: createColumnChoices(shared),
    failures,
    session,
    settings: createSettings(shared, languages),
    serverNow: channel.serverNow,
    signOut() {
      session.end();
      drafts.clear();
      channel.forget();
    },
  };
}
