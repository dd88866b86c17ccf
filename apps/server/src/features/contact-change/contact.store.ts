import type { OtpChannel } from '@holdfast/contract/member';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { violatedConstraint, type Tx } from '#platform/db/db.ts';

export interface Contact {
  /** '' for none. */
  readonly address: string;
  readonly isUnproven: boolean;
}

const columnsOf = {
  mobile: { address: sql`mobile`, unproven: sql`mobile_unproven` },
  mail: { address: sql`email`, unproven: sql`email_unproven` },
} as const;

/** Reads a member's address on a channel with a row lock, which serialises concurrent changes. */
export async function selectContactForUpdate(
  tx: Tx,
  memberId: MemberId,
  channel: OtpChannel,
): Promise<Contact> {
  const { address, unproven } = columnsOf[channel];
  const { rows } = await sql<Contact>`
    select ${address} as address, ${unproven} as "isUnproven" from member.member
    where id = ${memberId} for no key update`.execute(tx);
  return defined(rows[0], 'a session has its member');
}

/** Saves a mobile number; false if another member has it. The unique index decides, because a check before would race. */
export async function saveMobile(
  tx: Tx,
  memberId: MemberId,
  { mobile, countryCode }: { mobile: string; countryCode: string },
): Promise<boolean> {
  try {
    await sql`
      update member.member set mobile = ${mobile}, country_code = ${countryCode}, mobile_unproven = false
      where id = ${memberId}`.execute(tx);
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== 'member_mobile') throw error;
    return false;
  }
}

export async function saveMail(tx: Tx, memberId: MemberId, mail: string): Promise<void> {
  await sql`update member.member set email = ${mail}, email_unproven = false where id = ${memberId}`.execute(
    tx,
  );
}

/** Marks both addresses of a member as unproven. Undefined for an unknown account. */
export async function markContactsUnproven(tx: Tx, account: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`
    update member.member set mobile_unproven = mobile <> '', email_unproven = email <> ''
    where account = ${account} returning id::text`.execute(tx);
  return rows[0]?.id;
}
