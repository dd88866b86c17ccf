import type { Transition } from '@holdfast/contract/orders';
import { taipeiDate, taipeiMidnight } from '@holdfast/contract/rules';
import { isHeldBelow, type Settings } from '@holdfast/contract/settings';
import { afterFee, defined, feeMinor, type Minor } from '@holdfast/kernel';
import type { Order } from './order.store.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Until when the coin that a payer gets by a transition is held: the end of the next day in Taipei. Undefined where it is free at once, which
 * is so from the level on that the setting names, and where the payer gets nothing.
 */
export function heldUntilOf(
  { quantity, fee, feeBasisPoints, endedAt }: Pick<Order, 'quantity' | 'fee' | 'feeBasisPoints' | 'endedAt'>,
  {
    transition: { escrow },
    parts,
    level,
    settings,
  }: {
    readonly transition: Pick<Transition, 'escrow'>;
    readonly parts?: { readonly payer: Minor } | undefined;
    readonly level: number;
    readonly settings: Pick<Settings, 'limit.holdBelowLevel'>;
  },
): Date | undefined {
  if (escrow !== 'finish' && escrow !== 'split') return undefined;
  if (!isHeldBelow(level, settings)) return undefined;
  const part = escrow === 'finish' ? quantity : defined(parts, 'a split has its parts').payer;
  const gets = afterFee(part, escrow === 'finish' ? fee : feeMinor(part, feeBasisPoints));
  if (gets === 0n) return undefined;
  const end = defined(endedAt, 'whoever gets the coin, gets it at an end').getTime();
  return new Date(taipeiMidnight(taipeiDate(end + 2 * DAY_MS)));
}
