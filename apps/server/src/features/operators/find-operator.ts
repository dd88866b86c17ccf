import { timingSafeEqual } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import { hashProof } from '#features/sign-in/index.ts';
import { findOperatorByProof, lockOperator, touchOperator } from './operator.store.ts';

/** The operator behind a proof; undefined for everybody else's. One that ran out or was ended: 10202, as for a member. */
export function operatorGuard(db: Database): Guards['findOperator'] {
  return async ({ checksum, deviceHash }) => {
    if (!/^[0-9a-f]{64}$/.test(checksum)) return undefined;
    const row = await findOperatorByProof(db, hashProof(checksum));
    if (!row || !timingSafeEqual(row.device_hash, deviceHash)) return undefined;
    if (!row.is_live) throw fail('SESSION_TIMEOUT');
    await touchOperator(db, row.session_id);
    return { id: String(row.operator_id), sessionId: String(row.session_id), role: row.role };
  };
}

/** The same question inside a command's transaction: an operator who lost session or role meanwhile does nothing. */
export const recheckOperator: Guards['recheckOperator'] = async (tx, { sessionId, role }) => {
  const row = await lockOperator(tx, sessionId);
  if (!row?.is_live) throw fail('SESSION_TIMEOUT');
  if (row.role !== role) throw fail('ROLE_NOT_ALLOWED');
};
