import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { readPhrase, setPhrase, type PhraseVault } from './phrase.ts';
import { listDevices, listSignIns, revokeDevice } from './read-security.ts';

/** What a member is kept safe by: cool-downs, known devices, the history of sign-ins. */
export { coolDownUntil, findCoolDowns, startCoolDown } from './cool-down.store.ts';
export { noteDevice } from './device.store.ts';
export { noteSignIn, sweepSecurity } from './history.store.ts';
export { createPhraseVault, readerOf } from './phrase.ts';

export const securityCalls = (parts: { vault: PhraseVault; messages: Messages }) =>
  calls({
    '/member/security/devices': handle(listDevices, { limit: readsPerMinute(60) }),
    '/member/security/device-revoke': handle(revokeDevice, { limit: perMinute(20) }),
    '/member/security/history': handle(listSignIns, { limit: readsPerMinute(60) }),
    '/member/security/phrase': handle(readPhrase(parts.vault), { limit: readsPerMinute(60) }),
    '/member/security/phrase-set': handle(setPhrase(parts), { limit: perMinute(10) }),
  });
