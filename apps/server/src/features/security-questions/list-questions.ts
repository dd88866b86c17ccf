import type { Handler } from '#platform/gateway/call-table.ts';
import { listChosen, listOffered } from './question.store.ts';

/** The questions that a member may choose from, and which of them the member has chosen. */
export const listQuestions: Handler<'/member/securityquestion/list'> = async ({ tx, session }) => {
  const chosen = await listChosen(tx, session.memberId);
  return { questions: await listOffered(tx), chosen: chosen.map(({ id }) => id) };
};
