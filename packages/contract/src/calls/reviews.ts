import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { REVIEW_AGES, REVIEW_KIND_NAMES, REVIEW_STATES } from '../operators/reviews.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

/**
 * The queues of the reviewers, and who works on what. One operator at a time has an item: whoever decides it must have claimed it, and only they see
 * it in clear. What an item holds and how it is decided are the calls of its own area.
 */

const OURS = { origin: 'ours' } as const;
const AGAIN = { ...OURS, repeatable: true } as const;
const kind = z.enum(REVIEW_KIND_NAMES);
const name = field(z.string(), { log: 'plain' });
const masked = field(z.string(), { log: 'masked' });

const claim = z.object({
  /** The mail address of the operator who has it. */
  by: masked,
  isMine: z.boolean(),
  since: instant,
  until: instant,
});
export type ReviewClaim = z.infer<typeof claim>;

export const reviewCalls = {
  /** One queue: what waits the oldest first, what was decided the newest first. Masked. */
  '/operator/review/list': read(by('reviews.read'), OURS, {
    input: z.strictObject({
      ...page,
      kind,
      state: z.enum(REVIEW_STATES),
      /** What has waited for so many hours at least. */
      age: z.optional(z.enum(REVIEW_AGES)),
    }),
    output: paged(
      z.object({
        id,
        account: masked,
        nick: name,
        /** How often this was handed in, this time included. */
        version: z.int(),
        nameMasked: masked,
        numberMasked: masked,
        since: instant,
        decidedAt: z.nullable(instant),
        /** Another member has the same identity or account, or asks for it. */
        isContested: z.boolean(),
        claim: z.nullable(claim),
      }),
    ),
  }),
  '/operator/review/summary': read(by('reviews.read'), OURS, {
    input: empty,
    output: z.object({
      queues: z.array(
        z.object({
          kind,
          /** 999 stands for more, too. */
          waiting: z.int(),
          oldestAt: z.nullable(instant),
        }),
      ),
      /** What others have taken over from the reader within the last hours. */
      lost: z.array(z.object({ kind, id, by: masked, at: instant })),
    }),
  }),
  /** Who has an item, for whoever looks at it: unlike its detail, it can be asked often. */
  '/operator/review/state/{id}': read(by('reviews.read'), OURS, {
    input: z.strictObject({ kind }),
    output: z.object({
      state: z.enum(REVIEW_STATES),
      /** Of what is looked at: another one means that it was changed meanwhile. */
      version: z.int(),
      claim: z.nullable(claim),
      /** Who has taken it over from the reader. */
      lostTo: z.nullable(z.object({ by: masked, at: instant })),
    }),
  }),
  /**
   * Claims an item, or prolongs the own claim. What nobody else has needs no reason while it waits; what is decided already, and what
   * somebody else is working on, does.
   */
  '/operator/review/claim/{id}': write(by('reviews.decide'), AGAIN, {
    input: z.strictObject({
      kind,
      reason: z.optional(reasonText),
      /** Of the claim that is taken over, as it was seen. */
      since: z.optional(instant),
    }),
    output: z.object({ until: instant }),
  }),
  '/operator/review/release/{id}': write(by('reviews.decide'), AGAIN, {
    input: z.strictObject({ kind }),
    output: empty,
  }),
  /**
   * Claims what has waited longest and nobody has. Where all of it is taken, what the reviewer has claimed earlier and not decided, other than
   * what they look at; null when nothing is left.
   */
  '/operator/review/next': write(by('reviews.decide'), AGAIN, {
    input: z.strictObject({ kind, age: z.optional(z.enum(REVIEW_AGES)), open: z.optional(id) }),
    output: z.object({ id: z.nullable(id) }),
  }),
} as const;
