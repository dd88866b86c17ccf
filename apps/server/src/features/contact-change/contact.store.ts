import type { OtpChannel } from '@holdfast/contract/member';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { violatedConstraint, type Tx } from '#platform/db/db.ts';

export interface Contact {
  /** '' for none. */
  readonly address: string;
  readonly is_unproven: boolean;
}

const columnsOf = {
  mobile: { address: sql`mobile`, unproven: sql`mobile_unproven` },
  mail: { address: sql`email`, unproven: sql`email_unproven` },
} as const;

/** A member's address on a channel, held until the transaction is over: two changes at once happen one after the other. */
export async function lockContact(tx: Tx, memberId: MemberId, channel: OtpChannel): Promise<Contact> {
  const { address, unproven } = columnsOf[channel];
  const { rows } = await sql<Contact>`
    select ${address} as address, ${unproven} as is_unproven from member.member
    where id = ${memberId} for no key update`.execute(tx);
  return defined(rows[0], 'a session has its member');
}

/** False for a number that another member has. The key of the table decides: two could pass a look before it at the same moment. */
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

/** Both addresses prove nothing from now on. The member, or undefined for an account that nobody has. */
export async function distrustContacts(tx: Tx, account: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    update member.member set mobile_unproven = mobile <> '', email_unproven = email <> ''
    where account = ${account} returning id`.execute(tx);
  return rows[0]?.id;
}
