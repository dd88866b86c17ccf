import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { endOneMaintenance } from '#platform/maintenance/downtime.store.ts';

/** Ends the maintenance that is running, or cancels one that is planned: the one that the operator has seen. */
export const endMaintenance: Handler<'/operator/maintenance/end'> = async ({ tx, audit }, { id, reason }) => {
  const how = await endOneMaintenance(tx, id);
  if (how === undefined) throw fail('MAINTENANCE_NOT_FOUND');
  audit({ action: 'maintenance-ended', subject: `maintenance:${id}`, detail: { how, reason } });
  return {};
};
