import type { InboxRow } from '@holdfast/contract/calls';
import { isOrderNotificationType } from '@holdfast/contract/notifications';
import { ORDER_NOTICES } from '@holdfast/contract/orders';

/** What notices of orders lack of the extra data that the contract says each of their type carries. */
export function missingExtra(rows: readonly Pick<InboxRow, 'type' | 'extra'>[]): string[] {
  return rows.flatMap(({ type, extra }) => {
    if (!isOrderNotificationType(type)) return [];
    const { carries, carriesOneOf } = ORDER_NOTICES[type];
    // What was declined has ended: there is nothing to answer.
    const never = extra.stage === 'declined' ? 'deadlineDate' : undefined;
    const lacking = carries.filter((field) => extra[field] === undefined && field !== never);
    const isOneThere = carriesOneOf?.some((field) => extra[field] !== undefined) ?? true;
    return [...lacking, ...(isOneThere ? [] : [carriesOneOf?.join(' or ') ?? ''])].map(
      (field) => `${type} lacks ${field}: ${JSON.stringify(extra)}`,
    );
  });
}
