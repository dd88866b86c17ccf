import * as z from 'zod/mini';
import { LINE_KINDS, THREAD_EVENTS } from '../orders/thread.ts';
import { MESSAGE_LENGTH_MAX } from '../rules/message.ts';
import { SUSPICIONS } from '../rules/suspicion.ts';
import { UPLOAD_TYPES } from '../rules/uploads.ts';
import { field } from '../wire/field.ts';
import { MESSAGE_KEPT_MINUTES, read, write } from './call.ts';
import { id, instant, page, paged } from './fields.ts';
import { fileId, fileLink } from './uploads.ts';

/** What the two sides of an order say and show to each other. */

const lineNumber = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

const threadLine = z.object({
  /** Counts up from 1 in each order, without gaps. */
  number: z.int(),
  by: z.enum(['you', 'counterparty', 'system', 'operator']),
  kind: z.enum(LINE_KINDS),
  /** Of a message. */
  text: z.nullable(z.string()),
  /** What support has said, in English; null: `text` is for everybody. */
  en: z.nullable(z.string()),
  /** Of a file or a proof: how to ask for it is `/order/thread/file`. */
  file: z.nullable(z.object({ type: z.enum(UPLOAD_TYPES), bytes: z.int() })),
  event: z.nullable(z.enum(THREAD_EVENTS)),
  /** What looks like a fraud about the other side's message; never of one's own. */
  suspicions: z.array(z.enum(SUSPICIONS)),
  /** One's own line: whether the other side has seen it. Another's: whether you have. */
  isSeen: z.boolean(),
  at: instant,
});
export type ThreadLine = z.infer<typeof threadLine>;

const onOrder = { orderId: id };

/** `json`, the default, is what proves, line by line. `pdf` is what is read, signed as a whole, with the other one attached. */
export const EVIDENCE_FORMATS = ['json', 'pdf'] as const;
export const evidenceFormat = z.optional(field(z.enum(EVIDENCE_FORMATS), { log: 'plain' }));

export const evidenceFile = z.object({
  fileName: field(z.string(), { log: 'plain' }),
  format: field(z.enum(EVIDENCE_FORMATS), { log: 'plain' }),
  /** In base64. */
  content: field(z.string(), { log: 'never' }),
});

export const orderThreadCalls = {
  /** A page of the lines, the newest first. */
  '/order/thread': read(
    'own',
    { origin: 'ours' },
    {
      input: z.strictObject({ ...onOrder, ...page }),
      output: z.extend(paged(threadLine), {
        /** Lines of the other side and of support that you have not seen. */
        unread: z.int(),
        /** Whether you may write now: not before the order is accepted, and not after its end. */
        mayWrite: z.boolean(),
        /** Whether you may add a proof: a payer who has declared a payment, and both sides while the order is stuck. */
        mayProve: z.boolean(),
        serverTime: instant,
      }),
    },
  ),
  /** Writes a message, or shows a file that was uploaded for `order-message`. */
  '/order/say': write(
    'own',
    { origin: 'ours', keptMinutes: MESSAGE_KEPT_MINUTES },
    {
      input: z.strictObject({
        ...onOrder,
        text: z.optional(z.string().check(z.minLength(1), z.maxLength(4 * MESSAGE_LENGTH_MAX))),
        fileId: z.optional(fileId),
      }),
      output: z.object({ line: threadLine }),
    },
  ),
  /** One more proof of a payment that was declared, uploaded for `order-proof`. Those before it stay. */
  '/order/add-proof': write(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, fileId }), output: z.object({ line: threadLine }) },
  ),
  /** "I have seen everything up to this line." It only ever goes forward. */
  '/order/thread/seen': write(
    'own',
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ ...onOrder, number: lineNumber }), output: z.object({ unread: z.int() }) },
  ),
  /** The whole order as a signed file: what has happened, was written, shown and posted. What a side may not see of the other one is masked. */
  '/order/evidence': read(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, format: evidenceFormat }), output: evidenceFile },
  ),
  /** A link to the file of a line. */
  '/order/thread/file': read(
    'own',
    { origin: 'ours' },
    { input: z.strictObject({ ...onOrder, number: lineNumber }), output: fileLink },
  ),
} as const;
