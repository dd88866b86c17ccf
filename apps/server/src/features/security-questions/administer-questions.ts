import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findQuestion, insertQuestion, retireQuestion, updateQuestion } from './question.store.ts';
import { toQuestion } from './shown-questions.ts';

/** The catalogue as an operator keeps it. A question that members have answered is never removed, only offered no more. */

export const readQuestion: Handler<'/member/securityquestion/list/{id}'> = async ({ tx }, _, { id }) => {
  const row = /^[1-9]\d{0,17}$/.test(id) ? await findQuestion(tx, id) : undefined;
  if (!row) throw fail('QUESTION_NOT_FOUND');
  return { ...toQuestion(row), isOffered: row.is_offered, usedBy: row.used_by };
};

export const createQuestion: Handler<'/member/securityquestion/create'> = async ({ tx, audit }, texts) => {
  const id = await insertQuestion(tx, texts);
  if (id === undefined) throw fail('PARAMETERS_INVALID', { fields: ['zhTW'] });
  audit({ action: 'question-created', subject: `question:${id}` });
  return { id: String(id) };
};

/** For a clearer wording. Who has answered the old one has answered this one, so it must not become another question. */
export const rewordQuestion: Handler<'/member/securityquestion/update'> = async ({ tx, audit }, input) => {
  if (!(await findQuestion(tx, input.id))) throw fail('QUESTION_NOT_FOUND');
  if (!(await updateQuestion(tx, input))) throw fail('PARAMETERS_INVALID', { fields: ['zhTW'] });
  audit({ action: 'question-changed', subject: `question:${input.id}` });
  return {};
};

export const deleteQuestion: Handler<'/member/securityquestion/delete'> = async ({ tx, audit }, { id }) => {
  if (!(await retireQuestion(tx, id))) throw fail('QUESTION_NOT_FOUND');
  audit({ action: 'question-retired', subject: `question:${id}` });
  return {};
};
