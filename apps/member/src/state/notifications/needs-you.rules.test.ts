import { ACCOUNT_NOTICES, NOTIFICATION_TYPES } from '@holdfast/contract/notifications';
import { expect, test } from 'vitest';
import { needsYou } from './needs-you.rules.ts';

const PAYER = { transactionType: 'in' };
const PAYEE = { transactionType: 'out' };

test.each([
  ['orderLock', PAYER, true],
  ['orderLock', PAYEE, false],
  ['orderPaid', PAYEE, true],
  ['orderRemindExtend', { ...PAYER, stage: 'ending' }, true],
  ['orderRemindExtend', { ...PAYEE, stage: 'ending' }, false],
  ['orderRemindExtend', { ...PAYEE, stage: 'asked' }, true],
  ['orderRemindExtend', { ...PAYER, stage: 'grace' }, true],
  ['orderWaitAck', { ...PAYER, isOwner: true, ackOf: 'lock' }, true],
  ['orderWaitAck', { ...PAYEE, ackOf: 'payment' }, true],
  ['orderWaitAck', { ...PAYER, ackOf: 'payment' }, false],
  ['orderAckCancel', { ...PAYER, ackOf: 'cancel', onSilence: 'lapses' }, true],
  ['orderAckCancel', { ...PAYER, ackOf: 'lock' }, false],
  ['orderAckAllow', { ...PAYER, ackOf: 'lock' }, true],
  ['orderAckAllow', { ...PAYER, ackOf: 'cancel' }, false],
  ['orderStuck', { stage: 'self' }, true],
  ['orderStuck', { stage: 'case' }, false],
  ['orderSplit', { stage: 'offered' }, true],
  ['orderSplit', { stage: 'declined' }, false],
  ['orderFinish', PAYER, false],
  ['orderExtend', PAYER, false],
  ['orderCancel', PAYEE, false],
  ['userRealNameReview', { realNameStatus: 'Approved' }, false],
  ['userRealNameReview', { realNameStatus: 'NotApproved' }, true],
  ['userWithdrawSuccess', {}, false],
  ['orderMessage', {}, false],
  ['toString', {}, false],
] as const)('%s %j asks something of its reader: %s', (type, extra, asks) => {
  expect(needsYou({ type, extra })).toBe(asks);
});

test('what concerns the safety of the account always asks to be looked at', () => {
  for (const type of Object.keys(ACCOUNT_NOTICES)) expect(needsYou({ type, extra: {} })).toBe(true);
});

test('a message that carries nothing asks for nothing, but the end of a session and a review', () => {
  const asking = NOTIFICATION_TYPES.filter((type) => needsYou({ type, extra: {} }));
  expect(asking).toEqual(['userNormalLogin', 'userForcedLogout', 'userRealNameReview']);
});
