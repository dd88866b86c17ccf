import { SETTING_NAMES, type SettingChange, type SettingName } from '@holdfast/contract/settings';
import { defined, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** What the first statement of a transaction says of it: its time, and which settings it sees. */
export interface Moment {
  /** The database's time of the transaction (`app_now()`). */
  readonly now: Date;
  /** The newest row of settings, null for none. */
  readonly newestSetting: string | null;
}

/** SQL of the newest row of settings that a statement sees, null for none. Rows become visible in the order of their ids. */
export const NEWEST_SETTING = sql<string | null>`(select max(id)::text from platform.setting)`;

export async function readMoment(tx: Tx): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select platform.app_now() as now, ${NEWEST_SETTING} as "newestSetting"`.execute(tx);
  return defined(rows[0], 'a select of one row');
}

/** A change that was not withdrawn. */
export interface StoredChange extends SettingChange {
  readonly id: string;
  readonly setBy: OperatorId;
  readonly reason: string;
}

interface Seen {
  /** The newest row that counts; absent: the newest that the transaction sees. */
  readonly newest?: string;
  /** For how long before now they are wanted too. */
  readonly margin: '0' | '1 day';
}

/**
 * The changes that hold or have not started, in the order in which they were written. The one that holds is found for each name by the index, so this
 * costs the same after any number of changes.
 */
export async function listChanges(
  tx: Tx,
  { newest = '9223372036854775807', margin }: Seen,
): Promise<StoredChange[]> {
  const isKept = sql`s.id <= ${newest}::bigint and s.withdraws is null
    and not exists (select from platform.setting w where w.withdraws = s.id and w.id <= ${newest}::bigint)`;
  const from = sql`platform.app_now() - ${margin}::interval`;
  const { rows } = await sql<StoredChange>`
    select id::text, name, value, starts_at as "startsAt", set_by::text as "setBy", reason from (
      (select s.* from platform.setting s where s.starts_at > ${from} and ${isKept})
      union all
      (select held.* from unnest(${SETTING_NAMES}::text[]) own (name), lateral (
        select s.* from platform.setting s where s.name = own.name and s.starts_at <= ${from} and ${isKept}
        order by s.starts_at desc, s.id desc limit 1) held)
    ) changes order by changes.id`.execute(tx);
  return rows;
}

/** Changes of settings are made one after the other: what one has written, the next one sees. */
export async function takeSettingsAdvisory(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`.execute(tx);
}

export interface PastChange extends StoredChange {
  readonly setAt: Date;
  readonly approvedBy: OperatorId | null;
  readonly state: 'planned' | 'current' | 'past' | 'withdrawn';
  readonly withdrawnBy: OperatorId | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnReason: string | null;
}

/** The changes of one setting or of all, newest first. */
export async function listPast(
  tx: Tx,
  { before, name, limit }: { before: bigint; name: SettingName | undefined; limit: number },
): Promise<PastChange[]> {
  const { rows } = await sql<PastChange>`
    select s.id::text, s.name, s.value, s.starts_at as "startsAt", s.set_by::text as "setBy", s.reason, s.set_at as "setAt",
      s.approved_by::text as "approvedBy", w.set_by::text as "withdrawnBy", w.set_at as "withdrawnAt", w.reason as "withdrawnReason",
      case when w.id is not null then 'withdrawn' when s.starts_at > platform.app_now() then 'planned'
        when exists (select from platform.setting l where l.name = s.name and l.withdraws is null and l.starts_at <= platform.app_now()
          and (l.starts_at, l.id) > (s.starts_at, s.id) and not exists (select from platform.setting x where x.withdraws = l.id)) then 'past'
        else 'current' end as state
    from platform.setting s left join platform.setting w on w.withdraws = s.id
    where s.withdraws is null and s.id < ${before} ${name === undefined ? sql`` : sql`and s.name = ${name}`}
    order by s.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** By whose session the database knows who it is. */
type Setter = { readonly sessionProof: Buffer };

export async function saveSetting(
  tx: Tx,
  { sessionProof }: Setter,
  {
    name,
    value,
    startsAt,
    reason,
  }: { name: SettingName; value: string; startsAt: string | null; reason: string },
): Promise<void> {
  await sql`select platform.set_setting(${sessionProof}, ${name}, ${value}, ${startsAt}::timestamptz, ${reason})`.execute(
    tx,
  );
}

/** Carries out an approved request. The function takes it: the application has no other way to change what needs two people. */
export async function saveRequested(tx: Tx, requestId: string): Promise<void> {
  await sql`select platform.set_requested_setting(${requestId})`.execute(tx);
}

/** Undefined if it is no change that has not started. */
export async function withdraw(
  tx: Tx,
  { sessionProof }: Setter,
  { id, reason }: { id: string; reason: string },
): Promise<StoredChange | undefined> {
  const { rows } = await sql<StoredChange>`
    select s.id::text, s.name, s.value, s.starts_at as "startsAt"
    from platform.setting s where s.id = ${id} and platform.withdraw_setting(${sessionProof}, ${id}, ${reason}) is not null`.execute(
    tx,
  );
  return rows[0];
}
