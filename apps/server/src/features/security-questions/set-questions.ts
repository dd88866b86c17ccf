import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { announce } from '#features/notifications/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { normalizeAnswer } from './answers.rules.ts';
import { listOffered, saveAnswers, type HashedAnswer } from './question.store.ts';

/** Hashes the answers. The questions must differ, and no answer may be empty after normalisation. */
export const hashAnswers =
  (passwords: Passwords) =>
  async (
    _: Preparation,
    { answers }: CallInput<'/member/security/questions-set'>,
  ): Promise<HashedAnswer[]> => {
    const plain = answers.map(({ id, answer }) => ({ questionId: id, answer: normalizeAnswer(answer) }));
    const isDistinct = new Set(plain.map(({ questionId }) => questionId)).size === plain.length;
    if (!isDistinct || plain.some(({ answer }) => answer === ''))
      throw fail('PARAMETERS_INVALID', { fields: ['answers'] });
    return Promise.all(
      plain.map(async ({ questionId, answer }) => ({ questionId, hash: await passwords.hash(answer) })),
    );
  };

export const setQuestions =
  ({ messages }: { messages: Messages }): Handler<'/member/security/questions-set', HashedAnswer[]> =>
  async (context) => {
    const { tx, session, audit, prepared: answers } = context;
    const { memberId } = session;
    const offered = new Set((await listOffered(tx)).map(({ id }) => id));
    if (!answers.every(({ questionId }) => offered.has(questionId))) throw fail('QUESTION_NOT_FOUND');
    await saveAnswers(tx, { memberId, answers });
    await announce(context, messages, {
      memberId,
      type: 'securityQuestionsChanged',
      causeInstall: session.installKey,
    });
    audit({ action: 'security-questions-changed', subject: `member:${memberId}` });
    return {};
  };
