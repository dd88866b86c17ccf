import type { Handler } from '#platform/gateway/call-table.ts';
import type { QuestionsOf } from './questions-of.ts';

export const getQuestions =
  (questionsOf: QuestionsOf): Handler<'/member/security-questions-get'> =>
  async ({ tx }, { account }) => ({ questions: await questionsOf(tx, account) });
