import { fail } from '@holdfast/contract/errors';
import { endInstallUntilNow } from '#features/push/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { removeDevice } from './device.store.ts';

/** Forgets a device: it counts as new at its next sign-in. It has no session to end, because the only live one is the caller's. */
export const revokeDevice: Handler<'/member/security/device-revoke'> = async (
  { tx, session, audit },
  { id },
) => {
  const { memberId } = session;
  const installKey = await removeDevice(tx, { memberId, sessionId: session.id, id });
  if (!installKey) throw fail('DEVICE_NOT_FOUND');
  await endInstallUntilNow(tx, { memberId, installKey });
  audit({ action: 'device-removed', subject: `member:${memberId}` });
  return {};
};
