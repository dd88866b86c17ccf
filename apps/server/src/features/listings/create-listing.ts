import { fail } from '@holdfast/contract/errors';
import { minor } from '@holdfast/kernel';
import { publish } from '@holdfast/ledger';
import { listCards } from '#features/bank-cards/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { tellLater } from '#platform/outbox/outbox.store.ts';
import { parseTerms } from './listing.rules.ts';
import { insertListing } from './listing.store.ts';
import { toListing } from './to-listing.ts';

/** T1: publishes a sell listing; its whole quantity moves from available to the listing's reserve. */
export const createListing: Handler<'/listing/create'> = async ({ tx, session }, input) => {
  const parsed = parseTerms(input);
  if (!parsed.ok) throw fail('PARAMETERS_INVALID', { fields: parsed.fields });
  const { terms } = parsed;
  const usable = (await listCards(tx, session.memberId)).filter((card) => card.status !== 'NotApproved');
  if (!input.cardIds.every((id) => usable.some((card) => String(card.id) === id)))
    throw fail('BANK_CARD_REQUIRED');

  const listing = await insertListing(tx, {
    ownerId: session.memberId,
    coin: input.coin,
    payWindowMinutes: Number(input.payWindowMinutes),
    cardIds: [...new Set(input.cardIds)],
    ...terms,
  });
  const { id, version } = listing;
  const reserve = { listing: String(id), version, owner: session.memberId, coin: input.coin };
  await postOrFail(tx, publish({ ...reserve, quantity: minor(input.coin, terms.quantity) }));
  await tellLater(tx, [session.memberId], ['balance', 'listings']);
  return { listing: toListing(listing) };
};
