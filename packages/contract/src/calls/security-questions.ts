import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { QUESTIONS_CHOSEN } from '../member/secrets.ts';
import { accountText, empty, id, json, ticketText, page, paged } from './fields.ts';
import { reasonText } from './operators.ts';

const TEXT_LENGTH_MAX = 100;
const ANSWER_LENGTH_MAX = 64;

const questionText = field(z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LENGTH_MAX)), {
  log: 'plain',
});
const texts = { zhTW: questionText, en: questionText };

export const securityQuestions = z.array(z.object({ id, ...texts }));
export type SecurityQuestion = z.infer<typeof securityQuestions>[number];

/** A question as operators see it. `usedBy`: members who have answered it. */
const catalogued = z.object({ id, ...texts, isOffered: z.boolean(), usedBy: z.int() });

/** One answer to each question, as it was typed. */
export const questionAnswers = json(
  z
    .array(
      z.strictObject({
        id,
        answer: field(z.string().check(z.minLength(1), z.maxLength(ANSWER_LENGTH_MAX)), { log: 'never' }),
      }),
    )
    .check(z.length(QUESTIONS_CHOSEN)),
);

export const securityQuestionCalls = {
  '/member/securityquestion/list': read(
    'member',
    { method: 'GET' },
    { input: empty, output: z.object({ questions: securityQuestions, chosen: z.array(id) }) },
  ),
  '/member/securityquestion/list/{id}': read(
    'op:admin',
    { method: 'GET' },
    {
      input: empty,
      output: catalogued,
    },
  ),
  // As found: two GETs that write. They are guarded like every other write.
  '/member/securityquestion/create': write(
    'op:admin',
    { method: 'GET' },
    { input: z.strictObject({ ...texts, reason: reasonText }), output: z.object({ id }) },
  ),
  '/member/securityquestion/update': write(
    'op:admin',
    { method: 'GET' },
    { input: z.strictObject({ id, ...texts, reason: reasonText }), output: empty },
  ),
  '/member/securityquestion/delete': write(
    'op:admin',
    {},
    { input: z.strictObject({ id, reason: reasonText }), output: empty },
  ),
  /** The whole catalogue, the newest first. */
  '/operator/security-question/list': read(
    'op:admin',
    { origin: 'ours' },
    {
      input: z.strictObject({ ...page, state: z.optional(z.enum(['offered', 'retired'])) }),
      output: paged(catalogued),
    },
  ),
  '/member/security-questions-get': read(
    'anyone',
    {},
    {
      /** `ticket`: of a code sent for `forgotten`. Whoever has one is not limited by network. */
      input: z.strictObject({ account: accountText, ticket: z.optional(ticketText) }),
      output: z.object({ questions: securityQuestions }),
    },
  ),
  '/member/security-questions-verification/{account}': write(
    'anyone',
    {},
    {
      /** `ticket`: of a code sent for `forgotten`. It is looked at and stays good. */
      input: z.strictObject({ ticket: ticketText, answers: questionAnswers }),
      output: z.object({ answersTicket: ticketText }),
    },
  ),
  '/member/security/questions-set': write(
    'member',
    { origin: 'ours', secret: true, repeatable: true },
    { input: z.strictObject({ answers: questionAnswers }), output: empty },
  ),
} as const;
