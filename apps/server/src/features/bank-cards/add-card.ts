import type { CardApproval } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import {
  bankCardClauses,
  failedClauses,
  normalizeAccountNumber,
  normalizeHolderName,
} from '@holdfast/contract/rules';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { RealNameOf } from '#features/member-profile/index.ts';
import { firstStatus } from './card.rules.ts';
import { insertCard, listCards, takeCardsAdvisory } from './card.store.ts';
import { toBankCard } from './to-bank-card.ts';

export const CARDS_MAX = 5;

export interface AddCardParts {
  /** The member's verified name, or undefined before verification. */
  readonly realNameOf: RealNameOf;
  readonly approval: CardApproval;
}

/** Binds a card. Its holder must be the member: where the real name is verified, the two must be equal. */
export const addCard =
  ({ realNameOf, approval }: AddCardParts): Handler<'/member/bankadd/{account}'> =>
  async ({ tx, session }, input) => {
    const card = {
      bankCode: input.bankCode,
      accountNumber: normalizeAccountNumber(input.accountNumber),
      holderName: normalizeHolderName(input.holderName),
    };
    const clauses: string[] = failedClauses(bankCardClauses(card));
    if (clauses.length > 0) throw fail('BANK_CARD_INVALID', { clauses });
    const realName = await realNameOf(tx, session.memberId);
    if (realName !== undefined && realName !== card.holderName)
      throw fail('BANK_CARD_INVALID', { clauses: ['holder-not-you'] });

    await takeCardsAdvisory(tx, session.memberId);
    if ((await listCards(tx, session.memberId)).length >= CARDS_MAX)
      throw fail('BANK_CARD_LIMIT', { max: CARDS_MAX });
    const added = await insertCard(tx, {
      memberId: session.memberId,
      ...card,
      status: firstStatus(approval),
    });
    if (!added) throw fail('BANK_CARD_DUPLICATE');
    return { card: toBankCard(added) };
  };
