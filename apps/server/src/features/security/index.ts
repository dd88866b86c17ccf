import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { listDevices, listSignIns, revokeDevice } from './read-security.ts';

/** What a member is kept safe by: cool-downs, known devices, the history of sign-ins. */
export { coolDownUntil, findCoolDowns, startCoolDown } from './cool-down.store.ts';
export { noteDevice } from './device.store.ts';
export { noteSignIn, sweepSecurity } from './history.store.ts';

export const securityCalls = () =>
  calls({
    '/member/security/devices': handle(listDevices, { limit: readsPerMinute(60) }),
    '/member/security/device-revoke': handle(revokeDevice, { limit: perMinute(20) }),
    '/member/security/history': handle(listSignIns, { limit: readsPerMinute(60) }),
  });
