import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { beginPasskey, finishPasskey, preparePasskey, type PasskeyParts } from './add-passkey.ts';
import { readPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';

export const passkeyCalls = (parts: PasskeyParts) =>
  calls({
    '/member/security/passkeys': handle(readPasskeys, { limit: readsPerMinute(60) }),
    '/member/security/passkey-begin': handle(beginPasskey(parts), { limit: perMinute(10) }),
    '/member/security/passkey-finish': handle(finishPasskey(parts), {
      limit: perMinute(10),
      prepare: preparePasskey(parts),
    }),
    '/member/security/passkey-rename': handle(renamePasskey, { limit: perMinute(20) }),
    '/member/security/passkey-remove': handle(removePasskey(parts), { limit: perMinute(10) }),
  });
