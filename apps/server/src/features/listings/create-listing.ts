import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import { defined, toCardId } from '@holdfast/kernel';
import { assertReceiving, listCards } from '#features/bank-cards/index.ts';
import type { RealNameOf } from '#features/member-profile/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyFirstTransition } from './apply-transition.ts';
import { belowFee, parseTerms } from './listing.rules.ts';
import { toOwnListing } from './to-own-listing.ts';

export interface CreateParts {
  /** Refuses whoever has to have a verified name and has none. */
  readonly realNameOf: RealNameOf;
}

/** T1: publishes a sell listing; its whole quantity moves from available to the listing's reserve. */
export const createListing =
  ({ realNameOf }: CreateParts): Handler<'/listing/create'> =>
  async ({ tx, session }, input) => {
    await realNameOf(tx, session.memberId);
    const parsed = parseTerms(input);
    if (!parsed.ok) throw fail('PARAMETERS_INVALID', { fields: parsed.fields });
    const below = belowFee(input.coin, parsed.terms.minQuantity);
    if (below) throw fail('AMOUNT_BELOW_FEE', below);
    const cardIds = [...new Set(input.cardIds)].map(toCardId);
    const cards = (await listCards(tx, session.memberId)).filter(({ id }) => cardIds.includes(id));
    if (cards.length < cardIds.length) throw fail('BANK_CARD_REQUIRED');
    await assertReceiving(tx, session.memberId, cards);

    const transition = defined(findTransition({ at: 'NONE' }, 'publish', 'owner'), 'the table has a publish');
    const listing = await applyFirstTransition(
      tx,
      {
        ownerId: session.memberId,
        coin: input.coin,
        payWindowMinutes: Number(input.payWindowMinutes),
        cardIds,
        ...parsed.terms,
      },
      transition,
    );
    return { listing: toOwnListing(listing) };
  };
