import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { createQuestion } from './create-question.ts';
import { deleteQuestion } from './delete-question.ts';
import { getQuestions, prepareGetQuestions } from './get-questions.ts';
import { listCatalogue } from './list-catalogue.ts';
import { listQuestions } from './list-questions.ts';
import type { QuestionsOf } from './questions-of.ts';
import { readQuestion } from './read-question.ts';
import { rewordQuestion } from './reword-question.ts';
import { hashAnswers, setQuestions } from './set-questions.ts';
import { prepareVerification, verifyAnswers } from './verify-answers.ts';

interface QuestionParts {
  readonly passwords: Passwords;
  /** For what members do in a session. */
  readonly memberPasswords: Passwords;
  readonly messages: Messages;
  readonly questionsOf: QuestionsOf;
}

export const securityQuestionCalls = (parts: QuestionParts) =>
  calls({
    '/member/securityquestion/list': handle(listQuestions, { limit: readsPerMinute(60) }),
    '/member/securityquestion/list/{id}': handle(readQuestion, { limit: readsPerMinute(60) }),
    '/operator/security-question/list': handle(listCatalogue, { limit: readsPerMinute(120) }),
    '/member/securityquestion/create': handle(createQuestion, { limit: perMinute(20) }),
    '/member/securityquestion/update': handle(rewordQuestion, { limit: perMinute(20) }),
    '/member/securityquestion/delete': handle(deleteQuestion, { limit: perMinute(20) }),
    '/member/security-questions-get': handle(getQuestions(parts.questionsOf), {
      limit: perMinute(20),
      prepare: prepareGetQuestions,
    }),
    '/member/security-questions-verification/{account}': handle(verifyAnswers, {
      limit: perMinute(20),
      prepare: prepareVerification(parts.passwords),
      isCostly: true,
    }),
    '/member/security/questions-set': handle(setQuestions(parts), {
      limit: perMinute(10),
      prepare: hashAnswers(parts.memberPasswords),
    }),
  });
