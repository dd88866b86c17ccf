import type { CardApproval } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { bankCardClauses, bankCardKey, failedClauses } from '@holdfast/contract/rules';
import { normalizeAccountNumber, normalizeHolderName } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { RealNameOf } from '#features/member-profile/index.ts';
import { firstStatus } from './card.rules.ts';
import { selectClaimForUpdate, insertCard, listCards, takeCardsAdvisory, type Card } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

export const CARDS_MAX = 5;

export interface AddCardParts {
  /** The member's verified name, or undefined before verification. */
  readonly realNameOf: RealNameOf;
  readonly approval: CardApproval;
}

export type TypedCard = Pick<Card, 'bankCode' | 'accountNumber' | 'holderName'>;

/** What a member has typed, brought to one form, refused where a rule is broken or the holder is not the member. */
export async function readTyped(
  tx: Tx,
  { realNameOf }: AddCardParts,
  memberId: MemberId,
  typed: TypedCard,
): Promise<TypedCard> {
  const card = {
    bankCode: typed.bankCode,
    accountNumber: normalizeAccountNumber(typed.accountNumber),
    holderName: normalizeHolderName(typed.holderName),
  };
  const clauses: string[] = failedClauses(bankCardClauses(card));
  if (clauses.length > 0) throw fail('BANK_CARD_INVALID', { clauses });
  const realName = await realNameOf(tx, memberId);
  if (realName !== undefined && realName !== card.holderName)
    throw fail('BANK_CARD_INVALID', { clauses: ['holder-not-you'] });
  return card;
}

/** The cards of a member besides `except`, none of which may be the same account: what another member has added does not matter here. */
export async function othersThan(
  tx: Tx,
  memberId: MemberId,
  typed: TypedCard,
  except?: Card,
): Promise<Card[]> {
  await takeCardsAdvisory(tx, memberId);
  const others = (await listCards(tx, memberId)).filter(({ id }) => id !== except?.id);
  if (others.some((card) => bankCardKey(card) === bankCardKey(typed))) throw fail('BANK_CARD_DUPLICATE');
  return others;
}

/** The status with which an account begins. One that another member's approved card has waits for a reviewer, whatever the mode says. */
export async function beginningStatus(
  tx: Tx,
  approval: CardApproval,
  { memberId, ...account }: TypedCard & { memberId: MemberId },
): Promise<Card['status']> {
  const status = firstStatus(approval);
  if (status !== 'Approved') return status;
  const claim = await selectClaimForUpdate(tx, account);
  return claim && claim.memberId !== memberId ? 'Review' : status;
}

/** Binds a card. Its holder must be the member: where the real name is verified, the two must be equal. */
export const addCard =
  (parts: AddCardParts): Handler<'/member/bankadd/{account}'> =>
  async ({ tx, session: { memberId } }, input) => {
    const typed = await readTyped(tx, parts, memberId, input);
    const others = await othersThan(tx, memberId, typed);
    if (others.length >= CARDS_MAX) throw fail('BANK_CARD_LIMIT', { max: CARDS_MAX });
    const card = { ...typed, memberId };
    const status = await beginningStatus(tx, parts.approval, card);
    return { card: toBankCard(await insertCard(tx, { ...card, status })) };
  };
