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

/** The session as it is now; whoever wants to end it waits until this transaction is over. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`${SESSION} where s.id = ${id} for share of s`.execute(tx);
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

/** Ends the member's live session, if there is one. True when there was. The caller holds the member's row lock. */
export async function endLiveSession(
  tx: Tx,
  end: { memberId: MemberId; reason: EndReason; by?: { device: string; place: string } },
): Promise<boolean> {
  const { rows } = await sql`
    update member.session
    set ended_at = platform.app_now(), end_reason = ${end.reason}, ended_by = ${JSON.stringify(end.by ?? {})}::jsonb
    where member_id = ${end.memberId} and ended_at is null returning 1`.execute(tx);
  return rows.length > 0;
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

/** Takes the member's row lock: sign-ins of one member happen one after the other. */
export async function lockMember(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`select 1 from member.member where id = ${memberId} for no key update`.execute(tx);
}

export interface LoginRow {
  readonly id: bigint;
  readonly account: string;
  readonly uid: string;
  readonly nick: string;
  readonly login_forbidden: boolean;
  readonly password_hash: string;
}

export async function findLogin(db: Database, account: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`
    select m.id, m.account, m.uid, m.nick, m.login_forbidden, c.password_hash
    from member.member m join member.credential c on c.member_id = m.id where m.account = ${account}`.execute(
    db,
  );
  return rows[0];
}
