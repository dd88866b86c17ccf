import * as z from 'zod/mini';
import { GROUPS_MUTABLE, NOTICE_GROUPS } from '../notifications/groups.ts';
import { read, write } from './call.ts';
import { empty, id, instant, json, page, paged } from './fields.ts';

/** One row of a member's inbox; `extra` holds the seed's extra data of that type. */
export const inboxRow = z.object({
  seq: id,
  type: z.string(),
  title: z.string(),
  content: z.string(),
  extra: z.record(z.string(), z.unknown()),
  at: instant,
});
/** A message with what its reader has done about it. */
const listedRow = z.extend(inboxRow, {
  isRead: z.boolean(),
  /** Of a group that the member does not want to be interrupted by. */
  isMuted: z.boolean(),
  /** Of those that are read again: something newer was said of the same order, so what was asked for holds no more. */
  isSuperseded: z.optional(z.boolean()),
});
const muted = z.array(z.enum(GROUPS_MUTABLE)).check(z.maxLength(GROUPS_MUTABLE.length));
export type InboxRow = z.infer<typeof inboxRow>;

export const notificationCalls = {
  '/member/notification/list': read(
    'member',
    { origin: 'ours' },
    {
      /**
       * `after`: the sequence that the device has. Of the newest 200, which is what can be unread, everything behind it comes in order, so that
       * gaps cannot hide. `newestFirst`: to be read again, the last one first.
       */
      input: z.strictObject({
        after: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,17})$/))),
        newestFirst: z.optional(z.literal('1')),
        /** Of the newest first: one group alone, or what has not been read. A page may be short, and have a next one. */
        group: z.optional(z.enum(NOTICE_GROUPS)),
        unread: z.optional(z.literal('1')),
        ...page,
      }),
      /**
       * `safety`: notices about the account's safety that this install must show first, oldest first: neither caused by it, nor shown on it,
       * nor seen by the member elsewhere. On the first page of catching up only; they may be among `items` too.
       */
      output: z.extend(paged(listedRow), {
        safety: z.array(inboxRow),
        /** How many of the newest 200 have not been read. */
        unread: z.int(),
      }),
    },
  ),
  /** Marks messages as read: everything up to `upTo`, which the member has looked at, or single ones. */
  '/member/notification/read': write(
    'member',
    { origin: 'ours', repeatable: true },
    {
      input: z.strictObject({
        upTo: z.optional(id),
        seqs: z.optional(json(z.array(id).check(z.maxLength(200)))),
      }),
      output: empty,
    },
  ),
  '/member/notification/preferences': read(
    'member',
    { origin: 'ours' },
    { input: empty, output: z.object({ muted }) },
  ),
  /** Groups of which the member wants no push and no dialog. The inbox has them all the same. */
  '/member/notification/preferences/set': write(
    'member',
    { origin: 'ours', repeatable: true },
    { input: z.strictObject({ muted: json(muted) }), output: empty },
  ),
  '/member/notification/seen': write(
    'member',
    { origin: 'ours', repeatable: true },
    {
      /** The member has seen every safety notice up to this sequence on this install. */
      input: z.strictObject({ seq: id }),
      output: empty,
    },
  ),
} as const;
