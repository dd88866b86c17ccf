import { AppError } from '@holdfast/kernel';
import type { CallApi } from '../calls/call-api.ts';
import { errorEntry } from '../calls/error-catalogue.ts';
import type { Network } from './port.ts';

/** `offline`: this device says so. `unreachable`: it has a network, and the server does not answer. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

export interface Connection {
  readonly read: () => ConnectionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same calls; what becomes of them says whether the server can be reached. */
  readonly watch: (callApi: CallApi) => CallApi;
}

interface Parts {
  network: Pick<Network, 'isOnline' | 'onChange'>;
  /** Asks the server for anything. Resolves with any answer, a refusal too. */
  probe: () => Promise<unknown>;
  /** From 0 to 1. */
  spread: () => number;
}

const NETWORK_ERRORS: readonly string[] = [
  'OFFLINE',
  'PROXY_UNREACHABLE',
  'CONNECTION_FAILED',
  'CONNECTION_UNSTABLE',
  'MEMBER_INFO_UNREACHABLE',
];

/** Whether nothing was refused: the network is to blame, and the same may succeed when it is back. */
export function isNetworkError(error: unknown): error is AppError {
  return error instanceof AppError && NETWORK_ERRORS.includes(error.code);
}

/** Any answer of the server, a refusal too, has come over the network. */
function isAnswered(error: unknown): boolean {
  return error instanceof AppError && errorEntry(error.code)?.from === 'server';
}

const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

/** Exponential back-off. One wait at a time, each longer than the one before until it ends. */
function createBackOff(spread: Parts['spread']) {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    wait(act: () => void): void {
      clearTimeout(timer);
      const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
      tries += 1;
      timer = setTimeout(act, full * (0.75 + spread() / 4));
      (timer as { unref?: () => void }).unref?.();
    },
    end(): void {
      clearTimeout(timer);
      tries = 0;
    },
  };
}

/**
 * Whether the server can be reached. After a call that failed, a probe asks at once: one failed call alone is no lost connection. While
 * nothing answers, the probe retries with exponential back-off, at once when the device has a network again. Any answer ends it, except to
 * a request that was sent before the device lost its network, or while it says that it has none: that one may have slipped through as the
 * network went. There only a probe of the back-off counts, for a device that is wrong about its network.
 */
export function createConnection({ network, probe, spread }: Parts): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = network.isOnline() ? 'online' : 'offline';
  let isProbing = false;
  /** How often the device has lost its network. */
  let losses = 0;
  const backOff = createBackOff(spread);

  const become = (next: ConnectionState): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const reached = (): void => {
    backOff.end();
    become('online');
  };
  const askLater = (): void => backOff.wait(() => void ask());
  const lost = (): void => {
    become(network.isOnline() ? 'unreachable' : 'offline');
    askLater();
  };
  const ask = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    const lossesBefore = losses;
    const isReached = await probe().then(() => true, isAnswered);
    isProbing = false;
    if (!isReached) lost();
    else if (lossesBefore === losses) reached();
    // The device has lost its network since, and may have it back by now: that event found this probe under way and started none.
    else if (network.isOnline()) void ask();
    else askLater();
  };
  network.onChange(() => {
    if (!network.isOnline()) {
      losses += 1;
      return lost();
    }
    backOff.end();
    void ask();
  });
  if (state === 'offline') askLater();
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    watch: (callApi) => async (path, args) => {
      const lossesBefore = losses;
      const answered = () => {
        // While the device says that it has no network only a probe proves otherwise: the last requests may still get through.
        if (lossesBefore === losses && network.isOnline()) reached();
      };
      try {
        const answer = await callApi(path, args);
        answered();
        return answer;
      } catch (error) {
        if (isAnswered(error)) answered();
        else if (isNetworkError(error) && state === 'online') void ask();
        throw error;
      }
    },
  };
}
