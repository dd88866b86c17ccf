import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { findCoolPeriod } from '#features/security/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { canReceive, coolingUntil } from './card.rules.ts';
import { holdCards, type Card } from './card.store.ts';

/**
 * Throws unless the member may be paid on each of these cards: they are approved, and older than the cool-downs that run. For whatever
 * begins to name a card: a new or edited listing, the locker of a buy listing, a withdrawal. Until its transaction ends nobody changes or
 * removes one of them, so that no listing begins to name a card that is gone.
 */
export async function assertReceiving(tx: Tx, memberId: MemberId, cards: readonly Card[]): Promise<void> {
  if (!cards.every(canReceive) || !(await holdCards(tx, cards))) throw fail('BANK_CARD_NOT_APPROVED');
  const period = await findCoolPeriod(tx, memberId);
  const until = cards.map((card) => coolingUntil(card, period)).find((end) => end !== undefined);
  if (until) throw fail('BANK_CARD_COOLING', { until: until.toISOString() });
}
