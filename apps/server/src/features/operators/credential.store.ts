import type { OperatorRole } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { secretBytes } from '#platform/authenticator/authenticator.ts';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { settingsOf } from '#platform/passwords/hash-settings.ts';
import type { NewSession } from './operator.store.ts';

/**
 * How operators prove who they are. The database compares: this login can read neither a password's hash nor an authenticator, and can set neither
 * (decision 0114).
 */

const EARLIER_AUTHENTICATOR = 'operator.operator.authenticator_sealed';
const PENDING = 'operator.invitation.pending_sealed';

export interface Account {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** All of the password's hash but the hash itself. */
  readonly passwordSettings: string;
}

/** An operator who may sign in; undefined for a stranger, for whoever has not enrolled, and for whoever is suspended. */
export async function findAccount(db: Database | Tx, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select o.id::text, o.email, o.name, o.role, c.password_settings as "passwordSettings"
    from operator.operator o join operator.credential c on c.operator_id = o.id
    where o.email = ${email} and not o.disabled`.execute(db);
  return rows[0];
}

/** The key under which the database keeps an authenticator. It is another one for each password, and no column of the database. */
function authenticatorKey(db: Database | Tx, operatorId: OperatorId, passwordSettings: string): Buffer {
  return keysOf(db).identify('operator-authenticator', `${operatorId} ${passwordSettings}`);
}

/** What somebody shows who wants to sign in. `account`: whose address it is; `ticket`: a secret by which the outcome is asked. */
export interface Attempt {
  readonly ticket: Buffer;
  readonly account: Account | undefined;
  readonly passwordHash: string;
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

export async function attemptSignIn(
  db: Database,
  { ticket, account, passwordHash, code, recoveryCode }: Attempt,
): Promise<void> {
  const id = account?.id ?? ('0' as OperatorId);
  const recoveryHash = recoveryCode === undefined ? null : hashOfRecovery(db, id, recoveryCode);
  const key = authenticatorKey(db, id, account?.passwordSettings ?? '');
  await sql`select operator.attempt_sign_in(${ticket}, ${account?.email ?? ''}, ${passwordHash}, ${code ?? null}, ${recoveryHash}, ${key})`.execute(
    db,
  );
}

/** What came of an attempt. Asked in a transaction of its own: the one that made it is never told. */
export async function outcomeOf(db: Database, ticket: Buffer): Promise<'right' | 'wrong' | 'braked'> {
  const { rows } = await sql<{ outcome: 'right' | 'wrong' | 'braked' }>`
    select operator.outcome_of(${ticket}) as outcome`.execute(db);
  return rows[0]?.outcome ?? 'wrong';
}

const columnsOf = ({ proof, deviceHash, device, place }: NewSession) =>
  sql`${proof}::bytea, ${deviceHash}::bytea, ${device}, ${place.name}, ${place.network}`;

/** Begins the session of a right attempt, once; false if it is not right any more. */
export async function beginSession(tx: Tx, ticket: Buffer, session: NewSession): Promise<boolean> {
  const { rows } = await sql<{ id: string | null }>`
    select operator.begin_session(${ticket}, ${columnsOf(session)})::text as id`.execute(tx);
  return typeof rows[0]?.id === 'string';
}

const hashOfRecovery = (db: Database | Tx, operatorId: OperatorId, code: string): Buffer =>
  keysOf(db).identify('recovery-code', `${operatorId} ${code}`);

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

function credentialColumns(
  db: Database | Tx,
  { operatorId, passwordHash, authenticator, step, recoveryCodes }: NewCredential,
) {
  const key = authenticatorKey(db, operatorId, settingsOf(passwordHash));
  const hashes = recoveryCodes.map((code) => hashOfRecovery(db, operatorId, code));
  return sql`${passwordHash}, ${secretBytes(authenticator)}::bytea, ${key}::bytea, ${step}::bigint, ${hashes}::bytea[]`;
}

/** Sets everything by which an operator signs in, anew: as the owner of the database. */
export async function saveCredential(owner: Tx, credential: NewCredential): Promise<void> {
  await sql`select operator.set_credential(${credential.operatorId}, ${credentialColumns(owner, credential)})`.execute(
    owner,
  );
}

/** The same by an invitation, which is used up, and begins a session; false if it is not good any more. */
export async function enrol(
  tx: Tx,
  { token, credential, session }: { token: string; credential: NewCredential; session: NewSession },
): Promise<boolean> {
  const { rows } = await sql<{ id: string | null }>`
    select operator.enrol(${keyOfInvitation(tx, token)}, ${credentialColumns(tx, credential)}, ${columnsOf(session)})::text as id`.execute(
    tx,
  );
  return typeof rows[0]?.id === 'string';
}

/** Whether an operator's authenticator lies where the version before kept it. */
export async function hasEarlierAuthenticators(db: Database): Promise<boolean> {
  const { rows } =
    await sql`select from operator.operator where authenticator_sealed is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Hands authenticators that the version before has sealed over to the database: as its owner. */
export async function moveEarlierAuthenticators(owner: Tx): Promise<void> {
  const { rows } = await sql<{ id: OperatorId; sealed: Buffer; settings: string }>`
    select o.id::text, o.authenticator_sealed as sealed, c.password_settings as settings
    from operator.operator o join operator.credential c on c.operator_id = o.id
    where o.authenticator_sealed is not null for update`.execute(owner);
  for (const { id, sealed, settings } of rows) {
    const secret = secretBytes(keysOf(owner).open(EARLIER_AUTHENTICATOR, id, sealed));
    await sql`update operator.credential
              set authenticator_encrypted = crypto.encrypt(${secret}, ${authenticatorKey(owner, id, settings)}, 'aes')
              where operator_id = ${id}`.execute(owner);
    await sql`update operator.operator set authenticator_sealed = null where id = ${id}`.execute(owner);
  }
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

const keyOfInvitation = (db: Database | Tx, token: string): Buffer =>
  keysOf(db).identify('operator-invitation', token);

export interface NewInvitation {
  readonly operatorId: OperatorId;
  readonly token: string;
  readonly hours: number;
}

/** Makes the invitation of an operator who has none: as the owner of the database. */
export async function insertInvitation(
  owner: Tx,
  { operatorId, token, hours }: NewInvitation,
): Promise<void> {
  await sql`update operator.invitation set used_at = platform.app_now()
            where operator_id = ${operatorId} and used_at is null`.execute(owner);
  await sql`
    insert into operator.invitation (operator_id, token_hash, expires_at)
    values (${operatorId}, sha256(${keyOfInvitation(owner, token)}), platform.app_now() + make_interval(hours => ${hours}::int))`.execute(
    owner,
  );
}

/** Replaces the invitation of an operator who has not enrolled, as the administrator of a session. */
export async function invite(
  tx: Tx,
  { sessionProof }: { readonly sessionProof: Buffer },
  { operatorId, token, hours }: NewInvitation,
): Promise<void> {
  await sql`select operator.invite(${sessionProof}, ${operatorId}, ${keyOfInvitation(tx, token)}, ${hours})`.execute(
    tx,
  );
}

/** The invitation of this token, if it is still good. */
const goodInvitation = (db: Database | Tx, token: string) => sql`
  operator.invitation i join operator.operator o on o.id = i.operator_id
    and i.token_hash = sha256(${keyOfInvitation(db, token)}) and i.used_at is null and i.expires_at > platform.app_now()
    and not o.disabled`;

/** Whether an invitation is still good, and its enrolment has begun. */
export async function hasBegunEnrolment(db: Database, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${goodInvitation(db, token)} where i.pending_sealed is not null`.execute(db);
  return rows.length > 0;
}

/** Finds an invitation that is still good, with its row lock. */
export async function selectInvitationForUpdate(tx: Tx, token: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Omit<Invitation, 'pending'> & { sealed: Buffer | null }>`
    select i.id::text, o.id::text as "operatorId", o.email, o.name, o.role, i.pending_sealed as sealed
    from ${goodInvitation(tx, token)}
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
