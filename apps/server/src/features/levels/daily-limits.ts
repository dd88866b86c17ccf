import type { CallOutput } from '@holdfast/contract/calls';
import { ownLimitAt } from '@holdfast/contract/member';
import { defined, formatAmount, type MemberId } from '@holdfast/kernel';
import { findDayUse, levelDayMax } from '#features/listings/index.ts';
import { findOwnLimits } from '#features/security/index.ts';
import { together } from '#platform/db/db.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { findOwnLevel } from './level.store.ts';

/** What a member may buy and sell in a day, what is used of it, and what the member has set. */
export async function limitsOf(
  { tx, now, settings: readSettings }: Pick<MemberContext, 'tx' | 'now' | 'settings'>,
  memberId: MemberId,
): Promise<CallOutput<'/member/limits'>> {
  const settings = await readSettings();
  const [own, uses, ownLimits] = await together(
    findOwnLevel(tx, memberId),
    findDayUse(tx, memberId),
    findOwnLimits(tx, [memberId]),
  );
  const { level } = defined(own, 'a session has its member');
  return {
    level,
    renewsAt: defined(uses[0], 'each coin has its use').renewsAt.toISOString(),
    limits: uses.map(({ coin, side, used }) => {
      const limit = ownLimits.find((each) => each.coin === coin && each.side === side);
      const ownMax = ownLimitAt(limit, now);
      const raise = limit?.raise && limit.raise.at > now ? limit.raise : null;
      const amount = (value: bigint | null) => (value === null ? null : formatAmount(coin, value));
      return {
        coin,
        side,
        levelMax: formatAmount(coin, levelDayMax(level, coin, settings)),
        ownMax: amount(ownMax),
        used: formatAmount(coin, used),
        raise: raise && { to: amount(raise.to), at: raise.at.toISOString() },
      };
    }),
  };
}

export const readLimits: Handler<'/member/limits'> = (context) => limitsOf(context, context.session.memberId);
