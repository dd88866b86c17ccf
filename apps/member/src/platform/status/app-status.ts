import type { CallOutput } from '@holdfast/contract';
import type { CallApi } from '../calls/call-api.ts';

/** What the server says to every app that starts: versions, switches, where help is, whether it is being maintained. */
type ServerStatus = CallOutput<'/member/checkVersion'>;

export interface AppStatus {
  /** This build's own version. */
  readonly version: string;
  /** Undefined until the server has answered. */
  readonly read: () => ServerStatus | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Asks the server at the start. It is the first call of all, so the key exchange runs before a person needs it. A server that
 * cannot be reached now says so at the first call that somebody makes.
 */
export function createAppStatus(callApi: CallApi, version: string): AppStatus {
  const listeners = new Set<() => void>();
  let status: ServerStatus | undefined;
  const ask = async () => {
    const input = { version, platform: 'web' } as const;
    status = await callApi('/member/checkVersion', { input, isBackground: true });
    for (const listener of listeners) listener();
  };
  ask().catch(() => {});
  return {
    version,
    read: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
