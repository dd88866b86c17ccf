import type { PasswordMark } from '@holdfast/contract/member';

export interface PasswordState {
  readonly marked: 'operator' | 'breach' | null;
  readonly ageDays: number;
}

/** Why a password must be changed, or null. `maxAgeDays` 0 means that passwords never expire. */
export function markOf({ marked, ageDays }: PasswordState, maxAgeDays: number): PasswordMark | null {
  if (marked) return marked;
  return maxAgeDays > 0 && ageDays > maxAgeDays ? 'age' : null;
}
