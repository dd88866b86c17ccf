import { COINS } from '@holdfast/kernel';
import * as z from 'zod/mini';
import { PAY_METHODS } from '../rules/pay-method.ts';
import { PAY_TYPES } from '../rules/proof.ts';
import { TIMER_NAMES, type OrderEvent } from './machine.ts';

/**
 * What the row of an event says beside who, when, from and to. Rows of events are never changed, so what is not written here at the time is
 * lost: together they have to give the order again (invariant 9). Class A data (names, account numbers, free text of a member) have no place
 * in it: they are sealed elsewhere, and named by an id.
 */

const minorText = z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/));
const id = z.string().check(z.regex(/^[1-9]\d{0,18}$/));
/** A reason of a list, never the words that somebody typed. */
const reason = z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/), z.maxLength(40));
const minutes = z.int().check(z.positive());
const proofIds = z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)));
/** In UTC, as exact as the database keeps it. */
const at = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z$/));
/** The clocks that run, by name, each with the time at which it is due. */
const clocks = z.partialRecord(z.enum(TIMER_NAMES), at);

/** Amounts are minor units as decimal texts. */
const terms = z.strictObject({
  serialNo: z.string().check(z.regex(/^HF-\d{6}-\d{4,}$/)),
  listingId: id,
  listingVersion: z.int(),
  /** The remark that the listing had. */
  remarkId: z.optional(id),
  ownerId: id,
  lockerId: id,
  payerId: id,
  payeeId: id,
  coin: z.enum(COINS),
  quantity: minorText,
  priceE4: minorText,
  payTwd: minorText,
  feeBasisPoints: z.int(),
  fee: minorText,
  payWindowMinutes: z.int(),
  /** Rows of before pay accounts have no method, which is the bank. */
  payMethod: z.optional(z.enum(PAY_METHODS)),
  /** One of the two, by the method. */
  cardVersionId: z.optional(id),
  payAccountVersionId: z.optional(id),
  lockType: z.enum(['full', 'partial']),
});

/** What a transition of any event may have done to the order. */
const effects = {
  deadlines: z.strictObject({ before: clocks, after: clocks }),
  fault: z.optional(z.enum(['payer', 'payee', 'none', 'undecided'])),
  resolution: z.optional(z.enum(['parties', 'timeout', 'operator', 'risk'])),
  /** What funds the escrow from now on. */
  funding: z.optional(z.enum(['listing', 'locker', 'relock'])),
  /** Which account a return went to: the listing may have ended by then. */
  returnedTo: z.optional(z.enum(['listing_reserve', 'available'])),
  late: z.optional(z.literal(true)),
  /** Until when what the payer got is held. */
  heldUntil: z.optional(at),
  /** The case that it opened. */
  caseId: z.optional(id),
} as const;

/* @__NO_SIDE_EFFECTS__ */
function detail<Shape extends Record<string, z.ZodMiniType>>(own: Shape) {
  return z.strictObject({ ...effects, ...own });
}

/** Per event of an order; the events of a listing have no rows. */
export const EVENT_DETAILS = {
  lock: detail({ terms }),
  'ask-lock': detail({ terms }),
  accept: detail({}),
  decline: detail({ reason }),
  'accept-time-ended': detail({}),
  cancel: detail({ reason: z.optional(reason) }),
  'pay-time-ending': detail({}),
  'ask-time': detail({ minutes: z.optional(minutes) }),
  extend: detail({ minutes }),
  /** `saidPaidAt`: when the payer says to have paid, where that was asked. */
  paid: detail({ payType: z.enum(PAY_TYPES), proofIds, saidPaidAt: z.optional(at) }),
  'pay-time-ended': detail({}),
  'grace-time-ended': detail({}),
  'request-cancel': detail({ reason, proofIds: z.optional(proofIds) }),
  'allow-cancel': detail({}),
  'deny-cancel': detail({ reason: z.optional(reason) }),
  'deny-as-received': detail({}),
  'request-time-ended': detail({}),
  release: detail({}),
  'ack-reminder-due': detail({}),
  'ack-time-ended': detail({}),
  appeal: detail({ reason, proofIds: z.optional(proofIds) }),
  'self-time-ended': detail({}),
  'rule-release': detail({ reason, proofIds }),
  'force-cancel': detail({ reason, proofIds: z.optional(proofIds) }),
  'offer-split': detail({ parts: z.strictObject({ payer: minorText, payee: minorText }) }),
  /** Of the one who was asked, or of the one who takes the offer back. */
  'decline-split': detail({}),
  split: detail({
    parts: z.strictObject({ payer: minorText, payee: minorText }),
    /** Of a ruling; the two sides need none. */
    reason: z.optional(reason),
    proofIds: z.optional(proofIds),
  }),
  'late-claim': detail({ proofIds: z.optional(proofIds) }),
  'take-blame': detail({}),
  relock: detail({ reason: z.optional(reason), proofIds: z.optional(proofIds) }),
  fault: detail({ reason }),
  'outage-declared': detail({
    minutes,
    /** Since when the offer of a split counts from now on. */
    splitAt: z.optional(at),
  }),
} as const satisfies Readonly<Partial<Record<OrderEvent, z.ZodMiniType>>>;

export type EventWithDetail = keyof typeof EVENT_DETAILS;
export type EventDetail<Event extends EventWithDetail = EventWithDetail> = z.infer<
  (typeof EVENT_DETAILS)[Event]
>;
export type Clocks = z.infer<typeof clocks>;
export type Terms = z.infer<typeof terms>;

/** The names of what does not fit; empty where the detail is one of this event. */
export function detailFaults(event: OrderEvent, value: unknown): string[] {
  const schema = (EVENT_DETAILS as Readonly<Partial<Record<OrderEvent, z.ZodMiniType>>>)[event];
  if (!schema) return [`no order has an event "${event}"`];
  const parsed = schema.safeParse(value);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
