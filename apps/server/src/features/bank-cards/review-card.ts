import { fail } from '@holdfast/contract/errors';
import { defined, toCardId, type CardId, type MemberId } from '@holdfast/kernel';
import { notify } from '#features/notifications/index.ts';
import type { RealNameOf } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { changeCard, selectClaimForUpdate, listCards, selectCardForUpdate, type Card } from './card.store.ts';
import { bankCardStatusOf } from './to-bank-card.ts';

export interface ReviewParts {
  readonly realNameOf: RealNameOf;
}

/** Tells the member what a review has come to: the open app shows it and reads its cards again. */
export async function tellReview(
  tx: Tx,
  memberId: MemberId,
  extra: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const bankCardStatus = bankCardStatusOf(await listCards(tx, memberId));
  await notify(
    tx,
    [{ memberId, type: 'userBankCardReview', extra: { bankCardStatus, ...extra } }],
    [{ memberId, topic: 'profile' }],
  );
}

async function selectReviewed(tx: Tx, id: CardId, versionId: string): Promise<Card> {
  const card = await selectCardForUpdate(tx, id);
  if (!card) throw fail('BANK_CARD_NOT_FOUND');
  if (card.versionId !== versionId) throw fail('BANK_CARD_CHANGED');
  return card;
}

/** An approved card claims its account and must be the member's own: both are asked here, whatever the reviewer has seen. */
async function assertApprovable(tx: Tx, card: Card, { realNameOf }: ReviewParts): Promise<void> {
  if ((await realNameOf(tx, card.memberId)) !== card.holderName) throw fail('BANK_CARD_HOLDER_DIFFERS');
  if (await selectClaimForUpdate(tx, card)) throw fail('BANK_CARD_CLAIMED');
}

/** A reviewer approves a card or refuses it, also one that was approved before. Orders that name an earlier version go on. */
export const reviewCard =
  (parts: ReviewParts): Handler<'/operator/bank-card/review/{id}'> =>
  async ({ tx, audit }, { versionId, verdict, refusal }, { id }) => {
    const isRefused = verdict === 'refuse';
    if (isRefused !== (refusal !== undefined)) throw fail('PARAMETERS_INVALID', { fields: ['refusal'] });
    const card = await selectReviewed(tx, toCardId(id), versionId);
    const status = isRefused ? 'NotApproved' : 'Approved';
    if (card.status === status) throw fail('NOTHING_CHANGES');
    if (!isRefused) await assertApprovable(tx, card, parts);
    const changed = await changeCard(tx, card, { status, refusal: refusal ?? null });
    defined(changed, 'a card whose row lock is held');
    await tellReview(tx, card.memberId, {
      reviewSuccess: !isRefused,
      bankCode: card.bankCode,
      ...(refusal !== undefined && { refusal }),
    });
    audit({
      action: 'card-reviewed',
      subject: `member:${card.memberId}`,
      detail: { card: card.id, verdict, ...(refusal !== undefined && { refusal }) },
    });
    return {};
  };
