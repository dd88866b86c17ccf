import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { idList, keysOf, type Tx } from '#platform/db/db.ts';
import { findPairs, type Pair } from '#platform/db/pairs.ts';
import { PAST_ADDRESS, SEALED } from '#platform/db/personal.ts';

/** The pairs that have signed in from the same install of the app, by number. */
export const findSharedInstalls = (tx: Tx, pairs: readonly Pair[]): Promise<Set<number>> =>
  findPairs(
    tx,
    pairs,
    sql`
      select from member.device a join member.device b using (install_key) where a.member_id = pair.one and b.member_id = pair.other`,
  );

type Channel = 'mobile' | 'mail';

interface ContactRow {
  readonly memberId: MemberId;
  readonly channel: Channel;
  readonly sealed: Buffer;
  readonly pastId: string | null;
}

/**
 * By which contacts the two of each pair are the same, in the order of the pairs: proven ones, also such as either has replaced lately. One
 * number is of one member at a time.
 */
export async function listSharedContacts(tx: Tx, pairs: readonly Pair[]): Promise<Channel[][]> {
  const { rows } = await sql<ContactRow>`
    select m.id::text as "memberId", a.channel, a.sealed, a.past_id::text as "pastId"
    from member.member m cross join lateral (
      select 'mobile' as channel, m.mobile_sealed as sealed, null::bigint as past_id where m.mobile_proven_at is not null
      union all select 'mail', m.email_sealed, null where m.email_proven_at is not null
      union all select p.channel, p.address_sealed, p.id from member.past_address p where p.member_id = m.id
    ) a where m.id = any(${idList([...new Set(pairs.flat())])}) and a.sealed is not null`.execute(tx);
  const keys = keysOf(tx);
  const contacts = new Map<MemberId, Set<string>>();
  for (const { memberId, channel, sealed, pastId } of rows) {
    const address =
      pastId === null
        ? keys.open(SEALED[channel], memberId, sealed)
        : keys.open(PAST_ADDRESS, pastId, sealed);
    contacts.set(memberId, (contacts.get(memberId) ?? new Set()).add(`${channel} ${address}`));
  }
  return pairs.map(([one, other]) => {
    const shared = [...(contacts.get(one) ?? [])].filter((contact) => contacts.get(other)?.has(contact));
    return (['mobile', 'mail'] as const).filter((channel) =>
      shared.some((contact) => contact.startsWith(`${channel} `)),
    );
  });
}
