import type { OperatorRole } from '@holdfast/contract/calls';
import type { OperatorId, OperatorSessionId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/** Lifetimes of an operator's session: shorter than a member's, because it opens other people's data. */
export const OPERATOR_IDLE_MINUTES = 15;
export const OPERATOR_ABSOLUTE_HOURS = 8;

export interface SignedInOperator {
  readonly id: OperatorId;
  readonly sessionId: OperatorSessionId;
  readonly role: OperatorRole;
  readonly deviceHash: Buffer;
  /** The session is neither ended nor expired, and the operator is not disabled. */
  readonly isLive: boolean;
}

const OPERATOR = sql`
    select o.id::text, s.id::text as "sessionId", o.role, s.device_hash as "deviceHash",
           s.ended_at is null and not o.disabled
             and s.active_at > platform.app_now() - make_interval(mins => ${OPERATOR_IDLE_MINUTES}::int)
             and s.created_at > platform.app_now() - make_interval(hours => ${OPERATOR_ABSOLUTE_HOURS}::int) as "isLive"
    from operator.session s join operator.operator o on o.id = s.operator_id`;

export async function findOperatorByProof(
  db: Database,
  checksumHash: Buffer,
): Promise<SignedInOperator | undefined> {
  const { rows } = await sql<SignedInOperator>`${OPERATOR} where s.checksum_hash = ${checksumHash}`.execute(
    db,
  );
  return rows[0];
}

/** Reads the operator with a shared row lock on the session: it cannot be ended before this transaction commits. */
export async function selectOperatorForShare(
  tx: Tx,
  sessionId: OperatorSessionId,
): Promise<SignedInOperator | undefined> {
  const { rows } = await sql<SignedInOperator>`${OPERATOR} where s.id = ${sessionId} for share of s`.execute(
    tx,
  );
  return rows[0];
}

/** Extends the session of an active operator; writes at most once a minute. */
export async function touchOperator(db: Database, sessionId: OperatorSessionId): Promise<void> {
  await sql`update operator.session set active_at = platform.app_now()
            where id = ${sessionId} and active_at < platform.app_now() - interval '1 minute'`.execute(db);
}
