import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { insertQuestion } from './question.store.ts';

export const createQuestion: Handler<'/member/securityquestion/create'> = async (
  { tx, audit },
  { reason, ...texts },
) => {
  const id = await insertQuestion(tx, texts);
  if (id === undefined) throw fail('PARAMETERS_INVALID', { fields: ['zhTW'] });
  audit({ action: 'question-created', subject: `question:${id}`, detail: { reason } });
  return { id };
};
