import type { InboxRow } from '@holdfast/contract/calls';
import { notificationRuleOf } from '@holdfast/contract/notifications';
import { useEffect, useState } from 'react';
import { useServices, type Services } from '#state/services.tsx';
import { reviewOf, type Review } from './review.rules.ts';

/**
 * Stores what a review's result says (spec 4) as the hint that it is, and asks the server for how it stands: what that says stays, so that a
 * message which is old by now changes nothing.
 */
export function useReviews(rows: readonly InboxRow[]): void {
  const services = useServices();
  const [reviews] = useState(() =>
    rows.flatMap(({ type, extra }) => reviewOf(notificationRuleOf(type).onShow, extra) ?? []),
  );
  useEffect(() => {
    if (reviews.length > 0) void storeReviews(services, reviews);
  }, [reviews, services]);
}

async function storeReviews({ callApi, session }: Services, reviews: readonly Review[]): Promise<void> {
  for (const review of reviews) session.storeReview(review);
  const account = session.read()?.login.account;
  if (account === undefined) return;
  const info = await callApi('/member/info/{account}', { params: { account }, isBackground: true }).catch(
    () => undefined, // the next start asks again
  );
  if (!info || session.read()?.login.account !== account) return;
  session.storeMemberInfo(info);
  if (reviews.some(({ platformBinding }) => platformBinding !== undefined))
    session.storeReview({ platformBinding: info.platformBinding });
}
