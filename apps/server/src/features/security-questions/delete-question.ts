import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { retireQuestion } from './question.store.ts';

/** Retires a question: members who have answered it keep it, others can no longer choose it. */
export const deleteQuestion: Handler<'/member/securityquestion/delete'> = async (
  { tx, audit },
  { id, reason },
) => {
  if (!(await retireQuestion(tx, id))) throw fail('QUESTION_NOT_FOUND');
  audit({ action: 'question-retired', subject: `question:${id}`, detail: { reason } });
  return {};
};
