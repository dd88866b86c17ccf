import { fail } from '@holdfast/contract/errors';
import { maskAccountNumber, maskHolderName } from '@holdfast/contract/rules';
import { defined, toCardId, type MemberId } from '@holdfast/kernel';
import { findMemberId, findMembers, type Member } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import {
  changeCard,
  findCard,
  findClaim,
  listByStatus,
  listCards,
  removeCard,
  selectCardForUpdate,
  type Card,
} from './card.store.ts';
import { assertUnused, type CardUsesParts } from './card-uses.ts';
import { tellReview, type ReviewParts } from './review-card.ts';

const PAGE = 30;

const toListed = (card: Card, members: ReadonlyMap<MemberId, Member>) => ({
  cardId: card.id,
  versionId: card.versionId,
  account: defined(members.get(card.memberId), 'a card has its member').account,
  bankCode: card.bankCode,
  accountMasked: maskAccountNumber(card.accountNumber),
  holderMasked: maskHolderName(card.holderName),
  status: card.status,
  refusal: card.refusal,
  addedAt: card.addedAt.toISOString(),
});

async function getMemberId(tx: Tx, account: string): Promise<MemberId> {
  return (await findMemberId(tx, account)) ?? fail('MEMBER_NOT_FOUND');
}

/** Cards by their status, masked. */
export const listAllCards: Handler<'/member/appbk/bankcard-list'> = async (
  { tx },
  { status, account, cursor },
) => {
  const [after = 0n] = keysOf(cursor, 1);
  const memberId = account === undefined ? undefined : await getMemberId(tx, account);
  const found = await listByStatus(tx, { status, memberId, after, limit: PAGE + 1 });
  const members = await findMembers(
    tx,
    found.map((card) => card.memberId),
  );
  const { items, next } = toPage(found, PAGE, (last) => [last.versionId]);
  return { items: items.map((card) => toListed(card, members)), next };
};

/** One card as a reviewer compares it with the member. Every look is audited. */
export const readCard =
  ({ realNameOf }: ReviewParts): Handler<'/operator/bank-card/detail/{id}'> =>
  async ({ tx, audit }, _, { id }) => {
    const card = await findCard(tx, toCardId(id));
    if (!card) throw fail('BANK_CARD_NOT_FOUND');
    const claim = await findClaim(tx, card);
    const other = claim?.memberId === card.memberId ? undefined : claim;
    const members = await findMembers(tx, [card.memberId, ...(other ? [other.memberId] : [])]);
    audit({ action: 'card-viewed', subject: `member:${card.memberId}`, detail: { card: card.id } });
    return {
      card: {
        ...toListed(card, members),
        accountNumber: card.accountNumber,
        holderName: card.holderName,
      },
      realName: (await realNameOf(tx, card.memberId)) ?? '',
      claimedBy: other
        ? {
            cardId: other.id,
            account: defined(members.get(other.memberId), 'a claim has its member').account,
          }
        : null,
    };
  };

/** Puts the approved name on every card of a member; what it was reviewed for stays. */
export const updateHolderNames =
  ({ realNameOf }: ReviewParts): Handler<'/member/bank/force-update-username'> =>
  async ({ tx, audit }, { account }) => {
    const memberId = await getMemberId(tx, account);
    const holderName = await realNameOf(tx, memberId);
    if (holderName === undefined) throw fail('REAL_NAME_REQUIRED');
    const others = (await listCards(tx, memberId)).filter((card) => card.holderName !== holderName);
    let changed = 0;
    for (const card of others)
      if (await changeCard(tx, card, { holderName, refusal: card.refusal })) changed += 1;
    if (changed > 0) {
      await enqueueHintsFor(tx, [memberId], ['profile']);
      audit({ action: 'card-names-updated', subject: `member:${memberId}`, detail: { changed } });
    }
    return { changed };
  };

/** Removes cards of a member: all, or those that are named. None of them while an order is paid on one. */
export const unbindCards =
  (parts: CardUsesParts): Handler<'/api/v1/members/unbind-bank-cards/{account}'> =>
  async ({ tx, audit }, { cardIds, reason }, { account }) => {
    const memberId = await getMemberId(tx, account);
    const own = await listCards(tx, memberId);
    const named = cardIds ? own.filter(({ id }) => cardIds.includes(id)) : own;
    if (cardIds && named.length < new Set(cardIds).size) throw fail('BANK_CARD_NOT_FOUND');
    let removed = 0;
    for (const { id } of named) {
      const card = await selectCardForUpdate(tx, id);
      if (!card) continue;
      await assertUnused(tx, card, parts, ['order']);
      await removeCard(tx, card);
      removed += 1;
    }
    if (removed === 0) throw fail('NOTHING_CHANGES');
    await tellReview(tx, memberId, { cardsRemoved: true });
    audit({ action: 'cards-unbound', subject: `member:${memberId}`, detail: { removed, reason } });
    return { removed };
  };
