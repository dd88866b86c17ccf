import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { toMemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { issueTicket, readTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { normalizeAnswer } from './answers.rules.ts';
import { countTry, findAnswers, findMemberId, forgetTries, giveTryBack } from './question.store.ts';

type Answers = CallInput<'/member/security/questions-set'>['answers'];

const TRIES_A_DAY = 5;
const TICKET_MINUTES = 10;
/** The ticket of right answers. It proves an account, and opens something beside a ticket of a code alone. */
const ANSWERS = 'answers';
const CODE = otpTicketPurpose('forgotten');

/** `none`: there was nothing to compare with. */
export type AnswersVerdict =
  | { readonly kind: 'right' | 'none' | 'missing' }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'limit'; readonly until: Date };

/**
 * Compares answers with a member's, in a `prepare`: the try is counted for good before the compare, and all of the answers are compared,
 * whichever was wrong. Only for callers who have shown that they read the member's messages: a stranger must not use up the tries.
 */
export async function tryAnswers(
  passwords: Passwords,
  db: Database,
  { account, answers }: { account: string; answers: Answers | undefined },
): Promise<AnswersVerdict> {
  const id = await findMemberId(db, account);
  if (id === undefined) return { kind: 'none' };
  const memberId = toMemberId(id);
  const known = await findAnswers(db, memberId);
  if (known.length === 0) return { kind: 'none' };
  if (answers === undefined) return { kind: 'missing' };
  const counted = await countTry(db, { memberId, triesMax: TRIES_A_DAY });
  if (!counted.isCounted) return { kind: 'limit', until: counted.endsAt };
  const typed = new Map(answers.map(({ id: question, answer }) => [question, normalizeAnswer(answer)]));
  const compared = known.map((row) =>
    passwords.verify(row.answer_hash, typed.get(String(row.question_id)) ?? ''),
  );
  const found = await Promise.all(compared).catch(async (error: unknown) => {
    await giveTryBack(db, memberId); // the queue was full and not all of them were compared
    throw error;
  });
  if (found.every(Boolean)) {
    await forgetTries(db, memberId);
    return { kind: 'right' };
  }
  // With the last try wrong, what helps is to say until when, and not that none is left.
  const triesLeft = TRIES_A_DAY - counted.used;
  return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'limit', until: counted.endsAt };
}

/** In the handler: throws what the verdict was, unless there is nothing against going on. */
export function acceptAnswers(verdict: AnswersVerdict): void {
  if (verdict.kind === 'wrong') throw fail('ANSWERS_WRONG', { triesLeft: verdict.triesLeft });
  if (verdict.kind === 'limit') throw fail('ANSWERS_LIMIT', { until: verdict.until.toISOString() });
  if (verdict.kind === 'missing') throw fail('ANSWERS_NEEDED');
}

type Input = CallInput<'/member/security-questions-verification/{account}'>;

interface Tried {
  /** Whose code it was; undefined for a ticket that is not good. */
  readonly account: string | undefined;
  readonly verdict: AnswersVerdict;
}

export const prepareVerification =
  (passwords: Passwords) =>
  async ({ db, deviceHash }: Preparation, { ticket, answers }: Input): Promise<Tried> => {
    const code = await readTicket(db, ticket, { purpose: CODE, deviceHash });
    if (!code) return { account: undefined, verdict: { kind: 'none' } };
    const account = code.subject;
    return { account, verdict: await tryAnswers(passwords, db, { account, answers }) };
  };

export const verifyAnswers: Handler<'/member/security-questions-verification/{account}', Tried> = async (
  { tx, deviceHash, prepared },
  _,
  { account },
) => {
  if (prepared.account === undefined || prepared.account !== account) throw fail('TICKET_INVALID');
  acceptAnswers(prepared.verdict);
  const answersTicket = await issueTicket(tx, {
    purpose: ANSWERS,
    subject: account,
    deviceHash,
    minutes: TICKET_MINUTES,
  });
  return { answersTicket };
};

/** Throws unless the member has no questions, or `token` is the ticket of their answers; uses it up. */
export async function spendAnswersTicket(
  tx: Tx,
  token: string | undefined,
  { account, hasQuestions, deviceHash }: { account: string; hasQuestions: boolean; deviceHash: Buffer },
): Promise<void> {
  if (!hasQuestions) return;
  if (token === undefined) throw fail('ANSWERS_NEEDED');
  // oxlint-disable-next-line react/hooks -- a ticket is used up here; nothing of it is a hook
  const ticket = await redeemTicket(tx, token, { purpose: ANSWERS, deviceHash });
  if (ticket?.subject !== account) throw fail('TICKET_INVALID');
}
