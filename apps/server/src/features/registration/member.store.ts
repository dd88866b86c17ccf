import { randomInt } from 'node:crypto';
import { countryCodeOf, nicknameKey } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, violatedConstraint, type Tx } from '#platform/db/db.ts';
import { MOBILE, MOBILE_TAKEN, SEALED } from '#platform/db/personal.ts';

export interface Taken {
  readonly account: boolean;
  readonly nick: boolean;
  readonly mobile: boolean;
}

/** Checks which of these are taken. */
export async function findTaken(
  tx: Tx,
  asked: { account?: string | undefined; nick?: string | undefined; mobile?: string },
): Promise<Taken> {
  const { account = null, nick = '', mobile } = asked;
  const mobiles = mobile === undefined ? [] : keysOf(tx).lookups(MOBILE, mobile);
  const { rows } = await sql<Taken>`
    select exists (select 1 from member.member where account = ${account}) as account,
           exists (select 1 from member.member where nick_key = ${nicknameKey(nick)}) as nick,
           exists (select 1 from member.mobile_lookup where hash = any(${mobiles}::bytea[])) as mobile`.execute(
    tx,
  );
  return defined(rows[0], 'a select of one row');
}

export interface NewMember {
  readonly account: string;
  readonly nick: string;
  /** Proven, in E.164 form. */
  readonly mobile: string;
  readonly passwordHash: string;
  /** Absent for a member who will set it later. */
  readonly secretHash?: string;
  /** Account and nickname were proposed by us; the member may change them once. */
  readonly namesProposed?: boolean;
}

/** Inserts a member with a new uid; undefined if account, nickname or mobile is taken. */
export async function insertMember(
  tx: Tx,
  member: NewMember,
): Promise<{ id: MemberId; uid: string } | undefined> {
  const uid = String(randomInt(1_000_000_000, 10_000_000_000));
  // Its sealed columns are bound to its number.
  const { rows } = await sql<{ id: MemberId }>`
    select nextval(pg_get_serial_sequence('member.member', 'id'))::text as id`.execute(tx);
  const { id } = defined(rows[0], 'a sequence has a next number');
  await sql`savepoint new_member`.execute(tx);
  try {
    if (await insertRows(tx, { ...member, id, uid })) return { id, uid };
  } catch (error) {
    // Two registrations of one number at once: the second meets the look-up hash of the first.
    if (violatedConstraint(error) !== MOBILE_TAKEN) throw error;
  }
  await sql`rollback to savepoint new_member`.execute(tx);
  return undefined;
}

async function insertRows(tx: Tx, member: NewMember & { id: MemberId; uid: string }): Promise<boolean> {
  const { id, uid, account, nick, mobile, namesProposed = false } = member;
  const keys = keysOf(tx);
  const { rows } = await sql`
    with new_member as (
      insert into member.member (id, uid, account, nick, nick_key, mobile_sealed, mobile_proven_at, country_code, names_proposed)
      overriding system value
      values (${id}, ${uid}, ${account}, ${nick}, ${nicknameKey(nick)}, ${keys.seal(SEALED.mobile, id, mobile)},
              platform.app_now(), ${countryCodeOf(mobile)}, ${namesProposed})
      on conflict do nothing returning id
    ), found_by as (
      insert into member.mobile_lookup (hash, member_id)
      select hash, id from new_member, unnest(${keys.lookups(MOBILE, mobile)}::bytea[]) hash order by hash
    )
    insert into member.credential (member_id, password_hash, secret_hash, secret_form)
    select id, ${member.passwordHash}, ${member.secretHash ?? null}, 'six-digit' from new_member
    returning member_id`.execute(tx);
  return rows.length > 0;
}

/** Takes the member's row lock and reads whether the names may still be changed. */
export async function selectProposedNamesForUpdate(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { rows } = await sql<{ areProposed: boolean }>`
    select names_proposed as "areProposed" from member.member where id = ${memberId} for no key update`.execute(
    tx,
  );
  return defined(rows[0], 'a session has its member').areProposed;
}

const UNIQUE: Readonly<Record<string, 'account' | 'nick'>> = {
  member_account_key: 'account',
  member_nick_key_key: 'nick',
};

/**
 * Sets the names of a member's choice, for good, or returns which one is taken. The unique indexes decide, because a check before would
 * race. After a clash the transaction can only be rolled back.
 */
export async function setNames(
  tx: Tx,
  memberId: MemberId,
  { account, nick }: { account: string; nick: string },
): Promise<'account' | 'nick' | undefined> {
  try {
    await sql`
      update member.member
      set account = ${account}, nick = ${nick}, nick_key = ${nicknameKey(nick)}, names_proposed = false
      where id = ${memberId}`.execute(tx);
    return undefined;
  } catch (error) {
    const clash = UNIQUE[violatedConstraint(error) ?? ''];
    if (clash === undefined) throw error;
    return clash;
  }
}
