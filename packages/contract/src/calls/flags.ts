import * as z from 'zod/mini';
import { COMMON_TRACES } from '../operators/common-traces.ts';
import { FLAG_VERDICTS, FLAG_STATES } from '../operators/flags.ts';
import { by } from '../operators/permissions.ts';
import { ORDER_STATES } from '../orders/machine.ts';
import { LINE_KINDS } from '../orders/thread.ts';
import { SUSPICIONS } from '../rules/suspicion.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { coin, decimal, empty, id, instant, page, paged } from './fields.ts';

/** Lines of all orders that look like the beginning of a fraud. Whoever wrote one is never told. */

const OURS = { origin: 'ours' } as const;
const plain = field(z.string(), { log: 'plain' });
const masked = field(z.string(), { log: 'masked' });
const side = z.enum(['payer', 'payee']);

const party = z.object({ account: masked, nick: plain });

const line = z.object({
  number: z.int(),
  author: plain,
  kind: z.enum(LINE_KINDS),
  /** With long numbers and addresses masked; null of a file. */
  text: z.nullable(masked),
  at: instant,
});

export const flagCalls = {
  /** The newest first. Each page that is read leaves a line in the audit log. */
  '/operator/flag/list': read(by('flags.review'), OURS, {
    input: z.strictObject({
      ...page,
      /** Left out: what nobody has looked at. */
      state: z.optional(z.enum(FLAG_STATES)),
      kind: z.optional(z.enum(SUSPICIONS)),
    }),
    output: paged(
      z.object({
        id,
        orderId: id,
        serialNo: plain,
        orderState: z.enum(ORDER_STATES),
        kinds: z.array(z.enum(SUSPICIONS)),
        /** Who wrote it, and to whom. */
        author: side,
        writer: party,
        reader: party,
        number: z.int(),
        /** The line among those around it, in their order. */
        lines: z.array(line),
        at: instant,
        state: z.enum(FLAG_STATES),
        decided: z.nullable(z.object({ by: masked, at: instant })),
      }),
    ),
  }),
  /** Orders whose two parties have something in common that tells of one person behind both, the newest first. */
  '/operator/flag/parties': read(by('flags.review'), OURS, {
    input: z.strictObject({ ...page, state: z.optional(z.enum(FLAG_STATES)) }),
    output: paged(
      z.object({
        id,
        orderId: id,
        serialNo: plain,
        orderState: z.enum(ORDER_STATES),
        coin,
        quantity: decimal,
        kinds: z.array(z.enum(COMMON_TRACES)),
        payer: party,
        payee: party,
        /** Orders that the two have finished together. */
        tradedTogether: z.int(),
        at: instant,
        state: z.enum(FLAG_STATES),
        decided: z.nullable(z.object({ by: masked, at: instant })),
      }),
    ),
  }),
  '/operator/flag/parties-decide/{id}': write(by('flags.review'), OURS, {
    input: z.strictObject({ verdict: z.enum(FLAG_VERDICTS) }),
    output: empty,
  }),
  /** Says that somebody has looked at it. A second verdict on the same is refused. */
  '/operator/flag/decide/{id}': write(by('flags.review'), OURS, {
    input: z.strictObject({ verdict: z.enum(FLAG_VERDICTS) }),
    output: empty,
  }),
} as const;
