import type { OtpChannel, OtpPurpose } from '@holdfast/contract/member';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { sweep } from '#platform/db/sweep.ts';
import type { RecentCode } from './budgets.rules.ts';

/** Takes the advisory lock that serialises sends to one subject, so that each counts what the other has sent. */
export async function takeSubjectAdvisory(tx: Tx, channel: OtpChannel, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${channel} ${subject}`}, 0))`.execute(tx);
}

/** Purposes of the look-up hashes, and the name of the box that holds both in the clear. */
const SUBJECT = 'one-time-code.subject';
const TARGET = 'one-time-code.target';
const COLUMN = 'member.one_time_code.sealed';

/** The codes of the last hour for a subject, newest first. */
export async function listRecentCodes(
  tx: Tx,
  { channel, subject, deviceHash }: { channel: OtpChannel; subject: string; deviceHash: Buffer },
): Promise<RecentCode[]> {
  const { rows } = await sql<RecentCode>`
    select created_at as at, pool, device_hash = ${deviceHash} as "isSameDevice", target_key is not null as "isSent"
    from member.one_time_code
    where channel = ${channel} and subject_key = any(${keysOf(tx).lookups(SUBJECT, subject)}::bytea[])
      and created_at > platform.app_now() - interval '1 hour'
    order by created_at desc`.execute(tx);
  return rows;
}

/** When the codes of the last hour to an address were sent that count towards the limits of `pool`, newest first. */
export async function listRecentToAddress(
  tx: Tx,
  { channel, target, pool }: { channel: OtpChannel; target: string; pool: string },
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from member.one_time_code
    where channel = ${channel} and target_key = any(${keysOf(tx).lookups(TARGET, target)}::bytea[])
      and pool = ${pool} and created_at > platform.app_now() - interval '1 hour'
    order by created_at desc`.execute(tx);
  return rows.map(({ at }) => at);
}

/** Whether `count` codes were sent within the last hour for anonymous callers. It reads no more rows than that, and locks none. */
export async function hasSentToAnonymous(tx: Tx, channel: OtpChannel, count: number): Promise<boolean> {
  const { rows } = await sql<{ hasSent: boolean }>`
    select count(*) >= ${count} as "hasSent" from (
      select from member.one_time_code
      where channel = ${channel} and pool = 'anonymous' and target_key is not null
        and created_at > platform.app_now() - interval '1 hour'
      limit ${count}) sent`.execute(tx);
  return rows[0]?.hasSent ?? false;
}

export interface NewCode {
  readonly id: string;
  readonly purpose: OtpPurpose;
  readonly channel: OtpChannel;
  readonly subject: string;
  readonly target: string;
  readonly deviceHash: Buffer;
  readonly codeHash: Buffer;
  readonly lifeMinutes: number;
  /** The kind of caller whose limits it counts towards. */
  readonly pool: string;
}

/** Inserts a code and ends the one that it replaces: per subject, purpose and device only the newest is valid. */
export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  const keys = keysOf(tx);
  const { subject, target } = code;
  const subjectKeys = keys.lookups(SUBJECT, subject);
  const targetKey = target === '' ? null : keys.lookups(TARGET, target)[0];
  const sealed = keys.seal(COLUMN, code.id, JSON.stringify({ subject, target }));
  await sql`
    update member.one_time_code set ended_at = platform.app_now()
    where channel = ${code.channel} and subject_key = any(${subjectKeys}::bytea[]) and purpose = ${code.purpose}
      and device_hash = ${code.deviceHash} and ended_at is null`.execute(tx);
  await sql`
    insert into member.one_time_code (id, purpose, channel, subject_key, target_key, sealed, device_hash, code_hash, pool, expires_at)
    values (${code.id}, ${code.purpose}, ${code.channel}, ${subjectKeys[0]}, ${targetKey}, ${sealed}, ${code.deviceHash},
            ${code.codeHash}, ${code.pool}, platform.app_now() + make_interval(mins => ${code.lifeMinutes}::int))`.execute(
    tx,
  );
}

export interface CountedCode {
  readonly purpose: OtpPurpose;
  readonly channel: OtpChannel;
  readonly subject: string;
  readonly target: string;
  readonly codeHash: Buffer;
  readonly tries: number;
}

/** Counts one try at a live code and returns the code; undefined if there is none, or its tries are used up. */
export async function countTry(
  db: Database,
  { id, deviceHash, triesMax }: { id: string; deviceHash: Buffer; triesMax: number },
): Promise<CountedCode | undefined> {
  const { rows } = await sql<Omit<CountedCode, 'subject' | 'target'> & { sealed: Buffer }>`
    update member.one_time_code set tries = tries + 1
    where id = ${id} and device_hash = ${deviceHash} and ended_at is null and tries < ${triesMax}
      and expires_at > platform.app_now()
    returning purpose, channel, sealed, code_hash as "codeHash", tries`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { sealed, ...counted } = row;
  const { subject, target } = JSON.parse(keysOf(db).open(COLUMN, id, sealed)) as Pick<
    CountedCode,
    'subject' | 'target'
  >;
  return { ...counted, subject, target };
}

/** Whether this device has asked for the code, which may have ended since. */
export async function wasAskedBy(
  db: Database,
  { id, deviceHash }: { id: string; deviceHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    select from member.one_time_code where id = ${id} and device_hash = ${deviceHash}`.execute(db);
  return rows.length > 0;
}

/** Ends a code; false if it was used or replaced meanwhile. */
export async function endCode(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update member.one_time_code set ended_at = platform.app_now()
    where id = ${id} and ended_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes expired codes. They count towards limits for an hour. */
export async function deleteOldCodes(db: Database): Promise<void> {
  const before = sql`platform.app_now() - interval '2 hours'`;
  await sweep(db, { table: 'member.one_time_code', column: 'created_at', before });
}
