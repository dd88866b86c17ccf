import { INACTIVITY_TIMEOUT_MS, SESSION_LIFETIME_MS } from '@holdfast/contract/constants';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import type { EndReason } from './session.rules.ts';

export interface SessionRow {
  readonly id: bigint;
  readonly member_id: bigint;
  readonly device_hash: Buffer;
  readonly created_at: Date;
  readonly active_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: EndReason | null;
  readonly ended_by: { device?: string; place?: string };
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
  readonly now: Date;
}

const SESSION = sql`
    select s.id, s.member_id, s.device_hash, s.created_at, s.active_at, s.ended_at, s.end_reason, s.ended_by,
           m.account, m.uid, m.nick, platform.app_now() as now
    from member.session s join member.member m on m.id = s.member_id`;

export async function findSessionByProof(
  db: Database,
  checksumHash: Buffer,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${SESSION} where s.checksum_hash = ${checksumHash}`.execute(db);
  return rows[0];
}

/**
 * The session as it is now; whoever wants to end it waits until this transaction is over. The commands of one session take turns: a
 * shared lock would let two that end it wait for each other. The member's row first, in the order of a sign-in, which ends the session
 * that was there: the other way round each could have what the other one waits for.
 */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${SESSION} where s.id = ${id} for no key update of m, s`.execute(tx);
  return rows[0];
}

/** Notes that a person did something. At most once a minute per session is written. */
export async function touchSession(db: Database, id: bigint): Promise<void> {
  await sql`update member.session set active_at = platform.app_now()
            where id = ${id} and ended_at is null and active_at < platform.app_now() - interval '1 minute'`.execute(
    db,
  );
}

export interface NewSession {
  readonly memberId: MemberId;
  readonly checksumHash: Buffer;
  readonly deviceHash: Buffer;
  readonly installId: string;
  readonly deviceName: string;
  readonly place: string;
}

/**
 * Ends the member's live session, if there is one, and says how that one ended: for `reason`, or by the clock if its time was up
 * before. The caller holds the member's row lock.
 */
export async function endLiveSession(
  tx: Tx,
  end: { memberId: MemberId; reason: EndReason; by?: { device: string; place: string }; except?: string },
): Promise<EndReason | undefined> {
  const { rows } = await sql<{ end_reason: EndReason }>`
    update member.session s
    set ended_at = least(platform.app_now(), limits.absolute, limits.idle),
        end_reason = case when limits.absolute <= platform.app_now() then 'absolute'
                          when limits.idle <= platform.app_now() then 'idle' else ${end.reason} end,
        ended_by = case when least(limits.absolute, limits.idle) <= platform.app_now() then '{}'::jsonb
                        else ${JSON.stringify(end.by ?? {})}::jsonb end
    from (
      select id, created_at + make_interval(secs => ${SESSION_LIFETIME_MS / 1000}::int) as absolute,
             active_at + make_interval(secs => ${INACTIVITY_TIMEOUT_MS / 1000}::int) as idle
      from member.session where member_id = ${end.memberId} and ended_at is null
    ) limits
    where s.id = limits.id and s.ended_at is null and s.id is distinct from ${end.except ?? null}::bigint
    returning s.end_reason`.execute(tx);
  return rows[0]?.end_reason;
}

/** Ends this session and no other: a newer one of the member lives on. */
export async function endSession(tx: Tx, id: string, reason: EndReason): Promise<void> {
  await sql`update member.session set ended_at = platform.app_now(), end_reason = ${reason}
            where id = ${id} and ended_at is null`.execute(tx);
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`
    insert into member.session (member_id, checksum_hash, device_hash, install_id, device_name, place)
    values (${session.memberId}, ${session.checksumHash}, ${session.deviceHash}, ${session.installId},
            ${session.deviceName}, ${session.place})`.execute(tx);
}

export async function replaceProof(tx: Tx, id: string, checksumHash: Buffer): Promise<void> {
  await sql`update member.session set checksum_hash = ${checksumHash} where id = ${id}`.execute(tx);
}

/** Takes the member's row lock: what opens, ends or forbids sessions of one member happens one after the other. */
export async function lockMember(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select from member.member where id = ${memberId} for no key update`.execute(tx);
}

/** Sets or lifts the member's own bar on signing in. False when it stood so already. */
export async function setFrozen(tx: Tx, memberId: MemberId, isFrozen: boolean): Promise<boolean> {
  const { rows } = await sql`
    update member.member set frozen_at = ${isFrozen ? sql`platform.app_now()` : sql`null`}
    where id = ${memberId} and (frozen_at is not null) <> ${isFrozen} returning 1`.execute(tx);
  return rows.length > 0;
}

export interface LoginRow {
  readonly login_forbidden: boolean;
  readonly frozen_at: Date | null;
  readonly id: bigint;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
  readonly password_hash: string;
  readonly password_marked: string | null;
}

export async function findLogin(db: Database | Tx, account: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    select m.id, m.account, m.uid, m.nick, m.login_forbidden, m.frozen_at, c.password_hash, c.password_marked
    from member.member m join member.credential c on c.member_id = m.id where m.account = ${account}`.execute(
    db,
  );
  return rows[0];
}

/** Says that the password must be changed. An older mark stays. */
export async function markPassword(tx: Tx, memberId: MemberId, mark: 'breach'): Promise<void> {
  await sql`update member.credential set password_marked = ${mark}
            where member_id = ${memberId} and password_marked is null`.execute(tx);
}
