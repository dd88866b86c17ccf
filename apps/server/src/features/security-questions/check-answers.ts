import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { normalizeAnswer } from './answers.rules.ts';
import { clearTries, countTry, findMemberId, listAnswers, uncountTry } from './question.store.ts';

type Answers = CallInput<'/member/security/questions-set'>['answers'];

const TRIES_A_DAY = 5;

/** `none`: the member has no questions, or there is no such member. */
export type AnswersVerdict =
  | { readonly kind: 'right' | 'none' | 'missing' }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'limit'; readonly until: Date };

/**
 * Compares answers with a member's, in a `prepare`. The try is counted before the comparison, and all answers are compared even if the
 * first is wrong. Only for callers with a right code: a stranger must not use up the member's tries.
 */
export async function checkAnswers(
  passwords: Passwords,
  db: Database,
  { account, answers }: { account: string; answers: Answers | undefined },
): Promise<AnswersVerdict> {
  const memberId = await findMemberId(db, account);
  if (memberId === undefined) return { kind: 'none' };
  const stored = await listAnswers(db, memberId);
  if (stored.length === 0) return { kind: 'none' };
  if (answers === undefined) return { kind: 'missing' };
  const counted = await countTry(db, { memberId, triesMax: TRIES_A_DAY });
  if (!counted.isCounted) return { kind: 'limit', until: counted.endsAt };
  const typed = new Map(answers.map(({ id, answer }) => [id, normalizeAnswer(answer)]));
  const compared = stored.map(({ questionId, hash }) => passwords.verify(hash, typed.get(questionId) ?? ''));
  const found = await Promise.all(compared).catch(async (error: unknown) => {
    await uncountTry(db, memberId); // the hashing queue was full, so not all answers were compared
    throw error;
  });
  if (found.every(Boolean)) {
    await clearTries(db, memberId);
    return { kind: 'right' };
  }
  const triesLeft = TRIES_A_DAY - counted.used;
  return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'limit', until: counted.endsAt };
}

/** In a handler: throws for any verdict that must stop the call. */
export function acceptAnswers(verdict: AnswersVerdict): void {
  if (verdict.kind === 'wrong') throw fail('ANSWERS_WRONG', { triesLeft: verdict.triesLeft });
  if (verdict.kind === 'limit') throw fail('ANSWERS_LIMIT', { until: verdict.until.toISOString() });
  if (verdict.kind === 'missing') throw fail('ANSWERS_NEEDED');
}
