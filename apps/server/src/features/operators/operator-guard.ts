import { timingSafeEqual } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/guards.ts';
import {
  findOperatorByProof,
  hashOperatorProof,
  selectOperatorForShare,
  touchOperator,
  type SignedInOperator,
} from './operator.store.ts';

/** Finds the operator of a session proof, and refuses as a member's guard does: 10301, 10315, 10202. */
export function operatorGuard(db: Database): Guards['findOperator'] {
  return async ({ checksum, deviceHash, active }) => {
    if (!/^[0-9a-f]{64}$/.test(checksum)) throw fail('NOT_SIGNED_IN', { reason: 'none' });
    const sessionProof = hashOperatorProof(db, checksum);
    const found = await findOperatorByProof(db, sessionProof);
    if (!found || !timingSafeEqual(found.deviceHash, deviceHash)) throw fail('LOGIN_RECORD_NOT_FOUND');
    assertLive(found);
    const { id, sessionId, role, email } = found;
    // A poll is no act of a person: a page that is left open does not keep its session.
    if (active) await touchOperator(db, sessionProof);
    return { id, sessionId, sessionProof, role, email };
  };
}

function assertLive({ isLive, endReason, endedAt }: SignedInOperator): void {
  if (isLive) return;
  if (endReason === null || endedAt === null) throw fail('SESSION_TIMEOUT');
  throw fail('NOT_SIGNED_IN', { reason: endReason, at: endedAt.toISOString() });
}

/** Checks the operator again inside a command's transaction: who has lost session or role meanwhile is refused. */
export const recheckOperator: Guards['recheckOperator'] = async (tx, { sessionId, role }) => {
  const current = await selectOperatorForShare(tx, sessionId);
  if (!current) throw fail('SESSION_TIMEOUT');
  assertLive(current);
  if (current.role !== role) throw fail('ROLE_NOT_ALLOWED');
};
