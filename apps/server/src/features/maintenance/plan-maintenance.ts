import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { planMaintenance as writePlan } from '#platform/maintenance/downtime.store.ts';

/** The form of an instant lets a thirteenth month through. */
export function toDate(instant: string, name: string): Date {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw fail('PARAMETERS_INVALID', { fields: [name] });
  return date;
}

/** Plans a maintenance, begins one at once, or changes the one that is running. */
export const planMaintenance: Handler<'/operator/maintenance/plan'> = async (
  { tx, now, operator, audit },
  { from: begin, until: end, messageZh, messageEn, reason },
) => {
  // A message in one language would leave the others to wonder what it says.
  if ((messageZh === '') !== (messageEn === ''))
    throw fail('PARAMETERS_INVALID', { fields: [messageZh === '' ? 'messageZh' : 'messageEn'] });
  const from = begin === undefined ? now : toDate(begin, 'from');
  const until = toDate(end, 'until');
  if (from < now || until <= now) throw fail('MAINTENANCE_IN_PAST');
  if (until <= from) throw fail('MAINTENANCE_END_BEFORE_BEGIN');
  const message = { zhTW: messageZh, en: messageEn };
  const id = await writePlan(tx, { from, until, message, reason, plannedBy: operator.id });
  if (id === undefined) throw fail('MAINTENANCE_OVERLAPS');
  const detail = { from: from.toISOString(), until: end, messageZh, messageEn, reason };
  audit({ action: 'maintenance-planned', subject: `maintenance:${id}`, detail });
  return { id };
};
