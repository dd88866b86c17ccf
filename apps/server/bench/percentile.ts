import { defined } from '@holdfast/kernel';

/** The value that `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return defined(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 'a value');
}
