import type { OtpChannel } from '@holdfast/contract/member';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, violatedConstraint, type Tx } from '#platform/db/db.ts';
import { MOBILE, MOBILE_TAKEN, SEALED } from '#platform/db/personal.ts';

export interface Contact {
  /** '' for none. */
  readonly address: string;
  readonly isUnproven: boolean;
}

const columnsOf = {
  mobile: { sealed: sql`mobile_sealed`, unproven: sql`mobile_unproven` },
  mail: { sealed: sql`email_sealed`, unproven: sql`email_unproven` },
} as const;

/** Reads a member's address on a channel with a row lock, which serialises concurrent changes. */
export async function selectContactForUpdate(
  tx: Tx,
  memberId: MemberId,
  channel: OtpChannel,
): Promise<Contact> {
  const { sealed, unproven } = columnsOf[channel];
  const { rows } = await sql<{ sealed: Buffer | null; isUnproven: boolean }>`
    select ${sealed} as sealed, ${unproven} as "isUnproven" from member.member
    where id = ${memberId} for no key update`.execute(tx);
  const row = defined(rows[0], 'a session has its member');
  return { address: keysOf(tx).open(SEALED[channel], memberId, row.sealed), isUnproven: row.isUnproven };
}

/** Saves a mobile number; false if another member has it. The unique look-up hash decides, because a check before would race. */
export async function saveMobile(
  tx: Tx,
  memberId: MemberId,
  { mobile, countryCode }: { mobile: string; countryCode: string },
): Promise<boolean> {
  const keys = keysOf(tx);
  try {
    // The member's row first: a change of keys locks it too before it adds a look-up hash.
    await sql`
      update member.member
      set mobile_sealed = ${keys.seal(SEALED.mobile, memberId, mobile)}, country_code = ${countryCode}, mobile_unproven = false
      where id = ${memberId}`.execute(tx);
    await sql`delete from member.mobile_lookup where member_id = ${memberId}`.execute(tx);
    await sql`insert into member.mobile_lookup (hash, member_id)
              select hash, ${memberId}::bigint from unnest(${keys.lookups(MOBILE, mobile)}::bytea[]) hash order by hash`.execute(
      tx,
    );
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== MOBILE_TAKEN) throw error;
    return false;
  }
}

export async function saveMail(tx: Tx, memberId: MemberId, mail: string): Promise<void> {
  await sql`update member.member set email_sealed = ${keysOf(tx).seal(SEALED.mail, memberId, mail)}, email_unproven = false
            where id = ${memberId}`.execute(tx);
}

/** Marks both addresses of a member as unproven. Undefined for an unknown account. */
export async function markContactsUnproven(tx: Tx, account: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`
    update member.member set mobile_unproven = mobile_sealed is not null, email_unproven = email_sealed is not null
    where account = ${account} returning id::text`.execute(tx);
  return rows[0]?.id;
}
