import { INACTIVITY_TIMEOUT_MS, SESSION_LIFETIME_MS } from '@holdfast/contract/constants';
import type { MemberId, SessionId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { sweep } from '#platform/db/sweep.ts';
import type { Place } from '#platform/place/place.ts';
import type { EndReason } from './session.rules.ts';

export interface StoredSession {
  readonly id: SessionId;
  readonly memberId: MemberId;
  readonly installKey: Buffer;
  readonly deviceHash: Buffer;
  readonly checksumHash: Buffer;
  readonly createdAt: Date;
  readonly activeAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  /** The device that caused the end and where it was; empty if no device did. */
  readonly endedBy: { device?: string; place?: string; network?: string };
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
  /** The database's time of the read. */
  readonly now: Date;
}

const COLUMNS = sql`s.id::text, s.member_id::text as "memberId", s.install_key as "installKey", s.device_hash as "deviceHash",
           s.checksum_hash as "checksumHash", s.created_at as "createdAt",
           s.active_at as "activeAt", s.ended_at as "endedAt", s.end_reason as "endReason", s.ended_by as "endedBy",
           m.account, m.uid, m.nick, platform.app_now() as now`;
const SESSION = sql`select ${COLUMNS} from member.session s join member.member m on m.id = s.member_id`;

export async function findSessionByProof(
  db: Database,
  checksumHash: Buffer,
): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`${SESSION} where s.checksum_hash = ${checksumHash}`.execute(db);
  return rows[0];
}

/** How long a proof that was renewed still opens the answer of the command that renewed it: as long as that answer is kept. */
const REPLACED_MINUTES = 15;

/** Finds the session whose proof this was before a command renewed it, with that command's RID. */
export async function findSessionByReplacedProof(
  db: Database,
  checksumHash: Buffer,
): Promise<(StoredSession & { readonly renewedBy: string }) | undefined> {
  const { rows } = await sql<StoredSession & { renewedBy: string }>`
    select ${COLUMNS}, r.rid as "renewedBy"
    from member.replaced_proof r join member.session s on s.id = r.session_id join member.member m on m.id = s.member_id
    where r.checksum_hash = ${checksumHash}
      and r.replaced_at > platform.app_now() - make_interval(mins => ${REPLACED_MINUTES}::int)`.execute(db);
  return rows[0];
}

/** Deletes replaced proofs that open nothing any more. */
export async function sweepReplacedProofs(db: Database): Promise<void> {
  const before = sql`platform.app_now() - make_interval(mins => ${REPLACED_MINUTES}::int)`;
  await sweep(db, { table: 'member.replaced_proof', column: 'replaced_at', before });
}

/**
 * Reads the session with a row lock: nobody can end it before this transaction commits. The lock is exclusive, so the commands of one
 * session run one after the other; with shared locks two commands that end the session would deadlock. The member's row is locked
 * first, as a sign-in does it, which ends the member's previous session: the reverse order would deadlock with it.
 */
export async function selectSessionForUpdate(tx: Tx, id: SessionId): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`${SESSION} where s.id = ${id} for no key update of m, s`.execute(
    tx,
  );
  return rows[0];
}

/** The same for many, in member order and without those that somebody else holds. */
export async function selectSessionsForUpdate(tx: Tx, ids: readonly SessionId[]): Promise<StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    ${SESSION} where s.id = any(${ids}::bigint[]) order by m.id for no key update of m, s skip locked`.execute(
    tx,
  );
  return rows;
}

/** Extends the session of an active member; writes at most once a minute. */
export async function touchSession(db: Database, id: SessionId): Promise<void> {
  await sql`update member.session set active_at = platform.app_now()
            where id = ${id} and ended_at is null and active_at < platform.app_now() - interval '1 minute'`.execute(
    db,
  );
}

export interface NewSession {
  readonly memberId: MemberId;
  readonly checksumHash: Buffer;
  readonly deviceHash: Buffer;
  readonly installKey: Buffer;
  readonly device: string;
  readonly place: Place;
}

const ABSOLUTE_END = sql`created_at + make_interval(secs => ${SESSION_LIFETIME_MS / 1000}::int)`;
const IDLE_END = sql`active_at + make_interval(secs => ${INACTIVITY_TIMEOUT_MS / 1000}::int)`;
/** When a session of `member.session` is over that nobody ends. The rules say the same of one that was read (`session.rules.ts`). */
export const EXPIRES_AT = sql`least(${ABSOLUTE_END}, ${IDLE_END})`;

/**
 * Ends the member's live session, if there is one, and returns how it ended: for `reason`, or by the clock if it had expired before. The
 * caller holds the member's row lock.
 */
export async function endLiveSession(
  tx: Tx,
  end: {
    memberId: MemberId;
    reason: EndReason;
    by?: { device: string; place: Place };
    except?: SessionId;
  },
): Promise<EndReason | undefined> {
  const { by } = end;
  const endedBy = by ? { device: by.device, place: by.place.name, network: by.place.network } : {};
  const { rows } = await sql<{ reason: EndReason }>`
    update member.session s
    set ended_at = least(platform.app_now(), limits.absolute, limits.idle),
        end_reason = case when least(limits.absolute, limits.idle) > platform.app_now() then ${end.reason}
                          when limits.idle < limits.absolute then 'idle' else 'absolute' end,
        ended_by = case when least(limits.absolute, limits.idle) <= platform.app_now() then '{}'::jsonb
                        else ${JSON.stringify(endedBy)}::jsonb end
    from (
      select id, ${ABSOLUTE_END} as absolute, ${IDLE_END} as idle
      from member.session where member_id = ${end.memberId} and ended_at is null
    ) limits
    where s.id = limits.id and s.ended_at is null and s.id is distinct from ${end.except ?? null}::bigint
    returning s.end_reason as reason`.execute(tx);
  return rows[0]?.reason;
}

/** The install that a session was opened on. */
export async function findInstallOf(tx: Tx, id: SessionId): Promise<Buffer | undefined> {
  const { rows } = await sql<{ installKey: Buffer }>`
    select install_key as "installKey" from member.session where id = ${id}`.execute(tx);
  return rows[0]?.installKey;
}

/** Ends this session only: a newer one of the member stays live. */
export async function endSession(tx: Tx, id: SessionId, reason: EndReason): Promise<void> {
  await sql`update member.session set ended_at = platform.app_now(), end_reason = ${reason}
            where id = ${id} and ended_at is null`.execute(tx);
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`
    insert into member.session (member_id, checksum_hash, device_hash, install_key, device_name, place, network)
    values (${session.memberId}, ${session.checksumHash}, ${session.deviceHash}, ${session.installKey},
            ${session.device}, ${session.place.name}, ${session.place.network})`.execute(tx);
}

/** Replaces the proof of a session, whose row lock is held. The old one is kept for the look-up of the command `rid`. */
export async function replaceProof(
  tx: Tx,
  { id, checksumHash, rid }: { id: SessionId; checksumHash: Buffer; rid: string },
): Promise<void> {
  await sql`
    with replaced as (
      insert into member.replaced_proof (checksum_hash, session_id, rid)
      select checksum_hash, id, ${rid} from member.session where id = ${id}
    )
    update member.session set checksum_hash = ${checksumHash} where id = ${id}`.execute(tx);
}

/** Takes the member's row lock, which serialises whatever opens, ends or forbids sessions of one member. */
export async function selectMemberForUpdate(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select from member.member where id = ${memberId} for no key update`.execute(tx);
}

/** Freezes the account. False if it was frozen already. */
export async function beginFreeze(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { rows } = await sql`
    update member.member set frozen_at = platform.app_now()
    where id = ${memberId} and frozen_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** Unfreezes the account and returns since when it was frozen; undefined if it was not. The caller holds the member's row lock. */
export async function endFreeze(tx: Tx, memberId: MemberId): Promise<Date | undefined> {
  const { rows } = await sql<{ frozenAt: Date }>`
    update member.member m set frozen_at = null
    from (select id, frozen_at from member.member where id = ${memberId}) before
    where m.id = before.id and before.frozen_at is not null returning before.frozen_at as "frozenAt"`.execute(
    tx,
  );
  return rows[0]?.frozenAt;
}

/** A member as a sign-in sees it. */
export interface Login {
  readonly id: MemberId;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
  /** An operator has forbidden the sign-in. */
  readonly isForbidden: boolean;
  readonly isFrozen: boolean;
  readonly passwordHash: string;
  /** Why the password must be changed. */
  readonly passwordMark: 'operator' | 'breach' | null;
}

const LOGIN = sql`
  select m.id::text, m.account, m.uid, m.nick, m.login_forbidden as "isForbidden", m.frozen_at is not null as "isFrozen",
         c.password_hash as "passwordHash", c.password_marked as "passwordMark"
  from member.member m join member.credential c on c.member_id = m.id`;

export async function findLogin(db: Database | Tx, account: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`${LOGIN} where m.account = ${account}`.execute(db);
  return rows[0];
}

/** The same by the member's number, for who has shown to be one without an account. */
export async function findLoginOf(tx: Tx, memberId: MemberId): Promise<Login | undefined> {
  const { rows } = await sql<Login>`${LOGIN} where m.id = ${memberId}`.execute(tx);
  return rows[0];
}

/** Marks the password: it must be changed. An older mark stays. */
export async function markPassword(tx: Tx, memberId: MemberId, mark: 'breach' | 'operator'): Promise<void> {
  await sql`update member.credential set password_marked = ${mark}
            where member_id = ${memberId} and password_marked is null`.execute(tx);
}

/** How long a replaced password still freezes the account. */
export const REPLACED_PASSWORD_HOURS = 72;
/** How many replaced passwords are compared: the oldest ones, because whoever took the account over can add newer ones at will. */
export const REPLACED_PASSWORDS_MAX = 3;

/** Finds a member by account, with the hashes of the passwords that freeze it: the current one, then the oldest replaced ones. */
export async function findFreezer(
  db: Database,
  account: string,
): Promise<{ readonly id: MemberId; readonly hashes: readonly string[] } | undefined> {
  const { rows } = await sql<{ id: MemberId; hashes: string[] }>`
    select m.id::text, array_prepend(c.password_hash, array(
             select r.password_hash from member.replaced_password r
             where r.member_id = m.id
               and r.replaced_at > platform.app_now() - make_interval(hours => ${REPLACED_PASSWORD_HOURS}::int)
             order by r.replaced_at, r.id limit ${REPLACED_PASSWORDS_MAX})) as hashes
    from member.member m join member.credential c on c.member_id = m.id where m.account = ${account}`.execute(
    db,
  );
  return rows[0];
}
