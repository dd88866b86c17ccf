import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findQuestion, updateQuestion } from './question.store.ts';

/** Rewords a question. Members have answered the old wording, so it must stay the same question. */
export const rewordQuestion: Handler<'/member/securityquestion/update'> = async (
  { tx, audit },
  { reason, ...input },
) => {
  const known = await findQuestion(tx, input.id);
  if (!known) throw fail('QUESTION_NOT_FOUND');
  if (!(await updateQuestion(tx, input))) throw fail('PARAMETERS_INVALID', { fields: ['zhTW'] });
  audit({
    action: 'question-changed',
    subject: `question:${input.id}`,
    detail: { before: known.zhTW, after: input.zhTW, reason },
  });
  return {};
};
