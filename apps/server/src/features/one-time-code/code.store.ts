import type { OtpChannel, OtpPurpose } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';
import { SEALED } from '#platform/db/personal.ts';
import { sweep } from '#platform/db/sweep.ts';

/** Takes the advisory lock that serialises sends to one subject, so that each counts what the other has sent. */
export async function takeSubjectAdvisory(tx: Tx, channel: OtpChannel, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${channel} ${subject}`}, 0))`.execute(tx);
}

/** Purposes of the look-up hashes, and the name of the box that holds both in the clear. */
const SUBJECT = 'one-time-code.subject';
const TARGET = 'one-time-code.target';
const COLUMN = 'member.one_time_code.sealed';

/** When the codes of the last hour were sent, newest first. */
export async function listRecentCodes(
  tx: Tx,
  by: { channel: OtpChannel; subject: string } | { channel: OtpChannel; target: string },
): Promise<Date[]> {
  const keys = keysOf(tx);
  const whose =
    'subject' in by
      ? sql`subject_key = any(${keys.lookups(SUBJECT, by.subject)}::bytea[])`
      : sql`target_key = any(${keys.lookups(TARGET, by.target)}::bytea[])`;
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from member.one_time_code
    where channel = ${by.channel} and ${whose} and created_at > platform.app_now() - interval '1 hour'
    order by created_at desc`.execute(tx);
  return rows.map(({ at }) => at);
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
    insert into member.one_time_code (id, purpose, channel, subject_key, target_key, sealed, device_hash, code_hash, expires_at)
    values (${code.id}, ${code.purpose}, ${code.channel}, ${subjectKeys[0]}, ${targetKey}, ${sealed}, ${code.deviceHash},
            ${code.codeHash}, platform.app_now() + make_interval(mins => ${code.lifeMinutes}::int))`.execute(
    tx,
  );
}

export interface BudgetUse {
  readonly key: string;
  readonly used: number;
  readonly endsAt: Date;
}

/** Charges each budget once and returns its use. Sorted keys avoid deadlocks; a refusal rolls the charge back. */
export async function chargeBudgets(tx: Tx, names: readonly string[]): Promise<BudgetUse[]> {
  // A block of numbers is most of a number, so the budgets' names are stored as keyed hashes.
  const byHash = new Map(
    names.map((name) => [keysOf(tx).identify('code-budget', name).toString('hex'), name]),
  );
  const { rows } = await sql<BudgetUse>`
    insert into member.code_budget as b (key, used, ends_at)
    select key, 1, platform.app_now() + interval '1 hour' from unnest(${[...byHash.keys()].toSorted()}::text[]) key order by key
    on conflict (key) do update set
      used = case when b.ends_at <= platform.app_now() then 1 else b.used + 1 end,
      ends_at = case when b.ends_at <= platform.app_now() then excluded.ends_at else b.ends_at end
    returning key, used, ends_at as "endsAt"`.execute(tx);
  return rows.map((row) => ({ ...row, key: byHash.get(row.key) ?? row.key }));
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

/** Ends a code; false if it was used or replaced meanwhile. */
export async function endCode(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update member.one_time_code set ended_at = platform.app_now()
    where id = ${id} and ended_at is null returning id`.execute(tx);
  return rows.length > 0;
}

/** Finds a member's proven address on a channel; undefined for an unknown account, and for a member without one. */
export async function findAddress(
  tx: Tx,
  account: string,
  channel: OtpChannel,
): Promise<{ target: string; reader: MemberId } | undefined> {
  const { rows } = await sql<{ reader: MemberId; mobile: Buffer | null; mail: Buffer | null }>`
    select id::text as reader, case when not mobile_unproven then mobile_sealed end as mobile,
           case when not email_unproven then email_sealed end as mail
    from member.member where account = ${account}`.execute(tx);
  const [member] = rows;
  const target = member ? keysOf(tx).open(SEALED[channel], member.reader, member[channel]) : '';
  return member && target !== '' ? { target, reader: member.reader } : undefined;
}

/** Deletes expired codes and budgets. Codes count towards limits for an hour. */
export async function deleteOldCodes(db: Database): Promise<void> {
  await sweep(db, sql`member.one_time_code`, sql`created_at < platform.app_now() - interval '2 hours'`);
  await sweep(db, sql`member.code_budget`, sql`ends_at < platform.app_now()`);
}
