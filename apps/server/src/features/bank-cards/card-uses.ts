import type { CardUse } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { toCardId, type CardId, type CardVersionId, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { listVersionIds, selectCardForUpdate, type Card } from './card.store.ts';

export interface CardAsUsed {
  readonly memberId: MemberId;
  /** Listings name it. */
  readonly id: CardId;
  /** Orders name one of them. */
  readonly versionIds: readonly CardVersionId[];
}

/** Finds what uses a card: live orders and listings, which other slices know. */
export type CardUsesOf = (tx: Tx, card: CardAsUsed) => Promise<CardUse[]>;

export interface CardUsesParts {
  readonly cardUsesOf: CardUsesOf;
}

/** The member's own card with its row lock, so that whatever begins to name it waits. */
export async function selectOwnCard(tx: Tx, memberId: MemberId, id: string): Promise<Card> {
  const card = await selectCardForUpdate(tx, toCardId(id));
  if (!card || card.memberId !== memberId) throw fail('BANK_CARD_NOT_FOUND');
  return card;
}

/** Refuses while one of `kinds` uses the card, whose row lock is held, and says which. */
export async function assertUnused(
  tx: Tx,
  card: Card,
  { cardUsesOf }: CardUsesParts,
  kinds: readonly CardUse['kind'][] = ['order', 'listing'],
): Promise<void> {
  const { id, memberId } = card;
  const all = await cardUsesOf(tx, { id, memberId, versionIds: await listVersionIds(tx, id) });
  const uses = all.filter(({ kind }) => kinds.includes(kind));
  if (uses.length > 0) throw fail('BANK_CARD_IN_USE', { uses });
}
