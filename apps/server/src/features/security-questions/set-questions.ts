import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { announce } from '#features/notifications/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { normalizeAnswer } from './answers.rules.ts';
import { findChosen, findOffered, saveAnswers, type NewAnswer } from './question.store.ts';
import { toQuestion } from './shown-questions.ts';

export interface QuestionParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
}

export const listQuestions: Handler<'/member/securityquestion/list'> = async ({ tx, session }) => {
  const chosen = await findChosen(tx, session.memberId);
  return {
    questions: (await findOffered(tx)).map(toQuestion),
    chosen: chosen.map((row) => String(row.id)),
  };
};

/** Different questions, and an answer to each that something is left of once it is normalised. */
export const hashAnswers =
  ({ passwords }: QuestionParts) =>
  async (_: Preparation, { answers }: CallInput<'/member/security/questions-set'>): Promise<NewAnswer[]> => {
    const plain = answers.map(({ id, answer }) => ({ questionId: id, answer: normalizeAnswer(answer) }));
    const isDistinct = new Set(plain.map(({ questionId }) => questionId)).size === plain.length;
    if (!isDistinct || plain.some(({ answer }) => answer === ''))
      throw fail('PARAMETERS_INVALID', { fields: ['answers'] });
    return Promise.all(
      plain.map(async ({ questionId, answer }) => ({ questionId, hash: await passwords.hash(answer) })),
    );
  };

export const setQuestions =
  ({ messages }: QuestionParts): Handler<'/member/security/questions-set', NewAnswer[]> =>
  async (context) => {
    const { tx, session, audit, prepared: answers } = context;
    const { memberId } = session;
    const offered = new Set((await findOffered(tx)).map((row) => String(row.id)));
    if (!answers.every(({ questionId }) => offered.has(questionId))) throw fail('QUESTION_NOT_FOUND');
    await saveAnswers(tx, { memberId, answers });
    await announce(context, messages, { memberId, type: 'securityQuestionsChanged' });
    audit({ action: 'security-questions-changed', subject: `member:${memberId}` });
    return {};
  };
