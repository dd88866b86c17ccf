import { PUSH_TOKEN_REFRESH_MS, STORAGE_KEYS } from '@holdfast/contract/constants';
import { FIRST_ERRORS } from '@holdfast/contract/first-errors';
import type { CallApi } from '@holdfast/client/calls';
import { createStored, text } from '@holdfast/client/storage';
import type { PushCarrier, PushDevice } from '#platform/push/port.ts';
import { isPushOffOf } from './push-records.ts';
import type { Session } from '../session/session.ts';

export const PUSH_REFRESH_MS = PUSH_TOKEN_REFRESH_MS;

interface Parts {
  push: PushCarrier;
  callApi: CallApi;
  session: Session;
  shared: Storage;
}

export interface PushWishes {
  language: 'zh-TW' | 'en';
  /** Messages say only that there is news. */
  isPrivate: boolean;
}

/** Where a registration got to: turned off here, without a service worker, refused by the browser's push service, or known to the server. */
export type PushRegistered = 'turned-off' | 'no-worker' | 'no-token' | 'registered';

/** The registration token (spec 3). It lies here as long as the server sends to it. */
const pmidOf = (shared: Storage) => createStored({ area: shared, key: STORAGE_KEYS.pmid, read: text });

/** A missing token is only logged (spec 8): most often the browser has no push service, or cannot reach it. */
function logMissingToken(): void {
  // oxlint-disable-next-line no-console -- a log is all that is asked for
  console.info(FIRST_ERRORS.PUSH_TOKEN_MISSING.en);
}

/**
 * Registers this device for the member who is signed in, or refreshes its registration. What another member had here ends first: the
 * subscription is made anew, so nothing that is still on its way to them can be read.
 */
export async function registerPush(parts: Parts, wishes: PushWishes): Promise<PushRegistered> {
  const { push, shared } = parts;
  if (isPushOffOf(shared).read()) {
    // The server has not heard of it yet: there was no network, for example.
    if (pmidOf(shared).read() !== undefined) await turnOffPush(parts);
    return 'turned-off';
  }
  const { device } = await push.open();
  if (!device || !(await device.hasWorker())) {
    logMissingToken();
    return 'no-worker';
  }
  // One that was asked for with other wishes may still be on its way, and would be the last that the server hears.
  return device.exclusively(() => registerDevice(parts, device, wishes));
}

async function registerDevice(
  parts: Parts,
  device: PushDevice,
  { language, isPrivate }: PushWishes,
): Promise<PushRegistered> {
  const { callApi, session, shared } = parts;
  const uid = session.read()?.login.uid;
  if (uid === undefined) return 'no-token';
  if (await device.isBoundToOther(uid)) await device.unsubscribe();
  const { serverKey } = await callApi('/member/device/push', { isBackground: true });
  let subscription;
  try {
    subscription = await device.subscribe(serverKey);
  } catch {
    logMissingToken();
    return 'no-token';
  }
  const input = { ...subscription, language, isPrivate: isPrivate ? '1' : '0' } as const;
  const { binding } = await callApi('/member/device/push-set', { input, isBackground: true });
  // A sign-out or a turning-off while this runs finds nothing to end yet, so both are asked before the device is bound and again after.
  const endedBy = async (): Promise<PushRegistered | undefined> => {
    if (session.read()?.login.uid !== uid) {
      await endPush(parts);
      return 'no-token';
    }
    if (isPushOffOf(shared).read()) {
      await turnOffPush(parts);
      return 'turned-off';
    }
    return undefined;
  };
  const ended = await endedBy();
  if (ended) return ended;
  await device.bind({ binding, uid });
  pmidOf(shared).write(subscription.endpoint);
  return (await endedBy()) ?? 'registered';
}

/**
 * The member wants no notifications on this device. Its own part comes first: nothing more is shown here from then on, whether or not the server
 * can be told. The token lies here until it was; each refresh tells it again.
 */
export async function turnOffPush({ push, callApi, shared }: Omit<Parts, 'session'>): Promise<void> {
  isPushOffOf(shared).write(true);
  const { device } = await push.open();
  await device?.unsubscribe().catch(() => {});
  await callApi('/member/device/push-remove', { isBackground: true });
  pmidOf(shared).clear();
}

/** Nothing more is shown here: after a sign-out, and before somebody else's first message. The server forgets by itself. */
export async function endPush({ push, shared }: Pick<Parts, 'push' | 'shared'>): Promise<void> {
  pmidOf(shared).clear();
  const { device } = await push.open();
  await device?.unsubscribe();
}

/** Ends what another member has left here. */
export async function endPushOfOther({ push, session, shared }: Omit<Parts, 'callApi'>): Promise<void> {
  const uid = session.read()?.login.uid;
  const { device } = await push.open();
  if (uid !== undefined && (await device?.isBoundToOther(uid))) await endPush({ push, shared });
}
