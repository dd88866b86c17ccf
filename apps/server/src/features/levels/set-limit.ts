import { fail } from '@holdfast/contract/errors';
import { ownLimitAt } from '@holdfast/contract/member';
import { defined, formatAmount, parseAmount } from '@holdfast/kernel';
import { levelDayMax } from '#features/listings/index.ts';
import { announce } from '#features/notifications/index.ts';
import { findOwnLimits, lowerOwnLimit, raiseOwnLimit } from '#features/security/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { limitsOf } from './daily-limits.ts';
import { selectLevelForUpdate } from './level.store.ts';

export interface LimitParts {
  readonly messages: Messages;
}

/**
 * Sets what a member wants to buy or sell in a day at most. Less holds at once and gives up a raise that was asked for; more holds after a day, and
 * every address is told of it now. Both ask the transaction secret: a limit that a stranger has lowered takes its owner a day to raise.
 */
export const setLimit =
  ({ messages }: LimitParts): Handler<'/member/limits/set'> =>
  async (context, { coin, side, max }) => {
    const { tx, now, settings, session, audit } = context;
    const { memberId } = session;
    const { level } = defined(await selectLevelForUpdate(tx, { id: memberId }), 'a session has its member');
    const wanted =
      max === 'level' ? null : (parseAmount(coin, max) ?? fail('PARAMETERS_INVALID', { fields: ['max'] }));
    const levelMax = levelDayMax(level, coin, await settings());
    if (wanted !== null && wanted > levelMax)
      throw fail('OWN_LIMIT_ABOVE_LEVEL', { max: `${formatAmount(coin, levelMax)} ${coin}` });
    const limit = (await findOwnLimits(tx, [memberId])).find(
      (each) => each.coin === coin && each.side === side,
    );
    const before = ownLimitAt(limit, now);
    const isRaising = limit?.raise && limit.raise.at > now;
    if (wanted === before && !isRaising) throw fail('NOTHING_CHANGES');
    // The same raise once more is a second try of it: it neither begins anew nor is told twice.
    if (isRaising && limit.raise.to === wanted) return limitsOf(context, memberId);
    const of = { memberId, coin, side };
    const isRaised = before !== null && (wanted === null || wanted > before);
    if (isRaised) await raiseOwnLimit(tx, { ...of, amount: before, to: wanted });
    else if (wanted !== null) await lowerOwnLimit(tx, { ...of, amount: wanted });
    const type = isRaised ? 'limitRaised' : 'limitLowered';
    await announce(context, messages, { memberId, type, causeInstall: session.installKey });
    const told = (value: bigint | null) => (value === null ? 'level' : formatAmount(coin, value));
    audit({
      action: 'own-limit-set',
      subject: `member:${memberId}`,
      detail: { what: `${side} ${coin}`, before: told(before), after: told(wanted) },
    });
    return limitsOf(context, memberId);
  };
