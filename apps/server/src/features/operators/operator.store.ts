import type { OperatorRole } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/** How long an operator's session lives: shorter than a member's, because it opens what belongs to others. */
export const OPERATOR_IDLE_MINUTES = 15;
export const OPERATOR_ABSOLUTE_HOURS = 8;

export interface OperatorRow {
  readonly session_id: bigint;
  readonly operator_id: bigint;
  readonly role: OperatorRole;
  readonly device_hash: Buffer;
  /** Neither ended nor run out, and the operator is not disabled. */
  readonly is_live: boolean;
}

const OPERATOR = sql`
    select s.id as session_id, s.operator_id, o.role, s.device_hash,
           s.ended_at is null and not o.disabled
             and s.active_at > platform.app_now() - make_interval(mins => ${OPERATOR_IDLE_MINUTES}::int)
             and s.created_at > platform.app_now() - make_interval(hours => ${OPERATOR_ABSOLUTE_HOURS}::int) as is_live
    from operator.session s join operator.operator o on o.id = s.operator_id`;

export async function findOperatorByProof(
  db: Database,
  checksumHash: Buffer,
): Promise<OperatorRow | undefined> {
  const { rows } = await sql<OperatorRow>`${OPERATOR} where s.checksum_hash = ${checksumHash}`.execute(db);
  return rows[0];
}

/** The session as it is now, its role included; whoever changes one of them waits until this transaction is over. */
export async function lockOperator(tx: Tx, sessionId: string): Promise<OperatorRow | undefined> {
  const { rows } = await sql<OperatorRow>`${OPERATOR} where s.id = ${sessionId} for share of s`.execute(tx);
  return rows[0];
}

/** Notes that the operator did something; at most once a minute is written. */
export async function touchOperator(db: Database, sessionId: bigint): Promise<void> {
  await sql`update operator.session set active_at = platform.app_now()
            where id = ${sessionId} and active_at < platform.app_now() - interval '1 minute'`.execute(db);
}
