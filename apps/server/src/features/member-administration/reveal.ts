import { fail } from '@holdfast/contract/errors';
import type { CallInput } from '@holdfast/contract/calls';
import type { Handler } from '#platform/gateway/call-table.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import { findMember } from './member.store.ts';

/** Personal data that one operator may see in an hour. More is no work on a case; whoever gets so far stands in the log, and has to wait. */
const PER_HOUR = 30;
const HOUR_SECONDS = 3600;

/** Shows one value in clear, for a reason that is logged with it. */
export const reveal: Handler<'/operator/member/reveal/{account}'> = async (
  { tx, operator, audit },
  { field, reason }: CallInput<'/operator/member/reveal/{account}'>,
  { account },
) => {
  const member = (await findMember(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  const bucket = {
    name: `reveals of operator ${operator.id}`,
    capacity: PER_HOUR,
    drainSeconds: HOUR_SECONDS,
  };
  const { fits, waitSeconds, levels } = await pour(tx, [bucket]);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
  // With the last one that is allowed, because a refusal leaves nothing in the log.
  if ((levels[0] ?? 0) > PER_HOUR - 2)
    audit({ action: 'reveals-many', subject: `operator:${operator.email}`, detail: { count: PER_HOUR } });
  audit({ action: 'member-revealed', subject: `member:${account}`, detail: { field, reason } });
  return { value: member[field] };
};
