import type { RealNameStatus } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { EXPIRES_AT } from '#features/sign-in/index.ts';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { MOBILE, SEALED } from '#platform/db/personal.ts';

/** A member as operators see one. Addresses and name are opened here and masked by whoever shows them. */
export interface AdministeredMember {
  readonly id: MemberId;
  readonly uid: string;
  readonly account: string;
  readonly nick: string;
  readonly level: number;
  /** An operator has lowered it: own orders do not raise it. */
  readonly isLevelKept: boolean;
  readonly role: 'member' | 'merchant';
  readonly realName: string;
  readonly realNameStatus: RealNameStatus;
  readonly mobile: string;
  readonly mail: string;
  readonly registeredAt: Date;
  readonly isForbidden: boolean;
  readonly isFrozen: boolean;
  readonly hasSecret: boolean;
}

interface Row extends Omit<AdministeredMember, 'realName' | 'mobile' | 'mail'> {
  readonly realNameSealed: Buffer | null;
  readonly mobileSealed: Buffer | null;
  readonly mailSealed: Buffer | null;
}

/** The bound keeps each credential a look-up of its own: a plan that goes through both tables in order reads all that are newer than the page. */
const MEMBER = sql`
  select m.id::text, m.uid, m.account, m.nick, m.level, m.level_kept as "isLevelKept", m.role, m.real_name_sealed as "realNameSealed",
    m.real_name_status as "realNameStatus", m.mobile_sealed as "mobileSealed", m.email_sealed as "mailSealed",
    m.registered_at as "registeredAt", m.login_forbidden as "isForbidden", m.frozen_at is not null as "isFrozen",
    c.secret_hash is not null as "hasSecret"
  from member.member m
    cross join lateral (select secret_hash from member.credential where member_id = m.id limit 1) c`;

function toMembers(tx: Tx, rows: readonly Row[]): AdministeredMember[] {
  const keys = keysOf(tx);
  return rows.map(({ realNameSealed, mobileSealed, mailSealed, ...row }) => ({
    ...row,
    realName: keys.open(SEALED.realName, row.id, realNameSealed),
    mobile: keys.open(SEALED.mobile, row.id, mobileSealed),
    mail: keys.open(SEALED.mail, row.id, mailSealed),
  }));
}

async function select(tx: Tx, rest: RawBuilder<unknown>): Promise<AdministeredMember[]> {
  const { rows } = await sql<Row>`${MEMBER} ${rest}`.execute(tx);
  return toMembers(tx, rows);
}

export async function findMember(tx: Tx, account: string): Promise<AdministeredMember | undefined> {
  return (await select(tx, sql`where m.account = ${account}`))[0];
}

/** With the member's row lock. */
export async function selectMemberForUpdate(
  tx: Tx,
  account: string,
): Promise<AdministeredMember | undefined> {
  return (await select(tx, sql`where m.account = ${account} for no key update of m`))[0];
}

/** The newest first. */
export function listNewest(tx: Tx, before: bigint, limit: number): Promise<AdministeredMember[]> {
  return select(tx, sql`where m.id < ${before} order by m.id desc limit ${limit}`);
}

/** Above every letter of an account. */
const END = '~';

/** Accounts that begin so, in their order, behind the member `after`. */
export function listByAccount(
  tx: Tx,
  { beginning, after }: { beginning: string; after: bigint },
  limit: number,
): Promise<AdministeredMember[]> {
  return select(
    tx,
    sql`where m.account collate "C" >= ${beginning} and m.account collate "C" < ${beginning + END}
      and (${after}::bigint = 0 or m.account collate "C" > (select a.account collate "C" from member.member a where a.id = ${after}))
      order by m.account collate "C" limit ${limit}`,
  );
}

/** By what stands for one member alone. */
export function listExact(
  tx: Tx,
  by: { readonly uid: string } | { readonly nickKey: string },
): Promise<AdministeredMember[]> {
  return select(tx, 'uid' in by ? sql`where m.uid = ${by.uid}` : sql`where m.nick_key = ${by.nickKey}`);
}

/** These members, the newest first. */
export function listMembersOf(tx: Tx, ids: readonly MemberId[]): Promise<AdministeredMember[]> {
  return select(tx, sql`where m.id = any(${ids}::bigint[]) order by m.id desc`);
}

/** Whose mobile this is. */
export async function findByMobile(tx: Tx, mobile: string): Promise<MemberId[]> {
  const { rows } = await sql<{ id: MemberId }>`
    select distinct member_id::text as id from member.mobile_lookup
    where hash = any(${keysOf(tx).lookups(MOBILE, mobile)}::bytea[])`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface LiveSession {
  readonly device: string;
  readonly place: string;
  readonly network: string;
  readonly since: Date;
  readonly activeAt: Date;
}

export async function findLiveSession(tx: Tx, memberId: MemberId): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`
    select device_name as device, place, network, created_at as since, active_at as "activeAt"
    from member.session
    where member_id = ${memberId} and ended_at is null and ${EXPIRES_AT} > platform.app_now()`.execute(tx);
  return rows[0];
}

export async function savePermissions(
  tx: Tx,
  memberId: MemberId,
  { isForbidden, role }: Pick<AdministeredMember, 'isForbidden' | 'role'>,
): Promise<void> {
  await sql`update member.member set login_forbidden = ${isForbidden}, role = ${role} where id = ${memberId}`.execute(
    tx,
  );
}
