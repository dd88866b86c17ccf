import type { CallOutput } from '@holdfast/contract/calls';
import { AppError } from '@holdfast/kernel';
import type { CallApi } from '@holdfast/client/calls';

/** What the server says to every app that starts: versions, switches, where help is, whether it is being maintained. */
type ServerStatus = CallOutput<'/member/checkVersion'>;

export interface AppStatus {
  /** This build's own version. */
  readonly version: string;
  /** Undefined until the server has answered. */
  readonly read: () => ServerStatus | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the server again, now. */
  readonly refresh: () => Promise<void>;
  /** The same calls; a refusal because of maintenance is heeded here too. */
  readonly heed: (callApi: CallApi) => CallApi;
}

const ASK_AGAIN_MS = 60_000;
/** While it is maintained nobody can do anything but wait for its end. */
const ASK_AGAIN_MAINTAINED_MS = 5000;

/**
 * Asks the server at the first `refresh` and from then on once a minute. That is the first call of all, so the key exchange runs before a
 * person needs it. A server that cannot be reached now says so at the first call that somebody makes.
 */
export function createAppStatus(callApi: CallApi, version: string): AppStatus {
  const listeners = new Set<() => void>();
  let status: ServerStatus | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<void> | undefined;

  const ask = async () => {
    const input = { version, platform: 'web' } as const;
    const answer = await callApi('/member/checkVersion', { input, isBackground: true });
    const isSame =
      status &&
      JSON.stringify({ ...status, serverTime: '' }) === JSON.stringify({ ...answer, serverTime: '' });
    if (isSame) return; // nobody draws anew for the time alone
    status = answer;
    for (const listener of listeners) listener();
  };
  const refresh = async () => {
    clearTimeout(timer);
    asking ??= ask()
      .catch(() => {})
      .finally(() => {
        asking = undefined;
        const isMaintained = status !== undefined && status.maintenanceUntil !== null;
        timer = setTimeout(() => void refresh(), isMaintained ? ASK_AGAIN_MAINTAINED_MS : ASK_AGAIN_MS);
        // In a process that is about to end, such as a test, this question holds nobody up.
        (timer as { unref?: () => void }).unref?.();
      });
    await asking;
  };
  return {
    version,
    read: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    heed: (calls) => async (path, args) => {
      try {
        return await calls(path, args);
      } catch (error) {
        if (error instanceof AppError && error.code === 'MAINTENANCE') await refresh();
        throw error;
      }
    },
  };
}
