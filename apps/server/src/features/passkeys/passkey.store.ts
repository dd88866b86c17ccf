import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

const SEALED = 'member.passkey.sealed';

/** What the browser names a key by, and what its signatures are checked with. */
export interface Credential {
  /** base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly transports: readonly string[];
}

export interface Passkey {
  readonly id: string;
  readonly memberId: MemberId;
  readonly name: string;
  readonly credential: Credential;
  readonly counter: number;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
  readonly isSuspended: boolean;
}

type Row = Omit<Passkey, 'credential' | 'counter'> & { sealed: Buffer; counter: string };

const COLUMNS = sql`
  id::text, member_id::text as "memberId", name, sealed, counter::text, added_at as "addedAt", used_at as "usedAt",
  suspended_at is not null as "isSuspended"`;

const keyOf = (db: Database | Tx, credentialId: string): Buffer =>
  keysOf(db).identify('passkey', credentialId);

/** What the device keeps beside a key to say whose it is. It must not tell the number of the member. base64url. */
export const userHandleOf = (db: Database | Tx, memberId: MemberId): string =>
  keysOf(db).identify('passkey-user', memberId).toString('base64url');

const open = (db: Database | Tx, { sealed, counter, ...row }: Row): Passkey => ({
  ...row,
  counter: Number(counter),
  credential: JSON.parse(keysOf(db).open(SEALED, row.id, sealed)) as Credential,
});

export async function listPasskeys(tx: Tx, memberId: MemberId): Promise<Passkey[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from member.passkey p where member_id = ${memberId} order by p.id`.execute(tx);
  return rows.map((row) => open(tx, row));
}

/** Finds a key that may sign in, by the id that the browser names it by. */
export async function findPasskey(db: Database | Tx, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from member.passkey
    where credential_key = ${keyOf(db, credentialId)} and suspended_at is null`.execute(db);
  return rows[0] && open(db, rows[0]);
}

/** Adds a key; false if somebody has it. */
export async function insertPasskey(
  tx: Tx,
  memberId: MemberId,
  { credential, counter, name }: { credential: Credential; counter: number; name: string },
): Promise<boolean> {
  const { rows: numbers } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('member.passkey', 'id'))::text as id`.execute(tx);
  const { id } = defined(numbers[0], 'a sequence has a next number');
  const { rows } = await sql`
    insert into member.passkey (id, member_id, credential_key, sealed, counter, name)
    overriding system value
    values (${id}, ${memberId}, ${keyOf(tx, credential.id)}, ${keysOf(tx).seal(SEALED, id, JSON.stringify(credential))},
            ${counter}, ${name})
    on conflict (credential_key) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Counts a member's keys under the member's row lock, so that two at once are not both the last one. */
export async function countPasskeysForUpdate(tx: Tx, memberId: MemberId): Promise<number> {
  await sql`select from member.member where id = ${memberId} for no key update`.execute(tx);
  const { rows } = await sql<{ keys: number }>`
    select count(*)::int as keys from member.passkey where member_id = ${memberId}`.execute(tx);
  return defined(rows[0], 'a count').keys;
}

/** Gives a key another name; false if the member has none of that id. */
export async function savePasskeyName(
  tx: Tx,
  memberId: MemberId,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    update member.passkey set name = ${name} where member_id = ${memberId} and id = ${id} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Deletes a key; false if the member has none of that id. */
export async function deletePasskey(tx: Tx, memberId: MemberId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from member.passkey where member_id = ${memberId} and id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes a signature: the counter only goes up, where the device counts at all. False if the key was removed, suspended or used meanwhile
 * with a later signature: then there are two of it.
 */
export async function takeSignature(tx: Tx, id: string, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update member.passkey set counter = ${counter}, used_at = platform.app_now()
    where id = ${id} and suspended_at is null and (counter < ${counter} or counter = 0 and ${counter} = 0)
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Suspends the keys that were added within some hours. */
export async function suspendRecent(tx: Tx, memberId: MemberId, hours: number): Promise<void> {
  await sql`
    update member.passkey set suspended_at = platform.app_now()
    where member_id = ${memberId} and suspended_at is null
      and added_at > platform.app_now() - make_interval(hours => ${hours}::int)`.execute(tx);
}
