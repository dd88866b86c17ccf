import {
  type CallSession,
  createCallApi,
  createFailures,
  createIdempotencyKeys,
  createWebChannel,
  type ServerKey,
  type WebChannel,
} from '@holdfast/client/calls';
import { webNetwork, type Network } from '@holdfast/client/network';
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
  readonly network: Network;
  readonly openKey: () => Promise<CryptoKey>;
}

/** This browser. */
export function webPorts(): Ports {
  return {
    shared: areaOr(() => localStorage).area,
    tab: areaOr(() => sessionStorage).area,
    languages: navigator.languages,
    network: webNetwork,
    openKey: () => openDeviceKey('commands'),
  };
}

/** The code that reads files comes with the first one. */
async function openFiles(parts: Pick<Services, 'callApi' | 'serverNow'>) {
  const { createWebUploader } = await import('@holdfast/client/files-web');
  return createWebUploader(parts);
}

/** The code of the stream comes with the first one. */
async function openLive(
  parts: { readonly channel: WebChannel; readonly network: Network; readonly session: CallSession },
  order: string | undefined,
) {
  const { createLivePorts } = await import('@holdfast/client/live-web');
  const pairs = order === undefined ? [] : [['order', order] as const];
  return createLivePorts({ ...parts, addressOf: () => ({ bUrl: '/operator/stream', pairs }) });
}

/** Builds the console's services. */
export function boot({ shared, tab, languages, network, openKey }: Ports): Services {
  const session = createOperatorSession(shared, tab);
  const channel = createWebChannel({ keys: __CHANNEL_KEYS__, device: session.device, network });
  const failures = createFailures();
  const idempotencyKeys = createIdempotencyKeys({ area: shared, makeRid, now: channel.serverNow, openKey });
  const callApi = createCallApi({ calls: OPERATOR_CALLS, channel, session, idempotencyKeys, failures });
  const drafts = createDrafts(tab);
  return {
    callApi,
    files: () => openFiles({ callApi, serverNow: channel.serverNow }),
    live: (order) => openLive({ channel, network, session }, order),
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
