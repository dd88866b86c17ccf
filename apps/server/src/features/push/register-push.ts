import { randomBytes } from 'node:crypto';
import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { notify, subscribeToInbox } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { PushTarget } from '#platform/push/port.ts';
import type { PushFacts } from '#platform/push/push.ts';
import { FCM_SERVICE } from '#platform/push/services.ts';
import { movedNotice } from './ownership.ts';
import { insertToken, refreshToken } from './token.store.ts';

/** Where messages to a device go, and through whom; refused where that is none of the known push services, or half a subscription. */
function targetOf(
  { endpoint, p256dh, auth, fcmToken }: CallInput<'/member/device/push-set'>,
  { services, hasFcm }: PushFacts,
): { target: PushTarget; service: string } {
  const isWeb = endpoint !== undefined && p256dh !== undefined && auth !== undefined;
  const service = endpoint === undefined ? undefined : services.serviceOf(endpoint);
  if (isWeb && service !== undefined && fcmToken === undefined)
    return { target: { carrier: 'web', endpoint: new URL(endpoint).href, p256dh, auth }, service };
  if (fcmToken !== undefined && hasFcm && !endpoint && !p256dh && !auth)
    return { target: { carrier: 'fcm', token: fcmToken }, service: FCM_SERVICE };
  throw fail('PUSH_SERVICE_UNKNOWN');
}

/**
 * Saves the registration token of the caller's install, or refreshes it. Whoever had it before is told that it is theirs no longer. What the inbox
 * has by now is not sent: the app is open, and shows it.
 */
export const registerPush =
  (facts: PushFacts): Handler<'/member/device/push-set'> =>
  async ({ tx, session: { memberId, installKey }, now }, input) => {
    const { target, service } = targetOf(input, facts);
    const { language } = input;
    const registered = { memberId, installKey, target, language, isPrivate: input.isPrivate === '1' };
    const refreshed = await refreshToken(tx, registered);
    if (refreshed !== undefined) return { binding: refreshed };
    const binding = randomBytes(16).toString('hex');
    const { id, carrier, previous } = await insertToken(tx, { ...registered, binding });
    await subscribeToInbox(tx, { carrier, key: id, lane: service, memberId });
    if (previous.length > 0)
      await notify(
        tx,
        previous.map((other) => movedNotice(other, now)),
      );
    return { binding };
  };
