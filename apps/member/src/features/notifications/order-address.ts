import type { InboxRow } from '@holdfast/contract/calls';
import { parseSearch, screenAddress } from '#platform/router/routes.rules.ts';

/** Where a message of an order leads. What it carries is read like any address: by allow-list. */
export function orderAddress(row: InboxRow): string {
  const said = new URLSearchParams({ type: row.type, orderId: String(row.extra['orderId']) });
  return screenAddress('/front-end-order', parseSearch('/front-end-order', said));
}
