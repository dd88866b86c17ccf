import type { OwnLimit, TradeSide } from '@holdfast/contract/member';
import { LIMIT_RAISE_HOURS } from '@holdfast/contract/member';
import type { Coin, MemberId, Minor } from '@holdfast/kernel';
import { sql } from 'kysely';
import { idList, type Tx } from '#platform/db/db.ts';

/** A raise that was asked for so long ago is no longer taken back when the account is frozen, as with what else was added lately, unless another followed within that time. */
const RECENT_HOURS = 72;

export interface MemberLimit extends OwnLimit<Minor> {
  readonly memberId: MemberId;
  readonly coin: Coin;
  readonly side: TradeSide;
}

interface LimitRow extends Omit<MemberLimit, 'raise'> {
  readonly raisedTo: Minor | null;
  readonly raisedAt: Date | null;
}

const toLimit = ({ raisedTo, raisedAt, ...row }: LimitRow): MemberLimit => ({
  ...row,
  raise: raisedAt && { to: raisedTo, at: raisedAt },
});

/** What members have set for themselves, at most one of each coin and side. */
export async function findOwnLimits(tx: Tx, memberIds: readonly MemberId[]): Promise<MemberLimit[]> {
  const { rows } = await sql<LimitRow>`
    select member_id::text as "memberId", coin, side, amount, raised_to as "raisedTo", raised_at as "raisedAt"
    from member.own_limit where member_id = any(${idList(memberIds)})`.execute(tx);
  return rows.map(toLimit);
}

type Of = Pick<MemberLimit, 'memberId' | 'coin' | 'side'>;

/** The limit is `amount` from now on; a raise that was asked for is given up. What a freeze restores stays: a raise does not last because the limit is lowered a little after it. */
export async function lowerOwnLimit(
  tx: Tx,
  { memberId, coin, side, amount }: Of & Pick<MemberLimit, 'amount'>,
): Promise<void> {
  await sql`
    insert into member.own_limit (member_id, coin, side, amount) values (${memberId}, ${coin}, ${side}, ${amount})
    on conflict (member_id, coin, side) do update set amount = excluded.amount, raised_to = null, raised_at = null`.execute(
    tx,
  );
}

/** The limit stays `amount`, and becomes `to` after the cool-down. A freeze restores the least that held before one of the recent raises. */
export async function raiseOwnLimit(
  tx: Tx,
  { memberId, coin, side, amount, to }: Of & Pick<MemberLimit, 'amount'> & { to: Minor | null },
): Promise<void> {
  await sql`
    update member.own_limit
    set amount = ${amount}, raised_to = ${to}::bigint, raised_at = platform.app_now() + make_interval(hours => ${LIMIT_RAISE_HOURS}::int),
      restore_to = least(case when restore_until > platform.app_now() then restore_to end, ${amount}::bigint),
      restore_until = platform.app_now() + make_interval(hours => ${RECENT_HOURS}::int)
    where member_id = ${memberId} and coin = ${coin} and side = ${side}`.execute(tx);
}

/** Takes back raises that were asked for lately, also those that have begun or were set again since: whoever freezes an account may not have asked for them. */
export async function withdrawRecentRaises(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`
    update member.own_limit
    set amount = least(restore_to, amount), raised_to = null, raised_at = null, restore_to = null, restore_until = null
    where member_id = ${memberId} and restore_until > platform.app_now()`.execute(tx);
}
