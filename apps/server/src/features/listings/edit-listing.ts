import { fail } from '@holdfast/contract/errors';
import { formatPercent } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyEdit } from './apply-transition.ts';
import { withdrawRemark } from './remark.store.ts';
import { remarkFor } from './remarks.ts';
import { findOwnLink, makeLink } from './listing-link.store.ts';
import { whomItIsFor } from './create-listing.ts';
import { selectOwnFor } from './own-listing-commands.ts';
import { isOver } from './own-listing.rules.ts';
import { showOwn } from './to-own-listing.ts';

/** L10: whom a listing is for, and in which hours, from the next order on. Orders that run keep what they were locked with; whoever names the old version is told. */
export const editListing: Handler<'/listing/edit'> = async (context, input) => {
  const { tx, session, now, settings } = context;
  const { listing, transition } = await selectOwnFor(context, input, 'edit');
  if (isOver(listing, now)) throw fail('LISTING_NOT_OPEN');
  const feeAgreed = (await settings())['fee.order'];
  if (feeAgreed > Number(input.feeSeen))
    throw fail('LISTING_FEE_ROSE', { percent: formatPercent(feeAgreed) });
  const step = { transition, actor: 'owner', actorId: session.memberId } as const;
  const { ownerId, remark: before } = listing;
  const remarkId = await remarkFor(tx, { ownerId, typed: input.remark, before });
  const terms = { ...whomItIsFor(input, { before: listing, now }), remarkId, feeAgreed };
  const edited = await applyEdit(tx, listing, { ...step, terms });
  if (before && before.id !== remarkId) withdrawRemark(tx, before.id);
  if (edited.isPrivate && !(await findOwnLink(tx, edited.id)))
    makeLink(tx, edited.id, { hasPassword: false });
  return { listing: await showOwn(context, edited) };
};
