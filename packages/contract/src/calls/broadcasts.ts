import * as z from 'zod/mini';
import {
  AUDIENCES,
  BROADCAST_KINDS,
  BROADCAST_LINKS,
  BROADCAST_STATES,
  BROADCAST_TEXT_MAX,
  BROADCAST_TITLE_MAX,
  isPlainText,
  type Audience,
  type BroadcastKind,
  type BroadcastLink,
  type BroadcastState,
} from '../broadcasts/broadcasts.ts';
import { by } from '../operators/permissions.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant, language, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

/** What operators tell many members at once, and what a member says about it. */

const OURS = { origin: 'ours' } as const;
const AGAIN = { ...OURS, repeatable: true } as const;

/* @__NO_SIDE_EFFECTS__ */
const namesOf = <T extends string>(table: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(table) as [T, ...T[]]);
const kind = namesOf<BroadcastKind>(BROADCAST_KINDS);
const audience = namesOf<Audience>(AUDIENCES);
const link = namesOf<BroadcastLink>(BROADCAST_LINKS);

/* @__NO_SIDE_EFFECTS__ */
const plain = (max: number) =>
  field(z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.refine(isPlainText)), {
    log: 'plain',
  });
const shown = field(z.string(), { log: 'plain' });
const who = field(z.string(), { log: 'masked' });
/** A level, a language or a list of accounts; its form depends on the audience. */
const audienceValue = field(z.string().check(z.maxLength(9000)), { log: 'masked' });

const broadcast = z.object({
  id,
  kind,
  titleZh: shown,
  textZh: shown,
  titleEn: shown,
  textEn: shown,
  link: z.nullable(link),
  audience,
  audienceValue: who,
  /** Null: from the approval on. */
  startsAt: z.nullable(instant),
  state: namesOf<BroadcastState>(BROADCAST_STATES),
  reason: shown,
  writtenBy: who,
  writtenAt: instant,
  approvedBy: z.nullable(who),
  approvedAt: z.nullable(instant),
  beganAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  stopped: z.nullable(z.object({ at: instant, by: who, reason: shown })),
  /** How many the audience had when it was asked for. */
  expected: z.int(),
  sent: z.int(),
  /** Of the audience, who was told of enough that day. */
  skipped: z.int(),
  read: z.int(),
  /** How much of all members was gone through, in tenths of a percent. */
  progress: z.int(),
});

export const broadcastCalls = {
  '/operator/broadcast/list': read(by('broadcasts.read'), OURS, {
    input: z.strictObject({ ...page }),
    output: z.extend(paged(broadcast), {
      /** Whether there is a film to show. */
      hasFilm: z.boolean(),
      /** Where the demo or the product has it; for the preview. */
      filmUrl: z.nullable(shown),
    }),
  }),
  /** How many members an audience has now; an estimate where it is large. */
  '/operator/broadcast/count': read(by('broadcasts.manage'), OURS, {
    input: z.strictObject({ kind, audience, audienceValue }),
    output: z.object({ count: z.int(), isEstimate: z.boolean() }),
  }),
  /**
   * Asks for a broadcast. Without `startsAt` it goes out at the approval. `replaces`: one that has not begun and, from this call on, never will.
   */
  '/operator/broadcast/ask': write(by('broadcasts.manage'), OURS, {
    input: z.strictObject({
      kind,
      titleZh: plain(BROADCAST_TITLE_MAX),
      textZh: plain(BROADCAST_TEXT_MAX),
      titleEn: plain(BROADCAST_TITLE_MAX * 2),
      textEn: plain(BROADCAST_TEXT_MAX * 2),
      link: z.optional(link),
      audience,
      audienceValue,
      startsAt: z.optional(instant),
      replaces: z.optional(id),
      reason: reasonText,
    }),
    output: z.object({ id, requestId: id }),
  }),
  /** Nothing more of it goes out. One operator is enough. */
  '/operator/broadcast/stop': write(by('broadcasts.stop'), OURS, {
    input: z.strictObject({ id, reason: reasonText }),
    output: empty,
  }),

  /** The member has closed or followed the broadcast at this place of the inbox: no install shows it again. */
  '/member/broadcast/close': write('member', AGAIN, {
    input: z.strictObject({ seq: id }),
    output: empty,
  }),
  /** In which language the member's app is: for broadcasts to those of one language. */
  '/member/broadcast/language': write('member', AGAIN, {
    input: z.strictObject({ language }),
    output: empty,
  }),
} as const;
