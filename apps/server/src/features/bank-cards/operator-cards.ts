import { fail } from '@holdfast/contract/errors';
import { maskAccountNumber } from '@holdfast/contract/rules';
import { defined, toCardId, type MemberId } from '@holdfast/kernel';
import { findMembers, realNameOf } from '#features/member-profile/index.ts';
import {
  assertUnused,
  getMemberId,
  listedOf,
  listForOperator,
  lookAt,
  renameHolders,
  unbind,
} from '#features/receiving-accounts/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { cardKind, tellReview } from './card-kind.ts';
import type { Card } from './card.store.ts';
import type { CardUsesParts } from './change-card.ts';

const toListed = (card: Card, account: string) => ({
  ...listedOf(card, account),
  cardId: card.id,
  bankCode: card.bankCode,
  accountMasked: maskAccountNumber(card.accountNumber),
});

/** Cards by their status, masked. */
export const listAllCards: Handler<'/member/appbk/bankcard-list'> = async ({ tx }, input) => {
  const { items, next } = await listForOperator(cardKind, tx, input);
  return { items: items.map(({ one, account }) => toListed(one, account)), next };
};

/** One card as a reviewer compares it with the member. */
export const readCard: Handler<'/operator/bank-card/detail/{id}'> = async (context, _, { id }) => {
  const { tx } = context;
  const card = await cardKind.store.find(tx, toCardId(id));
  if (!card) throw fail('BANK_CARD_NOT_FOUND');
  const { isClear, ...seen } = await lookAt(cardKind, context, card);
  const owner = defined((await findMembers(tx, [card.memberId])).get(card.memberId), 'a card has its member');
  const listed = toListed(card, owner.account);
  return {
    isClear,
    card: {
      ...listed,
      accountNumber: isClear ? card.accountNumber : listed.accountMasked,
      holderName: isClear ? card.holderName : listed.holderMasked,
      version: card.version,
      waitingSince: card.madeAt.toISOString(),
    },
    ...seen,
  };
};

export interface RenameParts {
  /** Renames the pay accounts of a member too, and answers how many had another name. */
  readonly renamePayAccounts: (tx: Tx, memberId: MemberId, holderName: string) => Promise<number>;
}

/** Puts the approved name on every card and pay account of a member. */
export const updateHolderNames =
  ({ renamePayAccounts }: RenameParts): Handler<'/member/bank/force-update-username'> =>
  async ({ tx, audit }, { account, reason }) => {
    const memberId = await getMemberId(tx, account);
    const holderName = await realNameOf(tx, memberId);
    if (holderName === undefined) throw fail('REAL_NAME_REQUIRED');
    const changed =
      (await renamePayAccounts(tx, memberId, holderName)) +
      (await renameHolders(cardKind, tx, memberId, holderName));
    if (changed > 0) {
      await enqueueHintsFor(tx, [memberId], ['profile']);
      audit({ action: 'card-names-updated', subject: `member:${memberId}`, detail: { changed, reason } });
    }
    return { changed };
  };

/** Removes cards of a member: all, or those that are named. None of them while an order is paid on one. */
export const unbindCards =
  ({ cardUsesOf }: CardUsesParts): Handler<'/api/v1/members/unbind-bank-cards/{account}'> =>
  async ({ tx, audit }, { cardIds, reason }, { account }) => {
    const memberId = await getMemberId(tx, account);
    const removed = await unbind(cardKind, tx, { memberId, ids: cardIds }, (card) =>
      assertUnused(cardKind, tx, card, async (...named) =>
        (await cardUsesOf(...named)).filter(({ kind }) => kind === 'order'),
      ),
    );
    await tellReview(tx, memberId, { cardsRemoved: true });
    audit({ action: 'cards-unbound', subject: `member:${memberId}`, detail: { removed, reason } });
    return { removed };
  };
