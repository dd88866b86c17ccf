import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { declareOutage, endDeclaredOutage } from './declare-outage.ts';
import { endMaintenance } from './end-maintenance.ts';
import { planMaintenance } from './plan-maintenance.ts';
import { readMaintenance } from './read-maintenance.ts';

export const maintenanceCalls = () =>
  calls({
    '/operator/maintenance/read': handle(readMaintenance, { limit: readsPerMinute(120) }),
    '/operator/maintenance/plan': handle(planMaintenance, { limit: perMinute(10) }),
    '/operator/outage/declare': handle(declareOutage, { limit: perMinute(10) }),
    '/operator/outage/end': handle(endDeclaredOutage, { limit: perMinute(10) }),
    '/operator/maintenance/end': handle(endMaintenance, { limit: perMinute(10) }),
  });
