import type { InboxRow } from '@holdfast/contract/calls';
import { ANSWER_NOTICE, isSafetyNotice, SPLIT_NOTICE } from '@holdfast/contract/notifications';

type Extra = InboxRow['extra'];

/** `transactionType` says which way the coin goes: who gets it pays. */
const isPayer = ({ transactionType }: Extra): boolean => transactionType === 'in';
const isPayee = ({ transactionType }: Extra): boolean => transactionType === 'out';

/** The messages that ask something of whoever reads them, and of which side. */
const ASKS: Readonly<Record<string, (extra: Extra) => boolean>> = {
  orderLock: isPayer,
  orderPaid: isPayee,
  orderRemindExtend: (extra) => (extra['stage'] === 'asked' ? isPayee(extra) : isPayer(extra)),
  // Of a lock its owner is asked, of a payment its payee; the other side waits.
  orderWaitAck: (extra) => (extra['ackOf'] === 'lock' ? extra['isOwner'] === true : isPayee(extra)),
  // Of a lock that was declined, and of a request that was heard, there is nothing to answer.
  orderAckCancel: ({ ackOf, onSilence }) => ackOf === 'cancel' && onSilence !== undefined,
  orderAckAllow: (extra) => extra['ackOf'] === 'lock' && isPayer(extra),
  orderStuck: ({ stage }) => stage === 'self',
  // Whoever has asked waits for the other side, for support, or for nothing any more; a stuck order is the turn of both.
  [ANSWER_NOTICE]: ({ duty }) => duty === 'both',
  [SPLIT_NOTICE]: ({ stage }) => stage === 'offered',
  userRealNameReview: ({ realNameStatus }) => realNameStatus !== 'Approved',
  userForcedLogout: () => true,
};

/** Whether something waits for the reader of a message. What concerns the safety of the account always does: it may not have been the member. */
export const needsYou = ({ type, extra }: Pick<InboxRow, 'type' | 'extra'>): boolean =>
  isSafetyNotice(type) || (Object.hasOwn(ASKS, type) && ASKS[type]?.(extra) === true);
