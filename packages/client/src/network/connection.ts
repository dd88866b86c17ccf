import { ERRORS, isErrorName } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import type { CallApi } from '../calls/call-api.ts';
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
  return error instanceof AppError && isErrorName(error.code) && ERRORS[error.code].from === 'server';
}

const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

/**
 * Whether the server can be reached. A call that fails is asked behind at once: one stumble is none. While nothing answers, a probe retries
 * with exponential back-off, at once when the device has a network again; any answer ends it.
 */
export function createConnection({ network, probe, spread }: Parts): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = network.isOnline() ? 'online' : 'offline';
  let isProbing = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (next: ConnectionState): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const reached = (): void => {
    clearTimeout(timer);
    tries = 0;
    become('online');
  };
  const askLater = (): void => {
    clearTimeout(timer);
    const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
    tries += 1;
    timer = setTimeout(() => void ask(), full * (0.75 + spread() / 4));
    (timer as { unref?: () => void }).unref?.();
  };
  const lost = (): void => {
    become(network.isOnline() ? 'unreachable' : 'offline');
    askLater();
  };
  const ask = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    try {
      await probe();
      reached();
    } catch (error) {
      if (isAnswered(error)) reached();
      else lost();
    } finally {
      isProbing = false;
    }
  };
  network.onChange(() => {
    if (!network.isOnline()) return lost();
    tries = 0;
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
      try {
        const answer = await callApi(path, args);
        reached();
        return answer;
      } catch (error) {
        if (isAnswered(error)) reached();
        else if (isNetworkError(error) && state === 'online') void ask();
        throw error;
      }
    },
  };
}
