import { fail } from '@holdfast/contract/errors';
import type { OtpChannel, OtpPurpose } from '@holdfast/contract/member';
import { maskContact } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { PAST_ADDRESS, SEALED } from '#platform/db/personal.ts';

/** An address to which the codes of a member go. */
export interface CodeAddress {
  readonly channel: OtpChannel;
  readonly target: string;
  readonly memberId: MemberId;
  /** False: the member has replaced it since, and somebody else may read it by now. */
  readonly isCurrent: boolean;
}

type Condition = RawBuilder<unknown>;

interface AddressRow {
  readonly memberId: MemberId;
  readonly channel: OtpChannel;
  readonly sealed: Buffer;
  readonly pastId: string | null;
}

/** An account that is frozen may be in the hands of who has added an address just before. */
const UNFREEZE_HOURS = 72;

/**
 * So long an address counts after it was replaced. Each unfreezing starts a cool-down and is told with a link that freezes: without an end
 * whoever reads that address now could keep the account frozen for ever, for each time its owner unfreezes it would lengthen the time.
 */
const REPLACED_HOURS = 72;

/** Proven before the cool-downs that run began. The address that a member registers with is nobody's addition. */
const GETS_CODES = sql`a.proven_at < before.at or a.proven_at <= m.registered_at`;

/** Lists addresses of a member, the present ones first, then those that were replaced in the cool-downs that run, and lately. */
async function listAddresses(
  tx: Tx,
  { whose, which, hours = null }: { whose: Condition; which: Condition; hours?: number | null },
): Promise<CodeAddress[]> {
  const { rows } = await sql<AddressRow>`
    select m.id::text as "memberId", a.channel, a.sealed, a.past_id::text as "pastId"
    from member.member m
    cross join lateral (
      select coalesce(least(min(c.started_at), platform.app_now() - make_interval(hours => ${hours}::int)), 'infinity') as at
      from member.cool_down c where c.member_id = m.id and c.ends_at > platform.app_now()
    ) before
    cross join lateral (
      select 'mobile' as channel, m.mobile_sealed as sealed, m.mobile_proven_at as proven_at, null::bigint as past_id
      union all
      select 'mail', m.email_sealed, m.email_proven_at, null
      union all
      select p.channel, p.address_sealed, p.proven_at, p.id from member.past_address p
      where p.member_id = m.id and p.ended_how = 'replaced'
        and p.ended_at >= greatest(before.at, platform.app_now() - make_interval(hours => ${REPLACED_HOURS}::int))
        and not exists (
          select from member.past_address lost
          where lost.member_id = m.id and lost.ended_how = 'lost' and lost.ended_at >= p.ended_at)
    ) a
    where ${whose} and (${which})
    order by a.channel desc, a.past_id desc nulls first`.execute(tx);
  const keys = keysOf(tx);
  return rows.map(({ memberId, channel, sealed, pastId }) => ({
    channel,
    memberId,
    isCurrent: pastId === null,
    target:
      pastId === null
        ? keys.open(SEALED[channel], memberId, sealed)
        : keys.open(PAST_ADDRESS, pastId, sealed),
  }));
}

/**
 * The addresses to which a code for `purpose` goes: those that were proven before the cool-downs that run began, and for unfreezing at
 * least 72 hours ago. One that has been replaced since counts as well, for 72 hours, or a change of the number would lock its own member out;
 * one that was declared lost does not. The work is the same for an unknown account.
 */
export const listCodeAddresses = (tx: Tx, account: string, purpose?: OtpPurpose): Promise<CodeAddress[]> =>
  listAddresses(tx, {
    whose: sql`m.account = ${account}`,
    which: GETS_CODES,
    hours: purpose === 'unfreeze' ? UNFREEZE_HOURS : null,
  });

/**
 * The addresses that are told of a change of the account: each that is proven now, and each that codes go to. The second are the owner's where
 * somebody else has made the first ones theirs. Read them before the change.
 */
export async function listToldAddresses(tx: Tx, memberId: MemberId): Promise<CodeAddress[]> {
  const all = await listAddresses(tx, {
    whose: sql`m.id = ${memberId}`,
    which: sql`${GETS_CODES} or (a.past_id is null and a.proven_at is not null)`,
  });
  // Whoever went back to an earlier address is told there once.
  const isSame = (a: CodeAddress, b: CodeAddress) => a.channel === b.channel && a.target === b.target;
  return all.filter((address, at) => all.findIndex((other) => isSame(other, address)) === at);
}

/**
 * The same for a member who has shown to be one: where each proven address is too new, a refusal that says so and until when. Empty where
 * none is proven at all.
 */
export async function requireCodeAddresses(
  tx: Tx,
  account: string,
  purpose?: OtpPurpose,
): Promise<CodeAddress[]> {
  const found = await listCodeAddresses(tx, account, purpose);
  if (found.length > 0) return found;
  const { rows } = await sql<{ until: Date }>`
    select max(c.ends_at) as until from member.member m
    join member.cool_down c on c.member_id = m.id and c.ends_at > platform.app_now()
    where m.account = ${account} and (m.mobile_proven_at is not null or m.email_proven_at is not null)
    having count(*) > 0`.execute(tx);
  if (rows[0]) throw fail('CODE_ADDRESSES_TOO_NEW', { until: rows[0].until.toISOString() });
  return [];
}

/** Whether every address that an account has was declared lost: nothing may rest on an address until the number that was granted is verified. */
export async function areAddressesLost(tx: Tx, account: string): Promise<boolean> {
  const { rows } = await sql`
    select from member.member m
    where m.account = ${account} and (m.mobile_sealed is not null or m.email_sealed is not null)
      and m.mobile_proven_at is null and m.email_proven_at is null`.execute(tx);
  return rows.length > 0;
}

/** As its owner is shown it. */
export const maskCodeAddress = ({ channel, target }: CodeAddress) => ({
  channel,
  address: maskContact(channel, target),
});

/** Where a code for `purpose` goes on a channel; undefined for nowhere, and for an unknown account. */
export async function findCodeAddress(
  tx: Tx,
  { account, channel, purpose }: { account: string; channel: OtpChannel; purpose: OtpPurpose },
): Promise<{ target: string; reader: MemberId | undefined } | undefined> {
  const found = (await listCodeAddresses(tx, account, purpose)).find(
    (address) => address.channel === channel,
  );
  return found && { target: found.target, reader: found.isCurrent ? found.memberId : undefined };
}
