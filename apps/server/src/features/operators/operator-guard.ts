import { timingSafeEqual } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/guards.ts';
import { hashProof } from '#features/sign-in/index.ts';
import { findOperatorByProof, selectOperatorForShare, touchOperator } from './operator.store.ts';

/** Finds the operator of a session proof; undefined if it is no operator's. An expired or ended session is 10202, as for a member. */
export function operatorGuard(db: Database): Guards['findOperator'] {
  return async ({ checksum, deviceHash }) => {
    if (!/^[0-9a-f]{64}$/.test(checksum)) return undefined;
    const found = await findOperatorByProof(db, hashProof(db, checksum));
    if (!found || !timingSafeEqual(found.deviceHash, deviceHash)) return undefined;
    const { id, sessionId, role } = found;
    if (!found.isLive) throw fail('SESSION_TIMEOUT');
    await touchOperator(db, sessionId);
    return { id, sessionId, role };
  };
}

/** Checks the operator again inside a command's transaction: who has lost session or role meanwhile is refused. */
export const recheckOperator: Guards['recheckOperator'] = async (tx, { sessionId, role }) => {
  const current = await selectOperatorForShare(tx, sessionId);
  if (!current?.isLive) throw fail('SESSION_TIMEOUT');
  if (current.role !== role) throw fail('ROLE_NOT_ALLOWED');
};
