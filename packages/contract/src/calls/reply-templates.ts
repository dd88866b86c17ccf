import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { REPLY_NAME_MAX } from '../operators/reply-templates.ts';
import { MESSAGE_LENGTH_MAX } from '../rules/message.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { id, instant, page, paged, version } from './fields.ts';
import { reasonText } from './operators.ts';

/** Texts in both languages that operators answer both sides of an order with. */

const OURS = { origin: 'ours' } as const;
const plain = field(z.string(), { log: 'plain' });
const text = field(z.string().check(z.trim(), z.minLength(1), z.maxLength(4 * MESSAGE_LENGTH_MAX)), {
  log: 'plain',
});
const saved = {
  version: z.int(),
  name: plain,
  zhTW: plain,
  en: plain,
  isOffered: z.boolean(),
  changedBy: field(z.string(), { log: 'masked' }),
  changedAt: instant,
};
const template = z.object({ id, ...saved });
export type ReplyTemplate = z.infer<typeof template>;

export const replyTemplateCalls = {
  /** Those in use, which are a page; or those that were retired. The newest first. */
  '/operator/reply-template/list': read(by('cases.read'), OURS, {
    input: z.strictObject({ ...page, state: z.optional(z.enum(['retired'])) }),
    output: paged(template),
  }),
  /** All versions of one, the newest first. */
  '/operator/reply-template/history': read(by('cases.read'), OURS, {
    input: z.strictObject({ ...page, id }),
    output: paged(z.object(saved)),
  }),
  /** Adds one, or makes the next version of one: another text, retired, or in use again. `version` is the one that was changed. */
  '/operator/reply-template/save': write(by('replies.manage'), OURS, {
    input: z.strictObject({
      id: z.optional(id),
      version: z.optional(version),
      name: field(z.string().check(z.trim(), z.minLength(1), z.maxLength(REPLY_NAME_MAX)), { log: 'plain' }),
      zhTW: text,
      en: text,
      offered: z.enum(['1', '0']),
      reason: reasonText,
    }),
    output: template,
  }),
} as const;
