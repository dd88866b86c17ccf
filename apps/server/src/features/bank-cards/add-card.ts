import type { CardApproval } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { bankCardClauses, failedClauses } from '@holdfast/contract/rules';
import { normalizeAccountNumber, normalizeHolderName } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { RealNameOf } from '#features/member-profile/index.ts';
import { beginningStatus, othersThan } from '#features/receiving-accounts/index.ts';
import { cardKind } from './card-kind.ts';
import { cards, type Card } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

export const CARDS_MAX = 5;

export interface AddCardParts {
  /** The member's verified name, or undefined before verification. */
  readonly realNameOf: RealNameOf;
  readonly approval: CardApproval;
}

type TypedCard = Pick<Card, 'bankCode' | 'accountNumber' | 'holderName'>;

/** What a member has typed, brought to one form, refused where a rule is broken or the holder is not the member. */
export async function readTyped(
  tx: Tx,
  { realNameOf }: AddCardParts,
  memberId: MemberId,
  typed: TypedCard,
): Promise<TypedCard & { readonly memberId: MemberId }> {
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
  return { ...card, memberId };
}

/** Binds a card. Its holder must be the member: where the real name is verified, the two must be equal. */
export const addCard =
  (parts: AddCardParts): Handler<'/member/bankadd/{account}'> =>
  async ({ tx, session: { memberId } }, input) => {
    const typed = await readTyped(tx, parts, memberId, input);
    const others = await othersThan(cardKind, tx, typed);
    if (others.length >= CARDS_MAX) throw fail('BANK_CARD_LIMIT', { max: CARDS_MAX });
    const status = await beginningStatus(cardKind, tx, typed, parts.approval);
    return { card: toBankCard(await cards.insert(tx, { ...typed, status })) };
  };
