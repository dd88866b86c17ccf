import * as z from 'zod/mini';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { DECLINE_REASONS } from '../orders/accepting.ts';
import { APPEAL_REASONS, CASE_TEXT_MAX } from '../orders/appeal.ts';
import { PRESENCES } from '../orders/presence.ts';
import { RESTRICTED_ACTS, RESTRICTION_REASONS } from '../orders/restrictions.ts';
import { DENY_REASONS, REQUEST_REASONS } from '../orders/requests.ts';
import {
  ACTION_REASONS,
  CANCEL_REASONS,
  EVENTS,
  EXTENSION_CHOICES_MINUTES,
  ORDER_ACTIONS,
  ORDER_STATES,
} from '../orders/machine.ts';
import { PAY_APPS } from '../rules/pay-account.ts';
import { PAY_METHODS } from '../rules/pay-method.ts';
import { PAID_QR_TYPES, PAY_TYPES } from '../rules/proof.ts';
import { fileId } from './uploads.ts';
import { by } from '../operators/permissions.ts';
import {
  accountText,
  amountText,
  civilDate,
  coin,
  decimal,
  empty,
  id,
  instant,
  listingLink,
  nickText,
  page,
  paged,
  proofTicket,
  version,
} from './fields.ts';
import { reasonText } from './operators.ts';
import { splitOffer } from './split-offer.ts';

const allowedAction = z.object({
  action: z.enum(ORDER_ACTIONS),
  open: z.boolean(),
  reason: z.nullable(z.enum(ACTION_REASONS)),
  opensAt: z.nullable(instant),
});

/** Where to pay: only for the payer of a live order that still waits for the payment, or has been paid. */
const payTo = z.object({
  holderName: z.string(),
  /** One of the two, by the order's method. */
  bank: z.nullable(z.object({ bankCode: z.string(), accountNumber: z.string() })),
  payAccount: z.nullable(
    z.object({
      app: z.enum(PAY_APPS),
      /** What the payer's app is given: the code as we write it, never the picture that was uploaded. */
      code: z.string(),
      /** Where it leads to: a host, or the code of a bank or a pay institution. */
      place: z.string(),
      /** What it names there. */
      account: z.string(),
    }),
  ),
});

const paidInfo = z.object({
  payType: z.enum(PAY_TYPES),
  paidBank: z.nullable(z.string()),
  paidQRType: z.nullable(z.string()),
  lastFive: z.string(),
  payer: z.string(),
  at: instant,
});

const timelineEntry = z.object({
  /** The event of the order machine. */
  event: z.enum(EVENTS),
  by: z.enum(['you', 'counterparty', 'system', 'operator']),
  state: z.enum(ORDER_STATES),
  at: instant,
  /** Of an extension, how long it is; of a request for one, how long it should be. */
  minutes: z.nullable(z.int()),
});

/** An open request to cancel. Who must answer is the order's duty, except in a case, where an operator decides. */
const cancelRequest = z.object({
  by: z.enum(['you', 'counterparty']),
  reason: z.enum(REQUEST_REASONS),
  askedAt: instant,
  /** Until when to answer; null where nothing happens by time. */
  deadline: z.nullable(instant),
  /** What no answer leads to; null: an operator answers. */
  onSilence: z.nullable(z.enum(['lapses', 'cancels', 'gets stuck'])),
});

const orderSummary = z.object({
  orderId: id,
  serialNo: z.string(),
  version: z.int(),
  coin,
  /** The viewer's part: the payer gets the coin and pays outside, the payee owns the escrowed coin. */
  role: z.enum(['payer', 'payee']),
  isOwner: z.boolean(),
  state: z.enum(ORDER_STATES),
  duty: z.nullable(z.enum(['payer', 'payee', 'owner', 'operator', 'both'])),
  quantity: decimal,
  price: decimal,
  /** What the payer sends outside, whole NT$. */
  payTwd: z.string(),
  /** Of what the payer gets. */
  fee: decimal,
  /** What arrives at the payer: the quantity, or their part where both sides shared it, less the fee. */
  receives: decimal,
  /** The payee's part, where both sides shared it; null: nothing was shared. */
  returned: z.nullable(decimal),
  counterparty: z.object({
    uid: z.string(),
    nick: z.string(),
    level: z.int(),
    /** The file of the picture, for `avatarUrl`; null: none. */
    avatarFileId: z.nullable(z.string()),
  }),
  lockedAt: instant,
  /** When the duty that runs now began and ends; null where nothing waits under a clock. */
  dutySince: z.nullable(instant),
  deadlineDate: z.nullable(instant),
  endedAt: z.nullable(instant),
  cancelRequest: z.nullable(cancelRequest),
  allowedActions: z.array(allowedAction),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** The open case of the order, as its parties see it. */
const openCase = z.object({
  caseId: id,
  openedBy: z.enum(['you', 'counterparty', 'system', 'operator']),
  openedAt: instant,
  /** A key of `APPEAL_REASONS`, or of the fault that opened it; null where time alone did. */
  reason: z.nullable(z.string()),
  /** By when operators aim to write first, and to decide. */
  firstReplyDate: instant,
  rulingDate: instant,
  /** When they have written first. */
  firstRepliedAt: z.nullable(instant),
  /** By when whoever leads them takes it over if nobody has decided; and since when that is so. */
  escalationDate: instant,
  escalatedAt: z.nullable(instant),
});
export type OpenCase = z.infer<typeof openCase>;

/** An order among others. */
const listedOrder = z.extend(orderSummary, {
  /** Lines of its thread that you have not seen. */
  unread: z.int(),
});
export type ListedOrder = z.infer<typeof listedOrder>;

const orderDetail = z.extend(orderSummary, {
  payTo: z.nullable(payTo),
  /** The way of paying that was chosen at the lock; any other is refused. */
  payMethod: z.enum(PAY_METHODS),
  paid: z.nullable(paidInfo),
  /** The payer's own verified name, masked: the account the payment must come from. */
  payerNameMasked: z.string(),
  /** What the listing said when it was locked; `null` inside: operators have taken it down since. */
  remark: z.nullable(z.object({ text: z.nullable(field(z.string(), { log: 'masked' })) })),
  payWindowMinutes: z.int(),
  /** What the payee has added to it. */
  extensions: z.object({ count: z.int(), minutes: z.int() }),
  /** How much more time the payer asks for; null: none, or it was answered. */
  askedMinutes: z.nullable(z.int()),
  /** When the time to pay ended, while the payer can still say to have paid in it. */
  payEndedAt: z.nullable(instant),
  case: z.nullable(openCase),
  splitOffer: z.nullable(splitOffer),
  /** Until when the coin that you got is held; null: it was free at once, or the other side got it. */
  heldUntil: z.nullable(instant),
  /** Of an order that has ended: whether you have reported that you have seen it. */
  isEndSeen: z.boolean(),
  timeline: z.array(timelineEntry),
});
export type OrderDetail = z.infer<typeof orderDetail>;

/** Cancels by own fault since 00:00 in Taipei. */
export const cancelsToday = z.object({
  used: z.int(),
  max: z.int(),
  /** Those of them after "paid" was pressed. */
  afterPaidUsed: z.int(),
  afterPaidMax: z.int(),
  /** When the day ends and all of it begins anew. */
  resetsAt: instant,
  /** Until when the member places no orders; null: may. */
  blockedUntil: z.nullable(instant),
});

export const oneOrder = z.object({ order: orderDetail, serverTime: instant });
const onOrder = { orderId: id, version };
/** A file uploaded for `order-proof` that evidences what is said. More of them follow by `/order/add-proof`, or in the thread. */
const evidence = { proofFileId: z.optional(fileId) };

export const orderCalls = {
  '/api/v1/members/orders-in-progress/{account}': read(
    'self',
    { method: 'GET' },
    {
      input: z.strictObject(page),
      output: z.extend(paged(listedOrder), {
        /** Live orders whose next move is yours, of all pages. */
        waiting: z.int(),
        serverTime: instant,
      }),
    },
  ),
  '/order/list': read(
    'member',
    { origin: 'ours' },
    {
      /** The filters are of ended orders, and are refused beside `active`. */
      input: z.strictObject({
        scope: z.enum(['active', 'past']),
        coin: z.optional(coin),
        /** What the member did. */
        did: z.optional(z.enum(['buy', 'sell'])),
        /** Days of Taipei on which they ended, both of them in it. */
        from: z.optional(civilDate),
        to: z.optional(civilDate),
        /** The number of an order, or the nickname of the other side; whole, in whatever case. */
        search: z.optional(nickText),
        ...page,
      }),
      output: z.extend(paged(listedOrder), { serverTime: instant }),
    },
  ),
  '/order/detail': read(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ orderId: id }), output: oneOrder },
  ),
  /** Whether the other side is here; null: not told, or the order has ended. */
  '/order/presence': read(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({ orderId: id }),
      output: z.object({ presence: z.nullable(z.enum(PRESENCES)) }),
    },
  ),
  '/order/lock': write(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({
        listingId: id,
        version,
        quantity: amountText,
        /** The fee that the member was shown, in basis points: a higher one is refused. Absent: whatever it is. */
        feeSeen: z.optional(field(z.string().check(z.regex(/^(0|[1-9]\d{0,3})$/)), { log: 'plain' })),
        /** Of a sell listing's; without one it is the first that can be paid by now. */
        payMethod: z.optional(z.enum(PAY_METHODS)),
        /** By which it was opened: without it nobody but its owner learns that a private listing is there. */
        link: z.optional(listingLink),
        /** Where the locker of a buy listing is paid: one of the two. */
        cardId: z.optional(id),
        payAccountId: z.optional(id),
      }),
      output: oneOrder,
    },
  ),
  /** The owner of an order that waits for acceptance takes it; from then on the buyer's time to pay runs. */
  '/order/accept': write('own', { origin: 'ours' }, { input: z.strictObject(onOrder), output: oneOrder }),
  '/order/decline': write(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, reason: z.enum(DECLINE_REASONS) }), output: oneOrder },
  ),
  '/order/paid': write(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({
        ...onOrder,
        payType: z.enum(PAY_TYPES),
        /** For `bank`: the three digits of the bank it was paid from. */
        paidBank: z.optional(z.string().check(z.regex(/^\d{3}$/))),
        /** For `qr`: which pay app. */
        paidQRType: z.optional(z.enum(PAID_QR_TYPES)),
        lastFive: z.string().check(z.regex(/^\d{5}$/)),
        payer: z.string().check(z.maxLength(40)),
        /** A picture or a PDF that evidences the payment, uploaded for `order-proof`. */
        proofFileId: fileId,
        /** When it was paid: asked where the time to pay is over. */
        paidAt: z.optional(instant),
      }),
      output: oneOrder,
    },
  ),
  /** From where you paid last by this method, to be offered: your own words of then. */
  '/order/paid-from': read(
    'member',
    { origin: 'ours' },
    {
      input: z.strictObject({ payMethod: z.enum(PAY_METHODS) }),
      output: z.object({
        from: z.nullable(
          z.object({ paidBank: z.nullable(z.string()), lastFive: z.string(), payer: z.string() }),
        ),
      }),
    },
  ),
  '/order/cancel': write(
    'own',
    { origin: 'ours' },
    {
      /** `notPaid` is the ticked "I have not paid". */
      input: z.strictObject({ ...onOrder, notPaid: z.literal('1'), reason: z.enum(CANCEL_REASONS) }),
      output: oneOrder,
    },
  ),
  /** The payee asks to cancel (T13, and T21 once paid), or agrees by asking too (T27). */
  '/order/request-cancel': write(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, ...evidence, reason: z.enum(REQUEST_REASONS) }), output: oneOrder },
  ),
  /** Agrees to an open request without a step-up: the payer before paying (T14), the payee whom no money has reached (T17). */
  '/order/allow-cancel': write(
    'own',
    { origin: 'ours' },
    {
      /** `nothingMoved` is the tick: "I have not paid" of the payer, "nothing has arrived" of the payee. */
      input: z.strictObject({ ...onOrder, nothingMoved: z.literal('1') }),
      output: oneOrder,
    },
  ),
  /** Refuses an open request. The payee, who says that the payer has paid and wants the coin, gives a reason: it opens a case (T20). */
  '/order/deny-cancel': write(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({
        ...onOrder,
        reason: z.optional(z.enum(DENY_REASONS)),
        text: z.optional(field(z.string().check(z.maxLength(CASE_TEXT_MAX)), { log: 'never' })),
      }),
      output: oneOrder,
    },
  ),
  /** The payer asks to cancel after "paid" was pressed (T16), or agrees by asking too (T27). */
  '/order/request-cancel-after-paid': write(
    'own',
    { origin: 'ours', secret: true },
    { input: z.strictObject({ ...onOrder, ...evidence, reason: z.enum(REQUEST_REASONS) }), output: oneOrder },
  ),
  /** The payer agrees after "paid" was pressed (T21a). */
  '/order/allow-cancel-after-paid': write(
    'own',
    { origin: 'ours', secret: true },
    {
      /** The tick "I did not pay, or I have been paid back". */
      input: z.strictObject({ ...onOrder, nothingMoved: z.literal('1') }),
      output: oneOrder,
    },
  ),
  /** The payee refuses because the money has come, which is a release (T19). */
  '/order/deny-as-received': write(
    'own',
    { origin: 'ours', secret: true },
    { input: z.strictObject({ ...onOrder, otpTicket: z.optional(proofTicket) }), output: oneOrder },
  ),
  '/order/release': write(
    'own',
    { origin: 'ours', secret: true },
    {
      /** The ticket of a code sent for `release`: asked while a cool-down runs. */
      input: z.strictObject({ ...onOrder, otpTicket: z.optional(proofTicket) }),
      output: oneOrder,
    },
  ),
  '/order/extend': write(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, minutes: z.enum(EXTENSION_CHOICES_MINUTES) }), output: oneOrder },
  ),
  '/order/ask-time': write(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, minutes: z.enum(EXTENSION_CHOICES_MINUTES) }), output: oneOrder },
  ),
  '/order/appeal': write(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({
        ...onOrder,
        reason: z.enum(APPEAL_REASONS),
        ...evidence,
        text: z.optional(field(z.string().check(z.maxLength(CASE_TEXT_MAX)), { log: 'never' })),
      }),
      output: oneOrder,
    },
  ),
  /** The payer of an order that was cancelled says to have paid, and how. */
  '/order/late-claim': write(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({
        ...onOrder,
        ...evidence,
        text: field(z.string().check(z.minLength(1), z.maxLength(CASE_TEXT_MAX)), { log: 'never' }),
      }),
      output: oneOrder,
    },
  ),
  /** What the member has cancelled today by own fault, how many are left, and what follows from it. */
  '/member/restrictions': read(
    'member',
    { origin: 'ours' },
    {
      input: empty,
      output: z.object({
        cancels: cancelsToday,
        /** What the member may not do now, each with why and until when; empty: nothing. */
        restrictions: z.array(
          z.object({
            act: z.enum(RESTRICTED_ACTS),
            reason: z.enum(RESTRICTION_REASONS),
            until: instant,
          }),
        ),
        serverTime: instant,
      }),
    },
  ),
  /** Clears what a member has cancelled today, and the wait that followed. */
  '/api/clear-cancel-record': write(
    by('members.cancels'),
    { repeatable: true },
    { input: z.strictObject({ account: accountText, reason: reasonText }), output: empty },
  ),
  /** The one whom the reason of a cancel blames says that it is so: from now on the cancel counts for them. */
  '/order/take-blame': write('own', { origin: 'ours' }, { input: z.strictObject(onOrder), output: oneOrder }),
  /** A party has seen the end of its order; said again it changes nothing. */
  '/report/order/finish': write(
    'member',
    {},
    { input: z.strictObject({ orderId: id }), output: z.object({ seenAt: instant }) },
  ),
} as const;
