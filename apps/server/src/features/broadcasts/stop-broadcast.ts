import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { stop } from './broadcast.store.ts';

/** Stops a broadcast. One operator is enough: nobody is told anything by it. What has reached an inbox stays there. */
export const stopBroadcast: Handler<'/operator/broadcast/stop'> = async (
  { tx, operator, audit },
  { id, reason },
) => {
  if (!(await stop(tx, operator, { id, reason }))) throw fail('BROADCAST_STARTED');
  audit({ action: 'broadcast-stopped', subject: `broadcast:${id}`, detail: { reason } });
  return {};
};
