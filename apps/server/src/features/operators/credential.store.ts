import type { OperatorRole } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

const AUTHENTICATOR = 'operator.operator.authenticator_sealed';
const PENDING = 'operator.invitation.pending_sealed';

export interface Credential {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly passwordHash: string;
  readonly authenticator: string;
}

/** An operator who may sign in; undefined for a stranger, for whoever has not enrolled, and for whoever is suspended. */
export async function findCredential(db: Database | Tx, email: string): Promise<Credential | undefined> {
  const { rows } = await sql<Omit<Credential, 'authenticator'> & { sealed: Buffer }>`
    select id::text, email, name, role, password_hash as "passwordHash", authenticator_sealed as sealed
    from operator.operator where email = ${email} and password_hash is not null and not disabled`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { sealed, ...rest } = row;
  return { ...rest, authenticator: keysOf(db).open(AUTHENTICATOR, row.id, sealed) };
}

/** Takes a time step, once, with the password that was compared; false if it or a later one was taken already. */
export async function takeStep(
  tx: Tx,
  { id, passwordHash, step }: Pick<Credential, 'id' | 'passwordHash'> & { step: number },
): Promise<boolean> {
  const { rows } = await sql`
    update operator.operator set authenticator_step = ${step}
    where id = ${id} and authenticator_step < ${step} and password_hash = ${passwordHash} and not disabled
    returning 1`.execute(tx);
  return rows.length > 0;
}

const hashOfRecovery = (db: Database | Tx, operatorId: OperatorId, code: string): Buffer =>
  keysOf(db).identify('recovery-code', `${operatorId} ${code}`);

export async function takeRecoveryCode(tx: Tx, operatorId: OperatorId, code: string): Promise<boolean> {
  const { rows } = await sql`
    update operator.recovery_code set used_at = platform.app_now()
    where code_hash = ${hashOfRecovery(tx, operatorId, code)} and operator_id = ${operatorId} and used_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, operatorId: OperatorId): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from operator.recovery_code where operator_id = ${operatorId} and used_at is null`.execute(
    tx,
  );
  return rows[0]?.left ?? 0;
}

export interface NewCredential {
  readonly operatorId: OperatorId;
  readonly passwordHash: string;
  readonly authenticator: string;
  readonly step: number;
  readonly recoveryCodes: readonly string[];
}

/** Sets everything by which an operator signs in, anew. */
export async function saveCredential(
  tx: Tx,
  { operatorId, passwordHash, authenticator, step, recoveryCodes }: NewCredential,
): Promise<void> {
  const sealed = keysOf(tx).seal(AUTHENTICATOR, operatorId, authenticator);
  await sql`
    update operator.operator
    set password_hash = ${passwordHash}, authenticator_sealed = ${sealed}, authenticator_step = ${step}, enrolled_at = platform.app_now()
    where id = ${operatorId}`.execute(tx);
  await sql`update operator.recovery_code set used_at = platform.app_now()
            where operator_id = ${operatorId} and used_at is null`.execute(tx);
  const hashes = recoveryCodes.map((code) => hashOfRecovery(tx, operatorId, code));
  await sql`insert into operator.recovery_code (operator_id, code_hash)
            select ${operatorId}, * from unnest(${hashes}::bytea[])`.execute(tx);
}

export interface Invitation {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** The secret that was shown; '' before. */
  readonly pending: string;
}

const hashOfInvitation = (db: Database | Tx, token: string): Buffer =>
  keysOf(db).identify('operator-invitation', token);

/** Replaces whatever invitation an operator had. */
export async function insertInvitation(
  tx: Tx,
  { operatorId, token, hours }: { operatorId: OperatorId; token: string; hours: number },
): Promise<void> {
  await sql`update operator.invitation set used_at = platform.app_now()
            where operator_id = ${operatorId} and used_at is null`.execute(tx);
  await sql`
    insert into operator.invitation (operator_id, token_hash, expires_at)
    values (${operatorId}, ${hashOfInvitation(tx, token)}, platform.app_now() + make_interval(hours => ${hours}::int))`.execute(
    tx,
  );
}

/** Finds an invitation that is still good, with its row lock. */
export async function selectInvitationForUpdate(tx: Tx, token: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Omit<Invitation, 'pending'> & { sealed: Buffer | null }>`
    select i.id::text, o.id::text as "operatorId", o.email, o.name, o.role, i.pending_sealed as sealed
    from operator.invitation i join operator.operator o on o.id = i.operator_id
    where i.token_hash = ${hashOfInvitation(tx, token)} and i.used_at is null and i.expires_at > platform.app_now()
      and not o.disabled
    for update of i`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { sealed, ...rest } = row;
  return { ...rest, pending: keysOf(tx).open(PENDING, row.id, sealed) };
}

export async function savePending(tx: Tx, invitationId: string, secret: string): Promise<void> {
  const sealed = keysOf(tx).seal(PENDING, invitationId, secret);
  await sql`update operator.invitation set pending_sealed = ${sealed} where id = ${invitationId}`.execute(tx);
}

export async function useUpInvitation(tx: Tx, invitationId: string): Promise<void> {
  await sql`update operator.invitation set used_at = platform.app_now(), pending_sealed = null
            where id = ${invitationId}`.execute(tx);
}
