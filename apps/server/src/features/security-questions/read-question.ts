import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findQuestion } from './question.store.ts';

/** One question of the catalogue, as an operator sees it. */
export const readQuestion: Handler<'/member/securityquestion/list/{id}'> = async ({ tx }, _, { id }) => {
  const question = /^[1-9]\d{0,17}$/.test(id) ? await findQuestion(tx, id) : undefined;
  return question ?? fail('QUESTION_NOT_FOUND');
};
