import type { OrderDetail } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import { formatMoney } from '@holdfast/ui';
import { clockTime } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';

/** The refusals that a sheet about a request shows itself. */
export const REQUEST_REFUSALS: readonly ErrorName[] = [
  'CANCEL_LIMIT',
  'ORDER_ACTION_NOT_ALLOWED',
  'PARAMETERS_INVALID',
];

/** Values that the sentences about a request are filled with. */
export function useRequestValues(order: OrderDetail) {
  const { language } = useSettings();
  return {
    nick: order.counterparty.nick,
    quantity: formatMoney(order.quantity),
    coin: order.coin,
    pay: formatMoney(order.payTwd),
    time: order.deadlineDate === null ? '—' : clockTime(order.deadlineDate, language),
  };
}
