import { COINS, formatAmount, minor } from '@holdfast/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXTRA_FIELDS_ASKED,
  fromExtraNumber,
  notificationExtra,
  notificationRuleOf,
  pushPayload,
  toExtraNumber,
} from './notifications.ts';
import {
  isNotificationType,
  isOrderNotificationType,
  NOTIFICATION_TYPES,
  ORDER_NOTIFICATION_TYPES,
} from './types.ts';
import { ORDER_NOTICES } from '../orders/notices.ts';

describe('the dialog of a notification', () => {
  it.each([
    ['userNormalLogin', { buttons: ['close'] }],
    ['userWithdrawSuccess', { buttons: ['close'] }],
    ['userForcedLogout', { buttons: ['confirm'], onConfirm: 'sign-out' }],
    ['merchantBindReview', { buttons: ['close'], onShow: 'store-platform-binding' }],
    ['userBankCardReview', { buttons: ['close'], onShow: 'store-bank-card-status' }],
    ['userRealNameReview', { buttons: ['confirm'], onConfirm: 'refresh-member-info-and-go-home' }],
  ])('%s offers %j', (type, rule) => expect(notificationRuleOf(type)).toEqual(rule));

  it.each(ORDER_NOTIFICATION_TYPES)('%s can be closed, or confirmed to open the order', (type) => {
    expect(notificationRuleOf(type)).toEqual({ buttons: ['close', 'confirm'], onConfirm: 'open-order' });
  });

  it.each(['orderChat', 'toString', '__proto__', '', 'ORDERPAID'])(
    '%j is unknown: an information that can be closed',
    (type) => {
      expect(notificationRuleOf(type)).toEqual({ buttons: ['close'] });
      expect(isNotificationType(type)).toBe(false);
    },
  );

  it('knows 19 types, 13 of them about orders, each with a title in both languages', () => {
    expect(NOTIFICATION_TYPES).toHaveLength(19);
    expect(NOTIFICATION_TYPES.filter(isOrderNotificationType)).toEqual([...ORDER_NOTIFICATION_TYPES]);
    expect(Object.keys(ORDER_NOTICES).toSorted()).toEqual([...ORDER_NOTIFICATION_TYPES].toSorted());
    const untitled = Object.values(ORDER_NOTICES).filter(
      ({ title: { zhTW, en } }) => !/\p{Script=Han}/u.test(zhTW) || /\p{Script=Han}/u.test(en),
    );
    expect(untitled).toEqual([]);
  });
});

describe('extra data', () => {
  it('has the 24 fields that were asked for', () => expect(EXTRA_FIELDS_ASKED).toHaveLength(24));

  it('takes numbers for amount and quantity and a boolean for isOwner, as they stand on the wire', () => {
    expect(notificationExtra.safeParse({ amount: 3000, quantity: 3000.5, isOwner: true }).success).toBe(true);
    expect(notificationExtra.safeParse({ amount: '3000.00' }).success).toBe(false);
    expect(notificationExtra.safeParse({ isOwner: 'true' }).success).toBe(false);
  });

  it('keeps what a newer server adds', () => {
    expect(notificationExtra.parse({ type: 'orderPaid', later: 1 })).toEqual({ type: 'orderPaid', later: 1 });
  });

  it('brings every amount that we accept back from its number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COINS), fc.bigInt({ min: 0n, max: 10n ** 15n }), (coin, value) => {
        expect(fromExtraNumber(coin, toExtraNumber(coin, minor(coin, value)))).toBe(value);
      }),
      { numRuns: 1000 },
    );
    expect(formatAmount('USDT', fromExtraNumber('USDT', 0.1 + 0.2) ?? 0n)).toBe('0.300000');
  });

  it.each([NaN, Infinity, -1, 1e21])('refuses %d as an amount', (value) => {
    expect(fromExtraNumber('TWD', value)).toBeUndefined();
  });
});

describe('a push message', () => {
  it('carries its type, and title and body where the carrier shows them', () => {
    const message = {
      data: { type: 'merchantBindReview', reviewSuccess: 'true' },
      notification: { title: '綁定' },
    };
    expect(pushPayload.parse(message)).toEqual({ ...message, notification: { title: '綁定', body: '' } });
    expect(pushPayload.safeParse({ data: {} }).success).toBe(false);
  });
});
