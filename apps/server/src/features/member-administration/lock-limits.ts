import { fail } from '@holdfast/contract/errors';
import { saveTrader, selectTraderForUpdate, type Trader } from '#features/listings/index.ts';
import type { Handler, OperatorContext } from '#platform/gateway/call-table.ts';
import { selectMemberForUpdate } from './member.store.ts';

/** What one member may lock, and have locked. A lock reads it from the member's own row, so it holds from the next lock on. */

async function changeTrader(
  { tx }: OperatorContext,
  account: string,
  change: (trader: Trader) => Trader,
): Promise<Trader> {
  const member = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const trader = await selectTraderForUpdate(tx, member.id);
  await saveTrader(tx, member.id, change(trader));
  return trader;
}

export const setMultiLocks: Handler<'/api/v1/members/set-multi-locks/{account}'> = async (
  context,
  { multiLocks: after, reason },
  { account },
) => {
  const before = await changeTrader(context, account, (trader) => {
    const multiLocks = after === 'allowed';
    if (trader.multiLocks === multiLocks) throw fail('NOTHING_CHANGES');
    return { ...trader, multiLocks };
  });
  context.audit({
    action: 'member-multi-locks-set',
    subject: `member:${account}`,
    detail: { before: before.multiLocks ? 'allowed' : 'forbidden', after, reason },
  });
  return {};
};

export const setLocksMax: Handler<'/api/v1/members/set-max-number-of-order-locks/{account}'> = async (
  context,
  { max, reason },
  { account },
) => {
  const locksMax = max === 'level' ? null : Number(max);
  const before = await changeTrader(context, account, (trader) => {
    if (trader.locksMax === locksMax) throw fail('NOTHING_CHANGES');
    return { ...trader, locksMax };
  });
  context.audit({
    action: 'member-locks-max-set',
    subject: `member:${account}`,
    detail: { before: before.locksMax ?? 'level', after: max, reason },
  });
  return {};
};
