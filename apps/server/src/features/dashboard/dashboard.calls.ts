import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { readMoney, readWork } from './read-dashboard.ts';

export const dashboardCalls = () =>
  calls({
    '/operator/dashboard/work': handle(readWork, { limit: readsPerMinute(60) }),
    '/operator/dashboard/money': handle(readMoney, { limit: readsPerMinute(60) }),
  });
