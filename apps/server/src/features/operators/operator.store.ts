import {
  OPERATOR_ABSOLUTE_HOURS,
  OPERATOR_IDLE_MINUTES,
  type OperatorRole,
} from '@holdfast/contract/operators';
import type { OperatorId, OperatorSessionId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import type { Place } from '#platform/place/place.ts';

export interface SignedInOperator {
  readonly id: OperatorId;
  readonly sessionId: OperatorSessionId;
  readonly role: OperatorRole;
  readonly email: string;
  readonly deviceHash: Buffer;
  readonly endReason: string | null;
  readonly endedAt: Date | null;
  /** The session is neither ended nor expired, and the operator is not disabled. */
  readonly isLive: boolean;
}

const selectOperator = (sessions: RawBuilder<unknown>) => sql<SignedInOperator>`
    select o.id::text, s.id::text as "sessionId", o.role, o.email, s.device_hash as "deviceHash",
           s.end_reason as "endReason", s.ended_at as "endedAt",
           s.ended_at is null and not o.disabled
             and s.active_at > platform.app_now() - make_interval(mins => ${OPERATOR_IDLE_MINUTES}::int)
             and s.created_at > platform.app_now() - make_interval(hours => ${OPERATOR_ABSOLUTE_HOURS}::int) as "isLive"
    from ${sessions} s join operator.operator o on o.id = s.operator_id`;

/**
 * What the database is shown for an operator's proof; it keeps a hash of this. Another purpose than a member's: the one is never the other.
 */
export function hashOperatorProof(db: Database | Tx, proof: string): Buffer {
  return keysOf(db).identify('operator-proof', proof);
}

export async function findOperatorByProof(
  db: Database,
  proof: Buffer,
): Promise<SignedInOperator | undefined> {
  const { rows } =
    await sql<SignedInOperator>`${selectOperator(sql`operator.session`)} where s.checksum_hash = sha256(${proof})`.execute(
      db,
    );
  return rows[0];
}

/** Reads the operator with a shared row lock on the session: it cannot be ended before this transaction commits. */
export async function selectOperatorForShare(
  tx: Tx,
  sessionId: OperatorSessionId,
): Promise<SignedInOperator | undefined> {
  const { rows } = await selectOperator(sql`operator.lock_session(${sessionId})`).execute(tx);
  return rows[0];
}

/** Extends the session of an active operator; writes at most once in half a minute. */
export async function touchOperator(db: Database, proof: Buffer): Promise<void> {
  await sql`select operator.touch_session(${proof})`.execute(db);
}

export interface NewSession {
  readonly proof: Buffer;
  readonly deviceHash: Buffer;
  readonly device: string;
  readonly place: Place;
}

/** Ends the live session of an operator; says whether there was one. */
export async function endSessions(
  tx: Tx,
  operatorId: OperatorId,
  reason: 'signed-out' | 'operator',
): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select operator.end_sessions(${operatorId}, ${reason}) as ended`.execute(tx);
  hintOperators(tx, { topic: 'ended', operatorId });
  return rows[0]?.ended ?? false;
}

const BATCH = 5000;

/** Takes device and place from sessions that ended, or expired, 90 days ago: the database knows which those are. */
export async function forgetOldOperatorSessions(db: Database | Tx): Promise<void> {
  for (let forgotten = BATCH; forgotten === BATCH;) {
    const { rows } = await sql<{ count: number }>`
      select operator.forget_old_sessions(${BATCH}) as count`.execute(db);
    forgotten = rows[0]?.count ?? 0;
  }
}

export interface OwnSession {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly signedInAt: Date;
  readonly endsAt: Date;
  readonly recoveryCodesLeft: number;
  readonly lastAt: Date | null;
  readonly lastPlace: string | null;
  readonly lastNetwork: string | null;
}

export async function readOwnSession(tx: Tx, sessionId: OperatorSessionId): Promise<OwnSession> {
  const { rows } = await sql<OwnSession>`
    select o.email, o.name, o.role, s.created_at as "signedInAt",
      least(s.active_at + make_interval(mins => ${OPERATOR_IDLE_MINUTES}::int),
            s.created_at + make_interval(hours => ${OPERATOR_ABSOLUTE_HOURS}::int)) as "endsAt",
      (select count(*)::int from operator.recovery_code c where c.operator_id = o.id and c.used_at is null) as "recoveryCodesLeft",
      l.created_at as "lastAt", l.place as "lastPlace", l.network as "lastNetwork"
    from operator.session s join operator.operator o on o.id = s.operator_id
    left join lateral (
      select p.created_at, p.place, p.network from operator.session p
      where p.operator_id = o.id and p.id < s.id order by p.id desc limit 1) l on true
    where s.id = ${sessionId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new TypeError('a session row is never deleted');
  return row;
}

export interface OperatorRow {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly isDisabled: boolean;
  readonly isEnrolled: boolean;
  readonly isSignedIn: boolean;
  readonly activeAt: Date | null;
  readonly createdAt: Date;
}

const ROW = sql`
  select o.id::text, o.email, o.name, o.role, o.disabled as "isDisabled", o.enrolled_at is not null as "isEnrolled",
    o.created_at as "createdAt", s.active_at as "activeAt",
    coalesce(s.ended_at is null and s.active_at > platform.app_now() - make_interval(mins => ${OPERATOR_IDLE_MINUTES}::int), false)
      as "isSignedIn"
  from operator.operator o
  left join lateral (
    select l.ended_at, l.active_at from operator.session l where l.operator_id = o.id order by l.id desc limit 1) s on true`;

export async function listOperators(tx: Tx): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`${ROW} order by o.disabled, o.role, o.email`.execute(tx);
  return rows;
}

export async function findOperator(tx: Tx, email: string): Promise<OperatorRow | undefined> {
  const { rows } = await sql<OperatorRow>`${ROW} where o.email = ${email.toLowerCase()}`.execute(tx);
  return rows[0];
}

/** The mail addresses of operators, by id: what others of the staff know them by. */
export async function operatorNames(tx: Tx, ids: readonly OperatorId[]): Promise<Map<OperatorId, string>> {
  const { rows } = await sql<{ id: OperatorId; email: string }>`
    select id::text, email from operator.operator where id = any(${[...new Set(ids)]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
