import type { CallApi } from '@holdfast/client/calls';
import type { PinLock } from './pin-lock.ts';

/** Answers that arrive while the lock is closed wait until it is open: nothing of them is applied under it (threat B18). */
export function holdBack(callApi: CallApi, lock: Pick<PinLock, 'whenOpen'>): CallApi {
  return async (path, args) => {
    try {
      return await callApi(path, args);
    } finally {
      await lock.whenOpen();
    }
  };
}
