import type { Handler } from '#platform/gateway/call-table.ts';
import { findTaken } from './member.store.ts';

/** Says whether account and nickname are free. It must reveal that, so it is rate-limited. */
export const checkDuplicate: Handler<'/member/check-duplicate/account-and-nickname'> = async (
  { tx },
  { account, nick },
) => {
  const taken = await findTaken(tx, { account, nick });
  const word = (isTaken: boolean) => (isTaken ? ('taken' as const) : ('free' as const));
  return {
    ...(account !== undefined && { account: word(taken.account) }),
    ...(nick !== undefined && { nick: word(taken.nick) }),
  };
};
