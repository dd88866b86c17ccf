import { OTP_CHANNELS, type OtpChannel } from '@holdfast/contract/member';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, violatedConstraint, type Tx } from '#platform/db/db.ts';
import { MOBILE, MOBILE_TAKEN, PAST_ADDRESS, SEALED } from '#platform/db/personal.ts';
import { saveSought } from '#platform/db/personal-lookups.ts';

export interface Contact {
  /** '' for none. */
  readonly address: string;
  /** Null: it proves nothing. */
  readonly provenAt: Date | null;
}

export type Contacts = Readonly<Record<OtpChannel, Contact>>;

interface ContactRow {
  readonly mobile: Buffer | null;
  readonly mobileProvenAt: Date | null;
  readonly mail: Buffer | null;
  readonly mailProvenAt: Date | null;
}

/** Reads a member's addresses with a row lock, which serialises concurrent changes. */
export async function selectContactsForUpdate(tx: Tx, memberId: MemberId): Promise<Contacts> {
  const { rows } = await sql<ContactRow>`
    select mobile_sealed as mobile, mobile_proven_at as "mobileProvenAt", email_sealed as mail, email_proven_at as "mailProvenAt"
    from member.member where id = ${memberId} for no key update`.execute(tx);
  const { mobile, mobileProvenAt, mail, mailProvenAt } = defined(rows[0], 'a session has its member');
  const open = (channel: OtpChannel, box: Buffer | null) => keysOf(tx).open(SEALED[channel], memberId, box);
  return {
    mobile: { address: open('mobile', mobile), provenAt: mobileProvenAt },
    mail: { address: open('mail', mail), provenAt: mailProvenAt },
  };
}

/** Keeps an address that proves nothing from now on, with the time in which it did. */
async function keepPast(
  tx: Tx,
  memberId: MemberId,
  past: { channel: OtpChannel; address: string; provenAt: Date; how: 'replaced' | 'lost' },
): Promise<void> {
  // The sealed column is bound to the row's number.
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('member.past_address', 'id'))::text as id`.execute(tx);
  const { id } = defined(rows[0], 'a sequence has a next number');
  await sql`
    insert into member.past_address (id, member_id, channel, address_sealed, proven_at, ended_how)
    overriding system value
    values (${id}, ${memberId}, ${past.channel}, ${keysOf(tx).seal(PAST_ADDRESS, id, past.address)}, ${past.provenAt},
            ${past.how})`.execute(tx);
}

/** Saves a mobile number; false if another member has it. The unique look-up hash decides, because a check before would race. */
async function saveMobile(
  tx: Tx,
  memberId: MemberId,
  { mobile, countryCode }: { mobile: string; countryCode: string },
): Promise<boolean> {
  const keys = keysOf(tx);
  try {
    // The member's row first: a change of keys locks it too before it adds a look-up hash.
    await sql`
      update member.member
      set mobile_sealed = ${keys.seal(SEALED.mobile, memberId, mobile)}, country_code = ${countryCode},
          mobile_proven_at = platform.app_now()
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

async function saveMail(tx: Tx, memberId: MemberId, mail: string): Promise<void> {
  await sql`
    update member.member
    set email_sealed = ${keysOf(tx).seal(SEALED.mail, memberId, mail)}, email_proven_at = platform.app_now()
    where id = ${memberId}`.execute(tx);
  await saveSought(tx, memberId, { field: 'mail', value: mail });
}

/** Saves the proven address of a channel and keeps the one that it replaces; false for a mobile that another member has. */
export async function saveContact(
  tx: Tx,
  memberId: MemberId,
  change: { channel: OtpChannel; old: Contact; address: string; countryCode: string },
): Promise<boolean> {
  const { channel, old, address, countryCode } = change;
  if (old.provenAt && old.address !== address)
    await keepPast(tx, memberId, { channel, address: old.address, provenAt: old.provenAt, how: 'replaced' });
  if (channel === 'mobile') return saveMobile(tx, memberId, { mobile: address, countryCode });
  await saveMail(tx, memberId, address);
  return true;
}

/** Finds the member of an account with a row lock, which serialises changes of addresses. */
export async function selectMemberForUpdate(tx: Tx, account: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`
    select id::text from member.member where account = ${account} for no key update`.execute(tx);
  return rows[0]?.id;
}

/** Marks both addresses of a member as unproven. */
export async function markContactsUnproven(tx: Tx, memberId: MemberId): Promise<void> {
  const contacts = await selectContactsForUpdate(tx, memberId);
  for (const channel of OTP_CHANNELS) {
    const { address, provenAt } = contacts[channel];
    if (provenAt) await keepPast(tx, memberId, { channel, address, provenAt, how: 'lost' });
  }
  await sql`update member.member set mobile_proven_at = null, email_proven_at = null where id = ${memberId}`.execute(
    tx,
  );
}
