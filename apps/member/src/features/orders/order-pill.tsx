import type { OrderSummary } from '@holdfast/contract/calls';
import { Pill } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useIsOverdue } from '#components/order-duty-card.tsx';
import { dutyKeyOf, toneOf } from '#components/order-duty.rules.ts';
import { ordersWords } from './orders.words.ts';

/** Whose turn it is, or how it ended, in two or three words. */
export function OrderPill({ order }: { order: OrderSummary }) {
  const say = useWords(ordersWords);
  const key = dutyKeyOf(order, useIsOverdue(order));
  const tone = toneOf(order);
  return <Pill tone={tone === 'calm' ? 'neutral' : tone}>{say(`pill.${key}`)}</Pill>;
}
