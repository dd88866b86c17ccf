import { FIRST_ERRORS } from '@holdfast/contract/first-errors';
import { AppError } from '@holdfast/kernel';
import { ChannelClient, ChannelError, sessionProof } from '@holdfast/secure-channel/browser';
import { NetworkFailure, type Network } from '../network/port.ts';
import { ChannelFailure, type Channel } from './channel.ts';

/** A public key of the server as the build carries it. */
export interface ServerKey {
  kid: number;
  /** 66 hex digits: a compressed point. */
  S: string;
}

interface WebChannelOptions {
  keys: readonly ServerKey[];
  /** The device identity of this moment: another tab's sign-in can change it. */
  device: () => string;
  network: Network;
}

export interface WebChannel extends Channel {
  /** The client of the present device, for the live stream. */
  client: () => ChannelClient;
}

/** Resolves after `ms`, or at once when `signal` fires; neither its timer nor its listener outlives it. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

const LOCAL_NAMES = { '001': 'CHANNEL_EXPIRED', '002': 'SERVER_SILENT', '003': 'PAYLOAD_INVALID' } as const;

function nameNative(cause: NetworkFailure): AppError {
  for (const name of ['OFFLINE', 'PROXY_UNREACHABLE'] as const)
    if (FIRST_ERRORS[name].code === cause.status) return new AppError(name, {}, { cause });
  return new AppError('CONNECTION_FAILED', { detail: `${cause.message} (${cause.status})` }, { cause });
}

/** A failure of the channel under its name in the catalogue, with the local message that stands below it (spec 8). */
function nameFailure(error: ChannelError, network: Network): AppError {
  const options = { cause: error };
  if (error.kind === 'http-status')
    return new AppError('HTTP_STATUS', { status: error.status ?? 0, url: error.endpoint }, options);
  if (error.kind === 'network' && error.cause instanceof NetworkFailure) return nameNative(error.cause);
  // The same text always (spec 8); that the device knows of no network stands below it as the hint.
  if (error.kind === 'network')
    return new AppError('PROXY_UNREACHABLE', network.isOnline() ? {} : { local: 'OFFLINE' }, options);
  const local = error.localCode ? { local: LOCAL_NAMES[error.localCode] } : {};
  return new AppError('CONNECTION_UNSTABLE', local, options);
}

/** The secure channel over the browser's network. Keys live in memory; a sign-out drops them. */
export function createWebChannel({ keys, device, network }: WebChannelOptions): WebChannel {
  const pins = keys.map(({ kid, S }) => ({ kid, publicKey: S }));
  const ports = { post: network.post, now: Date.now, sleep };
  let present: { device: string; client: ChannelClient } | undefined;
  const client = () => {
    const wanted = device();
    if (present?.device !== wanted)
      present = { device: wanted, client: new ChannelClient({ pins, device: wanted, ports }) };
    return present.client;
  };
  return {
    async call({ endpoint, bUrl, rid, pairs }) {
      const wasOffline = !network.isOnline();
      try {
        return await client().call({ endpoint, bUrl, rid, pairs: new Map(pairs) });
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        // A device that knows it has no network has sent nothing.
        const hasLeft = !(wasOffline && error.kind === 'network' && error.transmissions === 1);
        throw new ChannelFailure(nameFailure(error, network), hasLeft ? error.transmissions : 0);
      }
    },
    sessionProof,
    serverNow: () => client().serverNow(),
    forget: () => present?.client.forget(),
    client,
  };
}
