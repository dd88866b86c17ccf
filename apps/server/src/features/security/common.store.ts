import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { PAST_ADDRESS, SEALED } from '#platform/db/personal.ts';

type Pair = readonly [one: MemberId, other: MemberId];

/** Whether two members have signed in from the same install of the app. */
export async function shareInstall(tx: Tx, [one, other]: Pair): Promise<boolean> {
  const { rows } = await sql<{ isShared: boolean }>`
    select exists (
      select from member.device a join member.device b using (install_key) where a.member_id = ${one} and b.member_id = ${other}
    ) as "isShared"`.execute(tx);
  return rows[0]?.isShared ?? false;
}

interface ContactRow {
  readonly memberId: MemberId;
  readonly channel: 'mobile' | 'mail';
  readonly sealed: Buffer;
  readonly pastId: string | null;
}

/** By which contacts two members are the same: proven ones, also such as either has replaced lately. One number is of one member at a time. */
export async function listSharedContacts(tx: Tx, [one, other]: Pair): Promise<('mobile' | 'mail')[]> {
  const { rows } = await sql<ContactRow>`
    select m.id::text as "memberId", a.channel, a.sealed, a.past_id::text as "pastId"
    from member.member m cross join lateral (
      select 'mobile' as channel, m.mobile_sealed as sealed, null::bigint as past_id where m.mobile_proven_at is not null
      union all select 'mail', m.email_sealed, null where m.email_proven_at is not null
      union all select p.channel, p.address_sealed, p.id from member.past_address p where p.member_id = m.id
    ) a where m.id in (${one}, ${other}) and a.sealed is not null`.execute(tx);
  const keys = keysOf(tx);
  const open = ({ memberId, channel, sealed, pastId }: ContactRow) =>
    pastId === null ? keys.open(SEALED[channel], memberId, sealed) : keys.open(PAST_ADDRESS, pastId, sealed);
  const contactsOf = (memberId: MemberId) =>
    new Set(rows.filter((row) => row.memberId === memberId).map((row) => `${row.channel} ${open(row)}`));
  const others = contactsOf(other);
  const shared = [...contactsOf(one)].filter((contact) => others.has(contact));
  return (['mobile', 'mail'] as const).filter((channel) =>
    shared.some((contact) => contact.startsWith(`${channel} `)),
  );
}
