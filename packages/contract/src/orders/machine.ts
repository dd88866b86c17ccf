import type { ExtraField } from '../notifications/notifications.ts';
import type { OrderNotificationType } from '../notifications/types.ts';
import type { ThreadEvent } from './thread.ts';

/**
 * The machine of listings and orders as one table (docs/spec/orders.md). The server decides by it, the room and the tests read it, nobody
 * keeps a second copy. A *transition* carries the number of the specification before the dot; what follows the dot tells apart the events,
 * actors or stages that one line of the specification joins.
 *
 * A *listing* is what its owner publishes; an *order* is what a locker makes by locking part of one. The *payer* sends money outside and
 * receives the coin; the *payee* owns the escrowed coin. In a sell listing the owner is the payee, in a buy listing the payer.
 */

export const LISTING_STATES = [
  'OPEN',
  'PAUSED',
  'FILLED',
  'SOLD_OUT',
  'CLOSED',
  'EXPIRED',
  'SUSPENDED',
] as const;
export type ListingState = (typeof LISTING_STATES)[number];

export const ORDER_STATES = [
  'ACCEPT_WAIT',
  'LOCKED',
  'GRACE',
  'PAID',
  'STUCK_SELF',
  'STUCK_CASE',
  'FINISHED',
  'CANCELLED',
  'AUTO_CANCELLED',
  'FORCE_CANCELLED',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Where the machine can be. `NONE`: no listing yet. A lock starts an order from an `OPEN` listing. */
export type Place = 'NONE' | ListingState | OrderState;

/** What a member is in an order, on both axes at once. */
export type Hat = 'payer' | 'payee' | 'owner' | 'locker';
export type Actor = Hat | 'operator' | 'risk' | 'timer' | 'system';
export type Duty = 'payer' | 'payee' | 'owner' | 'operator' | 'both';

/**
 * The request that may lie over LOCKED, PAID and STUCK: who asked to cancel. While one is open over PAID, that state's own clock stands still.
 */
export type OpenRequest = 'by-payer' | 'by-payee';

export const TIMER_NAMES = [
  'listingTtl',
  'accept',
  'pay',
  'remindExtend',
  'grace',
  'ack',
  'ackReminder',
  'ackLastReminder',
  'cancelAck',
  'earliestAppeal',
  'self',
  'firstAnswer',
  'ruling',
  'escalation',
  'lateClaim',
  'appeal',
  'rating',
  'chatPushGap',
  'boughtCoinHold',
] as const;
export type TimerName = (typeof TIMER_NAMES)[number];

export interface OrderStateInfo {
  readonly zhTW: string;
  readonly en: string;
  /** False at an end: the escrow is empty and nobody owes an action. */
  readonly live: boolean;
  readonly duty: Duty | null;
  /** The clock that runs in the state; after an end, the one within which it can still be questioned. */
  readonly clock: TimerName;
}

export const ORDER_STATE_INFO: Readonly<Record<OrderState, OrderStateInfo>> = {
  ACCEPT_WAIT: { zhTW: '待接單', en: 'Waiting for acceptance', live: true, duty: 'owner', clock: 'accept' },
  LOCKED: { zhTW: '待付款', en: 'Waiting for payment', live: true, duty: 'payer', clock: 'pay' },
  GRACE: { zhTW: '逾時確認中', en: 'Time is up, last check', live: true, duty: 'payer', clock: 'grace' },
  PAID: { zhTW: '待確認收款', en: 'Waiting for confirmation', live: true, duty: 'payee', clock: 'ack' },
  STUCK_SELF: { zhTW: '卡單', en: 'Stuck', live: true, duty: 'both', clock: 'self' },
  STUCK_CASE: { zhTW: '申訴處理中', en: 'Under appeal', live: true, duty: 'operator', clock: 'ruling' },
  FINISHED: { zhTW: '已完成', en: 'Finished', live: false, duty: null, clock: 'appeal' },
  CANCELLED: { zhTW: '已取消', en: 'Cancelled', live: false, duty: null, clock: 'lateClaim' },
  AUTO_CANCELLED: {
    zhTW: '逾時取消',
    en: 'Cancelled: time ran out',
    live: false,
    duty: null,
    clock: 'lateClaim',
  },
  FORCE_CANCELLED: { zhTW: '強制取消', en: 'Cancelled by support', live: false, duty: null, clock: 'appeal' },
};

export const LISTING_STATE_LABELS: Readonly<Record<ListingState, { zhTW: string; en: string }>> = {
  OPEN: { zhTW: '掛單中', en: 'Open' },
  PAUSED: { zhTW: '已暫停', en: 'Paused' },
  FILLED: { zhTW: '已全數鎖定', en: 'Fully locked' },
  SOLD_OUT: { zhTW: '已售完', en: 'Sold out' },
  CLOSED: { zhTW: '已關閉', en: 'Closed' },
  EXPIRED: { zhTW: '已到期', en: 'Expired' },
  SUSPENDED: { zhTW: '已停用', en: 'Suspended' },
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimerRule {
  readonly defaultMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  /** Where only some values may be chosen. */
  readonly choicesMs?: readonly number[];
  /** Before which other timer's end it fires, instead of after its own start. */
  readonly before?: TimerName;
}

function fixed(defaultMs: number): TimerRule {
  return { defaultMs, minMs: defaultMs, maxMs: defaultMs };
}

/** Defaults and ranges of every clock. Kept in the database as absolute instants of `app_now()`; changed only for duties that begin later. */
export const TIMERS: Readonly<Record<TimerName, TimerRule>> = {
  listingTtl: { defaultMs: 24 * HOUR, minMs: HOUR, maxMs: 15 * DAY },
  accept: { defaultMs: 3 * MINUTE, minMs: MINUTE, maxMs: 5 * MINUTE },
  pay: {
    defaultMs: 15 * MINUTE,
    minMs: 15 * MINUTE,
    maxMs: 60 * MINUTE,
    choicesMs: [15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE),
  },
  remindExtend: { ...fixed(5 * MINUTE), before: 'pay' },
  grace: fixed(10 * MINUTE),
  ack: fixed(15 * MINUTE),
  ackReminder: fixed(5 * MINUTE),
  ackLastReminder: { ...fixed(3 * MINUTE), before: 'ack' },
  cancelAck: fixed(10 * MINUTE),
  earliestAppeal: fixed(5 * MINUTE),
  self: fixed(15 * MINUTE),
  firstAnswer: fixed(30 * MINUTE),
  ruling: fixed(DAY),
  escalation: fixed(72 * HOUR),
  lateClaim: fixed(72 * HOUR),
  appeal: fixed(72 * HOUR),
  rating: fixed(DAY),
  chatPushGap: fixed(5 * MINUTE),
  /** Until the end of the next day in Taipei, for levels 0 and 1; a policy, so the length here is only its longest. */
  boughtCoinHold: { defaultMs: 2 * DAY, minMs: 0, maxMs: 2 * DAY },
};

/** As texts, for that is what a call carries. */
export const EXTENSION_CHOICES_MINUTES = ['10', '15', '30'] as const;
export const EXTENSION_COUNT_MAX = 2;
export const EXTENSION_TOTAL_MINUTES_MAX = 60;

/** What a transition moves, as a name; `ESCROW_MOVEMENTS` says between which accounts. */
export type Movement = 'reserve' | 'unreserve' | 'lock' | 'return' | 'finish' | 'split' | 'relock';

/**
 * Debit and credit of each movement, with the accounts of docs/spec/money.md. `buy` is the same step for a buy listing where it differs: its owner
 * reserves nothing, so its `reserve` and `unreserve` move nothing.
 */
export const ESCROW_MOVEMENTS = {
  reserve: { from: 'payee available', to: 'listing_reserve', buy: null },
  unreserve: { from: 'listing_reserve', to: 'payee available', buy: null },
  lock: { from: 'listing_reserve', to: 'order_escrow', buy: { from: 'payee available', to: 'order_escrow' } },
  /** To `available` also when the listing is closed, expired or suspended meanwhile. */
  return: {
    from: 'order_escrow',
    to: 'listing_reserve',
    buy: { from: 'order_escrow', to: 'payee available' },
  },
  /** Less the fee, which goes to a shard of the platform's fee account. */
  finish: { from: 'order_escrow', to: 'payer available or hold', buy: null },
  split: { from: 'order_escrow', to: 'payer available or hold, and payee available', buy: null },
  relock: { from: 'payee available', to: 'order_escrow', buy: null },
} as const satisfies Record<Movement, object>;

/** What a transition checks before it is applied. The names are what the server's rules are called; the sentence is what they mean. */
export const GUARDS = {
  permission: 'the member may do this at all',
  'card-in-order': 'the owner has a bank account that can be paid on',
  'balance-covers': 'the available balance covers the quantity',
  'not-own': 'owner and locker are two members',
  'not-blocked': 'neither has blocked the other',
  'levels-met': 'the locker meets the conditions of the listing',
  'lock-caps':
    'neither has more orders in progress, or buys or sells more of the coin in a day, than allowed',
  'remaining-covers': 'what nobody has locked covers the quantity, compared and set in one step',
  'version-seen': 'the listing or order is still the one the caller has seen',
  'asks-first': 'the owner wants to be asked first, or has not been seen for 2 minutes',
  'takes-at-once': 'the owner is present and does not ask first',
  'in-time': 'the deadline has not passed',
  due: 'the deadline has passed, checked again in the firing transaction',
  reason: 'a reason of the list for the role is given',
  'extension-left': 'fewer than 2 extensions, and at most 60 minutes together',
  'proof-declared': 'kind of payment, bank or app, last five digits and payer name are given, and a proof',
  'paid-in-time': 'the proof shows a payment before the pay time ended; once per order',
  'not-paid-ticked': 'the payer confirms that nothing has been paid',
  'cancel-cap': 'the cancels of the day are not used up',
  'payee-confirms-nothing-came': 'the payee confirms that no money arrived',
  'payer-agrees-no-payment': 'the payer did not pay, or the refund is agreed',
  'transaction-secret': 'the transaction secret, and within a security cool-down a one-time code too',
  'recap-and-checklist': 'the payee has gone through sum, name and last digits',
  'still-waiting': 'the state has not changed since the reminder was planned',
  'paid-long-enough': 'at least 5 minutes since paid',
  'answers-request': 'the other side has an open request to cancel',
  claimed: 'the operator has claimed the case',
  'two-people': 'a second operator approves, above the limit or once paid was pressed',
  'parts-sum': 'the parts sum to the quantity',
  'other-side-agreed': 'the other side has agreed to the same parts',
  'within-claim-time': 'at most 72 hours since the end',
  evidence: 'evidence is given',
  blamed: 'the reason of who has cancelled blames the other side, which takes it',
} as const;
export type Guard = keyof typeof GUARDS;

export const EVENTS = [
  'publish',
  'close',
  'pause',
  'resume',
  'renew',
  'edit',
  'fill',
  'refill',
  'sell-out',
  'listing-time-ended',
  'suspend',
  'lock',
  'ask-lock',
  'accept',
  'decline',
  'accept-time-ended',
  'cancel',
  'pay-time-ending',
  'ask-time',
  'extend',
  'paid',
  'pay-time-ended',
  'grace-time-ended',
  'request-cancel',
  'allow-cancel',
  'deny-cancel',
  'deny-as-received',
  'request-time-ended',
  'release',
  'ack-reminder-due',
  'ack-time-ended',
  'appeal',
  'self-time-ended',
  'rule-release',
  'force-cancel',
  'offer-split',
  'decline-split',
  'split',
  'late-claim',
  'take-blame',
  'relock',
  'fault',
  'outage-declared',
] as const;
export type OrderEvent = (typeof EVENTS)[number];

/**
 * The clocks of an order, each a row of its own while it runs, and the event that it fires when it is due. Those without one are an operator's:
 * their end is shown, and moves nothing by itself.
 */
export const ORDER_TIMER_EVENTS = {
  accept: 'accept-time-ended',
  remindExtend: 'pay-time-ending',
  pay: 'pay-time-ended',
  grace: 'grace-time-ended',
  ackReminder: 'ack-reminder-due',
  ackLastReminder: 'ack-reminder-due',
  ack: 'ack-time-ended',
  cancelAck: 'request-time-ended',
  self: 'self-time-ended',
  firstAnswer: null,
  ruling: null,
  escalation: null,
} as const satisfies Partial<Record<TimerName, OrderEvent | null>>;
export type OrderTimer = keyof typeof ORDER_TIMER_EVENTS;

/** The reminders that start with a clock. One that is due only together with its clock is not sent: the clock fires, and takes it with it. */
export const REMINDERS = {
  pay: ['remindExtend'],
  ack: ['ackReminder', 'ackLastReminder'],
} as const satisfies Partial<Record<OrderTimer, readonly OrderTimer[]>>;

export interface TransitionNotice {
  readonly type: OrderNotificationType;
  readonly to: readonly (Hat | 'operators')[];
  /** Extra data that this transition fixes. */
  readonly with?: Readonly<Partial<Record<ExtraField, string | boolean>>>;
  /** A receipt to the one who acted, not news. */
  readonly receipt?: true;
}

export interface Transition {
  readonly id: string;
  readonly from: readonly Place[];
  /** Which open requests the transition accepts; absent: only none. */
  readonly request?: readonly (OpenRequest | 'none')[];
  /** Each of them may cause it; place, request, event and actor together lead to at most one transition. */
  readonly event: OrderEvent;
  readonly actors: readonly Actor[];
  readonly guards: readonly Guard[];
  readonly to: Place | 'same';
  /** What becomes of the request; absent: as it was, or gone when the state does not carry one. */
  readonly opens?: OpenRequest;
  readonly closes?: true;
  readonly escrow: Movement | null;
  /** The clock that the transition starts, `stop` at an end, `keep` where it goes on. */
  readonly clock: TimerName | 'stop' | 'keep' | 'extend' | 'shift';
  readonly notices: readonly TransitionNotice[];
  /** A line in the order's thread. */
  readonly thread?: ThreadEvent;
  readonly fault?: 'payer' | 'payee' | 'owner' | 'none' | 'undecided' | 'by-reason';
  readonly resolution?: 'parties' | 'timeout' | 'operator' | 'risk';
  /** Paid after the time to pay, as the payer's proof says. */
  readonly late?: true;
  /**
   * Who has missed an answer. If that is the listing's owner, an open listing is paused: another order would wait for the same absent person.
   * One that is full, paused or over stays as it is.
   */
  readonly pausesListing?: 'owner' | 'payee';
  /** Operators get a case to decide. The machine opens it with the transition, and closes it when the order leaves STUCK_CASE. */
  readonly opensCase?: true;
  /** Works today. The others are refused with ORDER_ACTION_NOT_BUILT, and no timer fires them. */
  readonly implemented?: true;
}

/** What a member or an operator can do with an order; `actions.ts` says who and when. */
export const ORDER_ACTIONS = [
  'accept',
  'decline',
  'paid',
  'cancel',
  'request-cancel',
  'allow-cancel',
  'deny-cancel',
  'deny-as-received',
  'ask-time',
  'extend',
  'release',
  'appeal',
  'split',
  'offer-split',
  'decline-split',
  'late-claim',
  'take-blame',
  'rule-release',
  'force-cancel',
  'relock',
  'add-proof',
  'see-pay-details',
  'chat',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** Why an action is closed, as a key; the screen has a text for each. */
export const ACTION_REASONS = [
  'wait-for-owner',
  'wait-for-answer',
  'already-paid',
  'not-yet',
  'time-over',
  'limit-reached',
  'used',
  'in-case',
] as const;
export type ActionReason = (typeof ACTION_REASONS)[number];

/** Why a payer cancels, as the menu of the room offers it. */
export const CANCEL_REASONS = [
  'changed-mind',
  'cannot-pay',
  'details-wrong',
  'seller-asked',
  'other',
] as const;

/** The pay windows an owner may choose, in minutes. */
export const PAY_WINDOWS_MIN = ['15', '20', '30', '45', '60'] as const;
/** Why the viewer cannot take an offer. `own-order`: the live order that keeps it busy is the viewer's. */
export const OFFER_OBSTACLES = [
  'own',
  'own-order',
  'busy',
  'below-minimum',
  'above-maximum',
  'lock-cap',
  'conditions',
  'owner-limit',
] as const;
