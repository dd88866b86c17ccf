import { createHmac } from 'node:crypto';
import type { SecurityQuestion } from '@holdfast/contract/calls';
import { QUESTIONS_CHOSEN } from '@holdfast/contract/member';
import { toMemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { findChosen, findMemberId, findOffered, type QuestionRow } from './question.store.ts';

export const toQuestion = (row: QuestionRow): SecurityQuestion => ({
  id: String(row.id),
  zhTW: row.text_zh,
  en: row.text_en,
});

/** What a stranger is shown as the questions of an account. */
export type QuestionsOf = (tx: Tx, account: string) => Promise<SecurityQuestion[]>;

/**
 * A member's own questions, which may be none. An account that does not exist gets what a member could have: none for one half of the
 * names, for the other some of the catalogue, the same whenever it is asked. So neither answer says whether there is such a member.
 */
export function questionsShown({ codeHashKey }: Pick<Secrets, 'codeHashKey'>): QuestionsOf {
  const rankOf = (text: string) => createHmac('sha256', codeHashKey).update(`questions ${text}`).digest();

  function decoysOf(account: string, offered: readonly QuestionRow[]): QuestionRow[] {
    if ((rankOf(account).at(0) ?? 0) < 128) return [];
    const ranked = offered.map((row) => ({ row, rank: rankOf(`${account} ${row.id}`) }));
    const drawn = ranked.toSorted((a, b) => a.rank.compare(b.rank)).slice(0, QUESTIONS_CHOSEN);
    return drawn.map(({ row }) => row).toSorted((a, b) => Number(a.id - b.id));
  }

  return async (tx, account) => {
    const id = await findMemberId(tx, account);
    // Both are read and made for everybody: the work must not tell either.
    const chosen = await findChosen(tx, toMemberId(id ?? 0n));
    const decoys = decoysOf(account, await findOffered(tx));
    return (id === undefined ? decoys : chosen).map(toQuestion);
  };
}

export const getQuestions =
  (questionsOf: QuestionsOf): Handler<'/member/security-questions-get'> =>
  async ({ tx }, { account }) => ({ questions: await questionsOf(tx, account) });
