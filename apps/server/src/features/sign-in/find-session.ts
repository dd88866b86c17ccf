import { timingSafeEqual } from 'node:crypto';
import { fail } from '@holdfast/contract/errors';
import { defined, toMemberId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Session } from '#platform/gateway/call-table.ts';
import type { Guards } from '#platform/gateway/pipeline.ts';
import { hashProof } from './open-session.ts';
import { decideSession } from './session.rules.ts';
import { findSessionByProof, lockSession, touchSession, type SessionRow } from './session.store.ts';

/**
 * The guard "session". No proof: 10301 with reason `none`. A proof nobody knows, or from another device: 10315. Ended by somebody:
 * 10301 with the reason, and what is known of it. Run out: 10202.
 */
export function sessionGuard(db: Database): Guards['findSession'] {
  return async ({ checksum, deviceHash, active }): Promise<Session> => {
    if (!/^[0-9a-f]{64}$/.test(checksum)) throw fail('NOT_SIGNED_IN', { reason: 'none' });
    const row = await findSessionByProof(db, hashProof(checksum));
    if (!row || !timingSafeEqual(row.device_hash, deviceHash)) throw fail('LOGIN_RECORD_NOT_FOUND');
    assertLive(row);
    if (active) await touchSession(db, row.id);
    return {
      id: String(row.id),
      memberId: toMemberId(row.member_id),
      account: row.account,
      uid: row.uid,
      nick: row.nick,
    };
  };
}

/**
 * The same question inside a command's transaction. A command may have waited for its secret or its turn, and its session may have
 * been ended meanwhile; from here to the commit it cannot be.
 */
export const recheckSession: Guards['recheckSession'] = async (tx, { id }) => {
  assertLive(defined(await lockSession(tx, id), 'a session that was found is never removed'));
};

function assertLive(row: SessionRow): void {
  const times = {
    createdAt: row.created_at,
    activeAt: row.active_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
  };
  const verdict = decideSession(times, row.now);
  if (verdict.kind === 'timed-out') throw fail('SESSION_TIMEOUT');
  if (verdict.kind === 'ended')
    throw fail('NOT_SIGNED_IN', { reason: verdict.reason, at: verdict.at.toISOString(), ...row.ended_by });
}
