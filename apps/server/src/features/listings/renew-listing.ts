import { fail } from '@holdfast/contract/errors';
import { together } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyRenewal } from './apply-transition.ts';
import { assertMayPublish, holdPayPlaces, type CreateParts } from './create-listing.ts';
import { belowFee, lockableRange, turnOf } from './listing.rules.ts';
import { selectOwnFor } from './own-listing-commands.ts';
import { showOwn } from './to-own-listing.ts';

/** L8: what the end of a listing gave back is offered again on the same terms, by the rules of a new listing. */
export const renewListing =
  ({ realNameOf }: CreateParts): Handler<'/listing/renew'> =>
  async (context, input) => {
    const { tx, session, now, settings: readSettings } = context;
    const [, { listing, transition }] = await together(
      realNameOf(tx, session.memberId),
      selectOwnFor(context, input, 'renew'),
    );
    if (listing.restAtEnd === 0n) throw fail('LISTING_NOTHING_TO_RENEW');
    const settings = await readSettings();
    const payWindows = settings['clock.pay'];
    if (!payWindows.includes(listing.payWindowMinutes))
      throw fail('PAY_WINDOW_NOT_OFFERED', { minutes: payWindows.join(', ') });
    const below = belowFee(listing.coin, listing.restAtEnd, settings['fee.order']);
    if (below) throw fail('AMOUNT_BELOW_FEE', below);
    const { min: minQuantity } = lockableRange({ ...listing, remaining: listing.restAtEnd });
    const [ownerLevel] = await together(
      assertMayPublish(tx, { ...listing, minQuantity }, { settings, now }),
      listing.side === 'sell' && holdPayPlaces(tx, session.memberId, listing),
    );
    const ttlHours = input.ttlHours === undefined ? listing.ttlHours : Number(input.ttlHours);
    const step = { transition, actor: 'owner', actorId: session.memberId, ttlHours } as const;
    const renewed = await applyRenewal(tx, listing, {
      ...step,
      ownerLevel,
      turn: turnOf(listing.hours, now),
      feeAgreed: settings['fee.order'],
    });
    return { listing: await showOwn(context, renewed) };
  };
