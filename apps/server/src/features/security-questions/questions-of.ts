import { createHmac } from 'node:crypto';
import type { SecurityQuestion } from '@holdfast/contract/calls';
import { QUESTIONS_CHOSEN } from '@holdfast/contract/member';
import type { Tx } from '#platform/db/db.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { findMemberId, listChosen, listOffered } from './question.store.ts';

/** The security questions of an account, as shown before sign-in. */
export type QuestionsOf = (tx: Tx, account: string) => Promise<SecurityQuestion[]>;

/**
 * Shows a member's own questions, which may be none. An account that does not exist gets decoys: for half of the names none, for the
 * others some of the catalogue, always the same. So the answer does not reveal whether the account exists.
 */
export function createQuestionsOf({ codeHashKey }: Pick<Secrets, 'codeHashKey'>): QuestionsOf {
  const rankOf = (text: string) => createHmac('sha256', codeHashKey).update(`questions ${text}`).digest();

  function decoysOf(account: string, offered: readonly SecurityQuestion[]): SecurityQuestion[] {
    if ((rankOf(account).at(0) ?? 0) < 128) return [];
    const ranked = offered.map((question) => ({ question, rank: rankOf(`${account} ${question.id}`) }));
    const drawn = ranked.toSorted((a, b) => a.rank.compare(b.rank)).slice(0, QUESTIONS_CHOSEN);
    return drawn.map(({ question }) => question).toSorted((a, b) => Number(a.id) - Number(b.id));
  }

  return async (tx, account) => {
    const memberId = await findMemberId(tx, account);
    // Both are read and computed for every account, so that the work does not differ.
    const chosen = await listChosen(tx, memberId);
    const decoys = decoysOf(account, await listOffered(tx));
    return memberId === undefined ? decoys : chosen;
  };
}
