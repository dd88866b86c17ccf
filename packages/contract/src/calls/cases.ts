import * as z from 'zod/mini';
import { CASE_DUTIES, CASE_HOLDERS, CASE_REVEALS, CASE_STAGES } from '../operators/cases.ts';
import { COMMON_TRACES } from '../operators/common-traces.ts';
import { by } from '../operators/permissions.ts';
import { REAL_NAME_STATUSES } from '../member/real-name.ts';
import { ORDER_STATES } from '../orders/machine.ts';
import { REMARK_REMOVALS } from '../orders/remarks.ts';
import {
  EVIDENCE,
  RULED_FAULTS,
  RULING_EVIDENCE_MAX,
  RULING_NAMES,
  RULING_REASON_NAMES,
  RULING_TEXT_MAX,
  RULING_TEXT_MIN,
} from '../orders/rulings.ts';
import { LINE_KINDS } from '../orders/thread.ts';
import { MESSAGE_LENGTH_MAX } from '../rules/message.ts';
import { PAY_METHODS } from '../rules/pay-method.ts';
import { UPLOAD_TYPES } from '../rules/uploads.ts';
import { field } from '../wire/field.ts';
import { MESSAGE_KEPT_MINUTES, read, write } from './call.ts';
import { amountText, coin, decimal, empty, id, instant, json, page, paged, version } from './fields.ts';
import { reasonText } from './operators.ts';
import { evidenceFile, evidenceFormat } from './order-thread.ts';
import { fileLink } from './uploads.ts';

/**
 * Orders that wait for a person. An item is an order, stuck or under a case: its `{id}` is the order's. One operator at a time has it, and only who
 * has claimed it may do something about it.
 */

const OURS = { origin: 'ours' } as const;
const AGAIN = { ...OURS, repeatable: true } as const;
const plain = field(z.string(), { log: 'plain' });
const masked = field(z.string(), { log: 'masked' });

const claim = z.object({
  /** The mail address of the operator who has it. */
  by: masked,
  isMine: z.boolean(),
  since: instant,
  until: instant,
});
export type CaseClaim = z.infer<typeof claim>;

/** What has to happen next, and until when. */
const next = { duty: z.enum(CASE_DUTIES), dueAt: instant };

const named = z.object({ name: plain, value: plain });
const side = z.enum(['payer', 'payee']);

/** What a case room shows of a side of the order. */
const party = z.object({
  role: side,
  account: masked,
  nick: plain,
  uid: plain,
  level: z.int(),
  isOwner: z.boolean(),
  realNameStatus: z.enum(REAL_NAME_STATUSES),
  realName: masked,
  registeredAt: instant,
  /** Orders that were finished, of all that are over. */
  finished: z.int(),
  ended: z.int(),
  /** How fast they release, in the middle of the last ones. */
  releaseSeconds: z.nullable(z.int()),
});

const shownOrder = z.object({
  orderId: id,
  serialNo: plain,
  version: z.int(),
  state: z.enum(ORDER_STATES),
  /** Which it was in before. */
  previousState: z.nullable(z.enum(ORDER_STATES)),
  side: z.enum(['sell', 'buy']),
  coin,
  quantity: decimal,
  price: decimal,
  payTwd: plain,
  fee: decimal,
  feeBasisPoints: z.int(),
  payWindowMinutes: z.int(),
  payMethod: z.enum(PAY_METHODS),
  listingId: id,
  /** The listing's when it was locked, which is what the order goes by. */
  listingVersion: z.int(),
  /** What the listing said then. Its text is null where it is not shown; one that was taken down since stays what the two had before them. */
  remark: z.nullable(
    z.object({
      text: z.nullable(masked),
      removed: z.nullable(z.object({ because: z.enum(REMARK_REMOVALS), at: instant })),
    }),
  ),
  lockedAt: instant,
  paidAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  deadlineDate: z.nullable(instant),
  /** How one side offers to share it; what it may be answered until may have passed. */
  splitOffer: z.nullable(z.object({ by: side, payerPart: decimal, until: instant })),
  isLate: z.boolean(),
  fault: z.nullable(plain),
  resolution: z.nullable(plain),
  cancelReason: z.nullable(plain),
  /** What a split gave the payer. */
  settledQuantity: z.nullable(decimal),
});

const shownCase = z.object({
  id,
  openedBy: plain,
  event: plain,
  previousState: z.enum(ORDER_STATES),
  reason: z.nullable(plain),
  /** What the member wrote who opened it; null where it is not shown, and where nothing was written. */
  text: z.nullable(masked),
  openedAt: instant,
  firstReplyDueAt: instant,
  rulingDueAt: instant,
  escalatesAt: instant,
  /** Since when it is with who leads. */
  escalatedAt: z.nullable(instant),
  firstRepliedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  outcome: z.nullable(plain),
  ruling: z.nullable(
    z.object({
      reason: z.enum(RULING_REASON_NAMES),
      text: masked,
      evidence: z.array(plain),
      by: masked,
      /** Who agreed, where it took two. */
      approvedBy: z.nullable(masked),
    }),
  ),
});

export const caseCalls = {
  /** Everything about an order that helps to rule it. Names are masked; what members wrote is shown to who has claimed the order alone. */
  '/operator/case/detail/{id}': read(by('cases.read'), OURS, {
    input: empty,
    output: z.object({
      isClear: z.boolean(),
      /** A ruling that waits for the second person. */
      openRequest: z.nullable(id),
      /** The sum up to which one person rules. */
      aloneTwd: z.int(),
      order: shownOrder,
      parties: z.array(party),
      /** Orders that the two have finished together. */
      tradedTogether: z.int(),
      /** What the two have in common that tells of one person behind both. The parties are never told. */
      inCommon: z.array(z.enum(COMMON_TRACES)),
      payTo: z.object({ holderName: masked, place: plain, account: masked }),
      paid: z.nullable(z.object({ by: plain, from: plain, lastFive: masked, payer: masked, at: instant })),
      /** The newest first; at most one is open. */
      cases: z.array(shownCase),
      timeline: z.array(
        z.object({
          version: z.int(),
          event: plain,
          actor: plain,
          from: z.nullable(plain),
          to: plain,
          at: instant,
          detail: z.array(named),
        }),
      ),
      postings: z.array(
        z.object({
          reference: plain,
          kind: plain,
          at: instant,
          coin,
          /** A side of the order, its escrow, or the platform. */
          owner: plain,
          account: plain,
          amount: decimal,
        }),
      ),
    }),
  }),
  /** One personal value of a side, in clear, for a reason that is logged; for who has claimed the order. */
  '/operator/case/reveal/{id}': write(
    by('cases.work'),
    { ...OURS, keptMinutes: 5 },
    {
      input: z.strictObject({ what: z.enum(CASE_REVEALS), reason: reasonText }),
      output: z.object({ value: field(z.string(), { log: 'never' }) }),
    },
  ),
  /** The stuck board: what waits longest first. */
  '/operator/case/list': read(by('cases.read'), OURS, {
    input: z.strictObject({
      ...page,
      stage: z.optional(z.enum(CASE_STAGES)),
      /** Only what is late. */
      late: z.optional(z.literal('1')),
      holder: z.optional(z.enum(CASE_HOLDERS)),
    }),
    output: paged(
      z.object({
        orderId: id,
        serialNo: plain,
        /** Null while the parties still talk. */
        caseId: z.nullable(id),
        stage: z.enum(CASE_STAGES),
        state: z.enum(ORDER_STATES),
        /** How the case came to be, and the reason that was given; null for a timer's, and before there is a case. */
        openedBy: z.nullable(plain),
        reason: z.nullable(plain),
        coin,
        quantity: decimal,
        payTwd: plain,
        payer: plain,
        payee: plain,
        since: instant,
        ...next,
        claim: z.nullable(claim),
      }),
    ),
  }),
  '/operator/case/summary': read(by('cases.read'), OURS, {
    input: empty,
    output: z.object({
      /** 999 stands for more, too. */
      stages: z.array(z.object({ stage: z.enum(CASE_STAGES), waiting: z.int(), late: z.int() })),
      /** What others have taken over from the reader within the last hours. */
      lost: z.array(z.object({ orderId: id, serialNo: plain, by: masked, at: instant })),
    }),
  }),
  /** Who has an item and where it stands, for whoever looks at it: unlike its detail, it can be asked often. */
  '/operator/case/state/{id}': read(by('cases.read'), OURS, {
    input: empty,
    output: z.object({
      /** Of the order: another one means that something has happened meanwhile. */
      version: z.int(),
      state: z.enum(ORDER_STATES),
      /** It is on the board. */
      waits: z.boolean(),
      /** A ruling that waits for the second person. */
      openRequest: z.nullable(id),
      /** Nobody has ruled in time: it is with who leads. */
      isEscalated: z.boolean(),
      claim: z.nullable(claim),
      /** Who has taken it over from the reader. */
      lostTo: z.nullable(z.object({ by: masked, at: instant })),
    }),
  }),
  /** Claims an item, or prolongs the own claim. What somebody else is working on, and an order that does not wait for anybody, needs a reason. */
  '/operator/case/claim/{id}': write(by('cases.work'), AGAIN, {
    input: z.strictObject({
      reason: z.optional(reasonText),
      /** Of the claim that is taken over, as it was seen. */
      since: z.optional(instant),
    }),
    output: z.object({ until: instant }),
  }),
  '/operator/case/release/{id}': write(by('cases.work'), AGAIN, { input: empty, output: empty }),
  /** Claims what is due first of all that nobody has; null when nothing is left. */
  '/operator/case/next': write(by('cases.work'), AGAIN, {
    input: empty,
    output: z.object({ id: z.nullable(id) }),
  }),
  /**
   * Decides an order. Where it takes two people it asks the other one, and moves nothing. `text` and `reason` are read by both sides; `fault` says
   * whose it was, apart from how it ends.
   */
  '/operator/case/rule': write(by('cases.work'), OURS, {
    input: z.strictObject({
      orderId: id,
      version,
      ruling: z.enum(RULING_NAMES),
      reason: z.enum(RULING_REASON_NAMES),
      text: field(z.string().check(z.trim(), z.minLength(RULING_TEXT_MIN), z.maxLength(RULING_TEXT_MAX)), {
        log: 'masked',
      }),
      fault: z.enum(RULED_FAULTS),
      evidence: json(z.array(z.string().check(z.regex(EVIDENCE))).check(z.maxLength(RULING_EVIDENCE_MAX))),
      /** What a split gives the payer, before the fee. */
      payerPart: z.optional(amountText),
    }),
    output: z.object({ requestId: z.nullable(id) }),
  }),
  /** Orders by their number, or those of a member that run and then those that ended last, for support that is asked about one. */
  '/operator/case/find': read(by('cases.read'), OURS, {
    input: z.strictObject({
      search: field(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)), { log: 'masked' }),
    }),
    output: z.object({
      items: z.array(
        z.object({
          orderId: id,
          serialNo: plain,
          state: z.enum(ORDER_STATES),
          coin,
          quantity: decimal,
          payTwd: plain,
          payer: plain,
          payee: plain,
          lockedAt: instant,
        }),
      ),
    }),
  }),
  /** What both sides have written and shown, the newest first; texts and files for who has claimed the order alone. */
  '/operator/case/thread': read(by('cases.read'), OURS, {
    input: z.strictObject({ ...page, orderId: id }),
    output: paged(
      z.object({
        number: z.int(),
        author: plain,
        kind: z.enum(LINE_KINDS),
        /** Null where it is not shown. */
        text: z.nullable(masked),
        /** What an operator has said, in English too. */
        en: z.nullable(masked),
        /** Of a file or a proof: how to ask for it is `/operator/case/thread/file/{id}`. */
        file: z.nullable(z.object({ type: z.enum(UPLOAD_TYPES), bytes: z.int() })),
        event: z.nullable(plain),
        suspicions: z.array(plain),
        at: instant,
      }),
    ),
  }),
  /** A link to the file of a line, for who has claimed the order; each leaves a line in the audit log. */
  '/operator/case/thread/file/{id}': read(by('cases.work'), OURS, {
    input: z.strictObject({ number: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
    output: fileLink,
  }),
  /** The whole order as a signed file, in clear; for who has claimed the order. */
  '/operator/case/evidence/{id}': write(
    by('cases.work'),
    { ...OURS, keptMinutes: 5 },
    { input: z.strictObject({ reason: reasonText, format: evidenceFormat }), output: evidenceFile },
  ),
  /** Writes to both sides in the thread, visibly to both. The first time it is the answer that the case waits for. */
  '/operator/case/say/{id}': write(
    by('cases.work'),
    { ...OURS, keptMinutes: MESSAGE_KEPT_MINUTES },
    {
      input: z.strictObject({
        text: field(z.string().check(z.trim(), z.minLength(1), z.maxLength(4 * MESSAGE_LENGTH_MAX)), {
          log: 'masked',
        }),
        /** The same in English, for who reads the app in English; left out: all read `text`. */
        en: z.optional(
          field(z.string().check(z.trim(), z.minLength(1), z.maxLength(4 * MESSAGE_LENGTH_MAX)), {
            log: 'masked',
          }),
        ),
      }),
      output: empty,
    },
  ),
} as const;
