import type { InboxRow } from '@holdfast/contract/calls';
import { isOrderNotificationType, SPLIT_NOTICE } from '@holdfast/contract/notifications';
import { isNoticeOver, isOfferOver } from '@holdfast/contract/orders';
import { useEffect, useState } from 'react';
import { useServices } from '#state/services.tsx';

/** The newest orders of a digest; what is said of older ones is read in the list. */
const ORDERS_MAX = 8;
/** A message is not held back for longer, as where the network is slow or gone. */
const ANSWER_MS = 2000;

const NONE: ReadonlySet<string> = new Set();

interface OrderNotice {
  row: InboxRow;
  orderId: string;
}

const orderNotices = (rows: readonly InboxRow[]): OrderNotice[] =>
  rows.flatMap((row) => {
    const { orderId } = row.extra;
    const asks = isOrderNotificationType(row.type) || row.type === SPLIT_NOTICE;
    return asks && typeof orderId === 'string' ? [{ row, orderId }] : [];
  });

/**
 * Asks the orders that these messages are about where they stand by now, and tells which messages they have outlived: what the member has done
 * meanwhile, on another device for one, sends no message that would supersede them. Undefined while that is asked. An order that cannot be asked
 * outlives nothing.
 */
export function useOutlived(rows: readonly InboxRow[]): ReadonlySet<string> | undefined {
  const { callApi } = useServices();
  const [asked] = useState(() => orderNotices(rows).slice(-ORDERS_MAX));
  const [outlived, setOutlived] = useState(asked.length === 0 ? NONE : undefined);
  useEffect(() => {
    if (asked.length === 0) return undefined;
    let isLate = false;
    const answer = (over: ReadonlySet<string>) => {
      if (!isLate) setOutlived(over);
      isLate = true;
    };
    const timer = setTimeout(answer, ANSWER_MS, NONE);
    const isOver = async ({ row, orderId }: OrderNotice) => {
      const { type, extra, at } = row;
      const { order } = await callApi('/order/detail', { input: { orderId }, isBackground: true });
      return isOrderNotificationType(type)
        ? isNoticeOver({ type, extra, at }, order)
        : isOfferOver(row, order);
    };
    void Promise.all(asked.map((one) => isOver(one).catch(() => false))).then((over) =>
      answer(new Set(asked.filter((_, index) => over[index]).map(({ row }) => row.seq))),
    );
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [asked, callApi]);
  return outlived;
}
