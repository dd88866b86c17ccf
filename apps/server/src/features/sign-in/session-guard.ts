import { timingSafeEqual } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Session } from '#platform/gateway/call-table.ts';
import type { Guards } from '#platform/gateway/guards.ts';
import { hashProof } from './session-proof.ts';
import { decideSession } from './session.rules.ts';
import {
  findSessionByProof,
  findSessionByReplacedProof,
  selectSessionForUpdate,
  selectSessionsForUpdate,
  touchSession,
  type StoredSession,
} from './session.store.ts';

/**
 * The guard "session". No proof: 10301 with reason `none`. An unknown proof, or one from another device: 10315. Ended: 10301 with the
 * reason and what caused it. Expired: 10202. A proof that was renewed: 10315 with `renewed`, by which a tab of the same browser knows
 * that another one has the new token, or waits for it; the command `rid` that renewed it still finds its session, for its stored answer.
 */
export function sessionGuard(db: Database): Guards['findSession'] {
  return async ({ checksum, deviceHash, active, rid }): Promise<Session> => {
    if (!/^[0-9a-f]{64}$/.test(checksum)) throw fail('NOT_SIGNED_IN', { reason: 'none' });
    const checksumHash = hashProof(db, checksum);
    const session = await findSessionByProof(db, checksumHash);
    if (!session) return findRenewed(db, { checksumHash, deviceHash, rid });
    if (!timingSafeEqual(session.deviceHash, deviceHash)) throw fail('LOGIN_RECORD_NOT_FOUND');
    assertLive(session);
    if (active) await touchSession(db, session.id);
    return toSession(session);
  };
}

async function findRenewed(
  db: Database,
  { checksumHash, deviceHash, rid }: { checksumHash: Buffer; deviceHash: Buffer; rid: string | undefined },
): Promise<Session> {
  const session = await findSessionByReplacedProof(db, checksumHash);
  if (!session || !timingSafeEqual(session.deviceHash, deviceHash)) throw fail('LOGIN_RECORD_NOT_FOUND');
  if (session.renewedBy !== rid) throw fail('LOGIN_RECORD_NOT_FOUND', { renewed: true });
  // With the proof of the request: should the answer be gone, `recheckSession` refuses to run anything.
  return toSession({ ...session, checksumHash });
}

function toSession({ id, memberId, installKey, checksumHash, account, uid, nick }: StoredSession): Session {
  return { id, memberId, installKey, checksumHash, account, uid, nick };
}

/**
 * Checks the session again inside a command's transaction, because it may have ended, or its proof may have been renewed, while the
 * command waited. The row lock keeps it live until the commit.
 */
export const recheckSession: Guards['recheckSession'] = async (tx, { id, checksumHash }) => {
  const session = defined(await selectSessionForUpdate(tx, id), 'a session row is never deleted');
  assertLive(session);
  if (!session.checksumHash.equals(checksumHash)) throw fail('LOGIN_RECORD_NOT_FOUND', { renewed: true });
};

export const recheckSessions: Guards['recheckSessions'] = async (tx, sessions) => {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const stored = await selectSessionsForUpdate(tx, [...byId.keys()]);
  const isHeld = (session: StoredSession) =>
    decideSession(session, session.now).kind === 'live' &&
    byId.get(session.id)?.checksumHash.equals(session.checksumHash) === true;
  return new Set(stored.filter(isHeld).map(({ id }) => id));
};

function assertLive(session: StoredSession): void {
  const verdict = decideSession(session, session.now);
  if (verdict.kind === 'timed-out') throw fail('SESSION_TIMEOUT');
  if (verdict.kind === 'ended') {
    const { reason, at } = verdict;
    throw fail('NOT_SIGNED_IN', { reason, at: at.toISOString(), ...session.endedBy });
  }
}
