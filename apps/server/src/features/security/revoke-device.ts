import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { removeDevice } from './device.store.ts';

/** Forgets a device: it counts as new at its next sign-in. It has no session to end, because the only live one is the caller's. */
export const revokeDevice: Handler<'/member/security/device-revoke'> = async (
  { tx, session, audit },
  { id },
) => {
  const removed = await removeDevice(tx, { memberId: session.memberId, sessionId: session.id, id });
  if (!removed) throw fail('DEVICE_NOT_FOUND');
  audit({ action: 'device-removed', subject: `member:${session.memberId}` });
  return {};
};
