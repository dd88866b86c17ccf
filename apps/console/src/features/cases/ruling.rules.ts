import {
  rulingReasons,
  rulingsFor,
  RULINGS,
  type RulingName,
  type RulingReason,
} from '@holdfast/contract/orders';
import { afterFee, feeMinor, formatAmount, minor, parseAmount } from '@holdfast/kernel';
import type { Detail } from './room-facts.tsx';

/** What a ruling would do, worked out from the order as the room shows it. The server works it out again. */

export interface RulingForm {
  readonly ruling: RulingName;
  readonly reason: RulingReason;
  readonly fault: 'payer' | 'payee' | 'none';
  readonly payerPart: string;
  readonly evidence: readonly string[];
}

const FAULTS = ['payer', 'payee', 'none'] as const;

/** The rulings that are open now. */
export const openRulings = ({ order, cases }: Pick<Detail, 'order' | 'cases'>): RulingName[] =>
  rulingsFor({ state: order.state, hasCase: cases.some(({ closedAt }) => closedAt === null) });

/** What was typed, as far as it is still possible. */
export function readForm(
  draft: Readonly<Record<string, string>>,
  open: readonly RulingName[],
): RulingForm | undefined {
  const ruling = open.find((one) => one === draft['ruling']) ?? open[0];
  if (ruling === undefined) return undefined;
  const reasons = rulingReasons(ruling);
  return {
    ruling,
    reason: reasons.find((one) => one === draft['reason']) ?? (reasons[0] as RulingReason),
    fault: FAULTS.find((one) => one === draft['fault']) ?? 'none',
    payerPart: draft['payerPart'] ?? '',
    evidence: (draft['evidence'] ?? '').split(' ').filter((name) => name !== ''),
  };
}

/** What is missing or wrong, by field. */
export function formFaults(
  { ruling, payerPart, evidence }: RulingForm,
  order: Detail['order'],
): ('payerPart' | 'evidence')[] {
  const part = parseAmount(order.coin, payerPart);
  const quantity = parseAmount(order.coin, order.quantity) ?? 0n;
  const isWithin = part !== undefined && part > 0n && part < quantity;
  return [
    ...(ruling === 'split' && !isWithin ? (['payerPart'] as const) : []),
    ...(RULINGS[ruling].needsEvidence && evidence.length === 0 ? (['evidence'] as const) : []),
  ];
}

/** What each side gets; undefined where nothing moves, or the part is no amount. */
export function sharesOf({ ruling, payerPart }: RulingForm, order: Detail['order']) {
  const { coin } = order;
  const quantity = parseAmount(coin, order.quantity);
  const part = ruling === 'split' ? parseAmount(coin, payerPart) : quantity;
  if (quantity === undefined || part === undefined || ruling === 'relock' || ruling === 'dismiss')
    return undefined;
  const text = (value: bigint) => formatAmount(coin, value);
  if (ruling === 'cancel') return { payer: undefined, payee: text(quantity), fee: text(0n) };
  const fee =
    ruling === 'release'
      ? (parseAmount(coin, order.fee) ?? minor(coin, 0n))
      : feeMinor(part, order.feeBasisPoints);
  const rest = quantity - part;
  return { payer: text(afterFee(part, fee)), payee: rest > 0n ? text(rest) : undefined, fee: text(fee) };
}
