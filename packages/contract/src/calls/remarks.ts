import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { REMARK_REMOVALS, REMARK_VERDICTS } from '../orders/remarks.ts';
import { SUSPICIONS } from '../rules/suspicion.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

/** Remarks of listings that may say more than they should. */

const OURS = { origin: 'ours' } as const;
const plain = field(z.string(), { log: 'plain' });
const masked = field(z.string(), { log: 'masked' });

export const remarkCalls = {
  /** Those that nobody has looked at yet, the newest first. Each page that is read leaves a line in the audit log. */
  '/operator/remark/list': read(by('flags.review'), OURS, {
    input: z.strictObject({ ...page }),
    output: paged(
      z.object({
        id,
        text: masked,
        kinds: z.array(z.enum(SUSPICIONS)),
        owner: z.object({ account: masked, nick: plain }),
        at: instant,
      }),
    ),
  }),
  /** One that is taken down is shown to nobody, in no listing and no order; its owner is told why. */
  '/operator/remark/decide/{id}': write(by('flags.review'), OURS, {
    input: z.strictObject({
      verdict: z.enum(REMARK_VERDICTS),
      /** Of one that is taken down: what its owner is told, and what operators read. */
      because: z.optional(z.enum(REMARK_REMOVALS)),
      reason: z.optional(reasonText),
    }),
    output: empty,
  }),
} as const;
