import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { empty, id, instant, page, paged } from './fields.ts';

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
      /**
       * `after`: the sequence that the device has. Everything behind it comes in order, so that gaps cannot hide. `newestFirst`: to be read
       * again, the last one first.
       */
      input: z.strictObject({
        after: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,17})$/))),
        newestFirst: z.optional(z.literal('1')),
        ...page,
      }),
      /**
       * `safety`: notices about the account's safety that this install must show first, oldest first: neither caused by it, nor shown on it,
       * nor seen by the member elsewhere. On the first page of catching up only; they may be among `items` too.
       */
      output: z.extend(paged(inboxRow), { safety: z.array(inboxRow) }),
    },
  ),
  '/member/notification/seen': write(
    'member',
    { origin: 'ours' },
    {
      /** The member has seen every safety notice up to this sequence on this install. */
      input: z.strictObject({ seq: id }),
      output: empty,
    },
  ),
} as const;
