import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { listDevices } from './list-devices.ts';
import { listSignIns } from './list-sign-ins.ts';
import { readPhrase } from './read-phrase.ts';
import { revokeDevice } from './revoke-device.ts';
import { setPhrase, type PhraseParts } from './set-phrase.ts';

export const securityCalls = (parts: PhraseParts) =>
  calls({
    '/member/security/devices': handle(listDevices, { limit: readsPerMinute(60) }),
    '/member/security/device-revoke': handle(revokeDevice, { limit: perMinute(20) }),
    '/member/security/history': handle(listSignIns, { limit: readsPerMinute(60) }),
    '/member/security/phrase': handle(readPhrase, { limit: readsPerMinute(60) }),
    '/member/security/phrase-set': handle(setPhrase(parts), { limit: perMinute(10) }),
  });
