import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import { findMessage } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { closeCopy } from './copy.store.ts';

/** Notes that a member has closed a broadcast, by the own message that told of it: nobody can close what they were not told of. */
export const closeBroadcast: Handler<'/member/broadcast/close'> = async ({ tx, session }, { seq }) => {
  const message = await findMessage(tx, session.memberId, BigInt(seq));
  const id = message?.type === BROADCAST_NOTICE ? message.extra['broadcastId'] : undefined;
  if (typeof id === 'string') await closeCopy(tx, session.memberId, id);
  return {};
};
