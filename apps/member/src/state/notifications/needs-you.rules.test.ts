import {
  ACCOUNT_NOTICES,
  ANSWER_NOTICE,
  answerNotice,
  NOTIFICATION_TYPES,
} from '@holdfast/contract/notifications';
import type { Duty } from '@holdfast/contract/orders';
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
  ['orderAnswer', { stage: 'request-denied', duty: 'both' }, true],
  ['orderAnswer', { stage: 'request-lapsed', duty: 'payer' }, false],
  ['orderAnswer', { stage: 'request-denied', duty: 'operator' }, false],
  ['orderAnswer', { stage: 'blame-taken' }, false],
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

test('an answer that says “please act” asks something of its reader', () => {
  for (const duty of ['payer', 'payee', 'owner', 'operator', 'both'] satisfies Duty[]) {
    const asks = answerNotice({ stage: 'request-denied', duty }).text?.en.includes('please act') ?? false;
    expect([duty, needsYou({ type: ANSWER_NOTICE, extra: { duty } })]).toEqual([duty, asks]);
  }
});

test('a message that carries nothing asks for nothing, but the end of a session and a review', () => {
  const asking = NOTIFICATION_TYPES.filter((type) => needsYou({ type, extra: {} }));
  expect(asking).toEqual(['userNormalLogin', 'userForcedLogout', 'userRealNameReview']);
});
