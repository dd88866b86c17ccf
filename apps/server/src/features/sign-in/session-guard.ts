import { timingSafeEqual } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Session } from '#platform/gateway/call-table.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import { hashProof } from './session-proof.ts';
import { decideSession } from './session.rules.ts';
import {
  findSessionByProof,
  selectSessionForUpdate,
  touchSession,
  type StoredSession,
} from './session.store.ts';

/**
 * The guard "session". No proof: 10301 with reason `none`. An unknown proof, or one from another device: 10315. Ended: 10301 with the
 * reason and what caused it. Expired: 10202.
 */
export function sessionGuard(db: Database): Guards['findSession'] {
  return async ({ checksum, deviceHash, active }): Promise<Session> => {
    if (!/^[0-9a-f]{64}$/.test(checksum)) throw fail('NOT_SIGNED_IN', { reason: 'none' });
    const session = await findSessionByProof(db, hashProof(db, checksum));
    if (!session || !timingSafeEqual(session.deviceHash, deviceHash)) throw fail('LOGIN_RECORD_NOT_FOUND');
    assertLive(session);
    const { id, memberId, installKey, account, uid, nick } = session;
    if (active) await touchSession(db, id);
    return { id, memberId, installKey, account, uid, nick };
  };
}

/**
 * Checks the session again inside a command's transaction, because it may have ended while the command waited. The row lock keeps it
 * live until the commit.
 */
export const recheckSession: Guards['recheckSession'] = async (tx, { id }) => {
  assertLive(defined(await selectSessionForUpdate(tx, id), 'a session row is never deleted'));
};

function assertLive(session: StoredSession): void {
  const verdict = decideSession(session, session.now);
  if (verdict.kind === 'timed-out') throw fail('SESSION_TIMEOUT');
  if (verdict.kind === 'ended') {
    const { reason, at } = verdict;
    throw fail('NOT_SIGNED_IN', { reason, at: at.toISOString(), ...session.endedBy });
  }
}
