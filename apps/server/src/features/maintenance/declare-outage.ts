import { OUTAGE_HOURS_MAX } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { addOutage, endOutage } from '#platform/maintenance/outage.store.ts';
import { toDate } from './plan-maintenance.ts';

const LONGEST_MS = OUTAGE_HOURS_MAX * 3_600_000;

/** Declares an outage that has begun. While it runs nothing fires; when it is over, the clocks move by what of it no other downtime has moved. */
export const declareOutage: Handler<'/operator/outage/declare'> = async (
  { tx, now, operator, audit },
  { from: begin, until: end, reason },
) => {
  const from = toDate(begin, 'from');
  const until = end === undefined ? new Date(from.getTime() + LONGEST_MS) : toDate(end, 'until');
  if (from >= now || from.getTime() < now.getTime() - LONGEST_MS)
    throw fail('OUTAGE_NOT_RECENT', { hours: OUTAGE_HOURS_MAX });
  if (until <= from) throw fail('MAINTENANCE_END_BEFORE_BEGIN');
  if (end !== undefined && until > now) throw fail('OUTAGE_NOT_RECENT', { hours: OUTAGE_HOURS_MAX });
  const ids = await addOutage(tx, { from, until, reason, declaredBy: operator.id });
  if (ids.length === 0) throw fail('OUTAGE_KNOWN');
  const detail = { from: from.toISOString(), ...(end !== undefined && { until: end }), reason };
  for (const id of ids) audit({ action: 'outage-declared', subject: `maintenance:${id}`, detail });
  return { ids };
};

export const endDeclaredOutage: Handler<'/operator/outage/end'> = async ({ tx, audit }, { id, reason }) => {
  if (!(await endOutage(tx, id))) throw fail('MAINTENANCE_NOT_FOUND');
  audit({ action: 'outage-ended', subject: `maintenance:${id}`, detail: { reason } });
  return {};
};
