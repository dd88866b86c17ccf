import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { Preparation } from '#platform/gateway/call-table.ts';
import { pour } from './buckets.store.ts';

/** Personal values that one operator may look for in an hour, by whatever call. Whoever tries out numbers needs many more. */
const PER_HOUR = 60;
const HOUR_SECONDS = 3600;

/** Counts a search for a personal value: before the read, whose transaction can write nothing. */
export async function countPersonalSearch({ db, operator }: Preparation): Promise<void> {
  const { id } = defined(operator, 'a call of operators has one');
  const bucket = {
    name: `personal searches of operator ${id}`,
    capacity: PER_HOUR,
    drainSeconds: HOUR_SECONDS,
  };
  const { fits, waitSeconds } = await pour(db, [bucket]);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
}
