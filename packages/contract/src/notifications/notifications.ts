import { COIN_SCALE, parseAmount, type Coin, type Minor } from '@holdfast/kernel';
import * as z from 'zod/mini';
import { isNotificationType, type NotificationType } from './types.ts';

/** What the dialog of a notification offers and what its buttons do (spec 3, spec 4). */
export type NotificationButton = 'close' | 'confirm';

export interface NotificationRule {
  readonly buttons: readonly NotificationButton[];
  /** What the app stores as soon as the notification is shown. */
  readonly onShow?: 'store-platform-binding' | 'store-bank-card-status';
  /** What 確認 does, before the dialog closes. */
  readonly onConfirm?: 'sign-out' | 'refresh-member-info-and-go-home' | 'open-order';
}

const INFO: NotificationRule = { buttons: ['close'] };
const OPENS_ORDER: NotificationRule = { buttons: ['close', 'confirm'], onConfirm: 'open-order' };

export const NOTIFICATION_RULES: Readonly<Record<NotificationType, NotificationRule>> = {
  userNormalLogin: INFO,
  userWithdrawSuccess: INFO,
  userForcedLogout: { buttons: ['confirm'], onConfirm: 'sign-out' },
  merchantBindReview: { buttons: ['close'], onShow: 'store-platform-binding' },
  userBankCardReview: { buttons: ['close'], onShow: 'store-bank-card-status' },
  userRealNameReview: { buttons: ['confirm'], onConfirm: 'refresh-member-info-and-go-home' },
  orderLock: OPENS_ORDER,
  orderAutoCancel: OPENS_ORDER,
  orderExtend: OPENS_ORDER,
  orderFinish: OPENS_ORDER,
  orderRemindExtend: OPENS_ORDER,
  orderStuck: OPENS_ORDER,
  orderWaitAck: OPENS_ORDER,
  orderPaid: OPENS_ORDER,
  orderCancel: OPENS_ORDER,
  orderForceCancel: OPENS_ORDER,
  orderAckCancel: OPENS_ORDER,
  orderAutoAckCancel: OPENS_ORDER,
  orderAckAllow: OPENS_ORDER,
};

/** The rule of any type that arrives; one that this build does not know is an information with a close button (spec 4). */
export function notificationRuleOf(type: string): NotificationRule {
  return isNotificationType(type) ? NOTIFICATION_RULES[type] : INFO;
}

const text = /* @__NO_SIDE_EFFECTS__ */ () => z.optional(z.string());
const number = /* @__NO_SIDE_EFFECTS__ */ () => z.optional(z.number());

/** The extra data of a notification: the fields that were asked for (spec 3) ... */
const askedExtra = {
  type: text(),
  orderId: text(),
  serialNo: text(),
  coinType: text(),
  /** `full` or `partial`: how much of the listing the lock took. */
  lockType: text(),
  lockUserNick: text(),
  lockQuantity: text(),
  /** The counterparty's uid. */
  userId: text(),
  cancelUserNick: text(),
  isOwner: z.optional(z.boolean()),
  /** The listing's side: `sell` or `buy`. */
  orderType: text(),
  amount: number(),
  quantity: number(),
  lockDate: text(),
  payType: text(),
  paidUserNick: text(),
  paidBank: text(),
  paidQRType: text(),
  /** The counterparty's. */
  nick: text(),
  payer: text(),
  realNameStatus: text(),
  deadlineDate: text(),
  userLevelName: text(),
  /** Which way the coin goes, seen from the receiver of the notification. */
  transactionType: text(),
};

/** ... and those that the order machine adds. An older client ignores them. */
const addedExtra = {
  /** What an answer is awaited for: `lock`, `payment` or `cancel`. */
  ackOf: text(),
  /** What silence will do. */
  onSilence: text(),
  stage: text(),
  /** Whose turn it is, where that does not follow from the type. */
  duty: text(),
  late: z.optional(z.boolean()),
  /** The order has ended, and a case lies beside it. */
  ended: z.optional(z.boolean()),
  /** The case is of a payer who says to have paid an order that was cancelled. */
  claimed: z.optional(z.boolean()),
  /** Whether the payee can still give more time to pay. */
  canExtend: z.optional(z.boolean()),
  /** Whether the payer can still ask for it: not while an earlier question waits. */
  canAsk: z.optional(z.boolean()),
  /** The payee's request to cancel waits for its answer. */
  cancelAsked: z.optional(z.boolean()),
  /** Whether the owner's silence has paused the listing, which may have left the market before. */
  listingPaused: z.optional(z.boolean()),
  /** The reader's own act has led to it. An app tells of it, and makes no noise. */
  own: z.optional(z.boolean()),
  resolution: text(),
  caseId: text(),
  listingId: text(),
  reason: text(),
  holdUntil: text(),
  /** Until when a late claim or an appeal is possible. */
  claimUntil: text(),
  /**
   * Of a sign-in or a change of the account: device, place ('' is unknown), the prefix of the network, time, and whether the device was new.
   */
  device: text(),
  place: text(),
  network: text(),
  when: text(),
  newDevice: z.optional(z.boolean()),
  /** Of a change of the account: the RID of the command that made it. The install that sent it has its answer and shows no notice. */
  rid: text(),
};

export const EXTRA_FIELDS_ASKED = Object.keys(askedExtra) as readonly (keyof typeof askedExtra)[];
export type ExtraField = keyof typeof askedExtra | keyof typeof addedExtra;

/** Unknown fields stay: a newer server may say more. */
export const notificationExtra = z.looseObject({ ...askedExtra, ...addedExtra });
export type NotificationExtra = z.infer<typeof notificationExtra>;

export const notification = z.object({ title: z.string(), content: z.string(), extra: notificationExtra });
export type Notification = z.infer<typeof notification>;

/** A push message as it arrives (spec 3). Push data are texts on every carrier. */
export const pushPayload = z.object({
  data: z.looseObject({
    type: z.string(),
    reviewSuccess: z.optional(z.string()),
    bankCardStatus: z.optional(z.string()),
  }),
  notification: z.optional(
    z.object({
      title: z._default(z.string(), ''),
      body: z._default(z.string(), ''),
      /** The words of a button that leads to the question whether to freeze the account (Web Push alone has it). */
      notMe: z.optional(z.string()),
    }),
  ),
});
export type PushPayload = z.infer<typeof pushPayload>;

/**
 * `amount` and `quantity` are numbers in a notification (spec 3) and nowhere else. These two convert at that edge. The largest amount we
 * accept has 16 digits, one of them a 1 with zeros, so a double holds every amount exactly enough to come back.
 */
export function toExtraNumber(coin: Coin, value: Minor): number {
  return Number(value) / 10 ** COIN_SCALE[coin];
}

/** The amount that `toExtraNumber` was given; undefined for a number that is no amount of that coin. */
export function fromExtraNumber<C extends Coin>(coin: C, value: number): Minor<C> | undefined {
  return Number.isFinite(value) ? parseAmount(coin, value.toFixed(COIN_SCALE[coin])) : undefined;
}
