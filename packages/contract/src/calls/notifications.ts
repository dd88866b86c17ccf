import * as z from 'zod/mini';
import { read } from './call.ts';
import { id, instant, page, paged } from './fields.ts';

/** One row of a member's inbox; `extra` holds the seed's extra data of that type. */
export const inboxRow = z.object({
  seq: id,
  type: z.string(),
  title: z.string(),
  content: z.string(),
  extra: z.record(z.string(), z.unknown()),
  at: instant,
});
export type InboxRow = z.infer<typeof inboxRow>;

export const notificationCalls = {
  '/member/notification/list': read(
    'member',
    { origin: 'ours' },
    {
      /** `after`: the sequence that the device has. Everything behind it comes in order, so that gaps cannot hide. */
      input: z.strictObject({
        after: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,17})$/))),
        ...page,
      }),
      output: paged(inboxRow),
    },
  ),
} as const;
