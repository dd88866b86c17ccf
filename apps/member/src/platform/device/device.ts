import { matching, createStored } from '@holdfast/client/storage';

export const DEVICE_KEY = 'device';

const readDevice = matching(/^[0-9a-f]{16}$/);
const readInstallId = matching(/^[0-9a-f]{32}$/);

function randomHex(bytes: number): string {
  return crypto
    .getRandomValues(new Uint8Array(bytes))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}

/**
 * The device identity: 16 hex characters for a session of this tab (spec 3). While member data are stored theirs is taken
 * instead, so that a reload or a second tab stays the device that signed in (decision 4).
 */
export function deviceIdentity(session: Storage, signedInDevice: string | undefined): string {
  const stored = createStored({ area: session, key: DEVICE_KEY, read: readDevice });
  const device = signedInDevice ?? stored.read() ?? randomHex(8);
  if (stored.read() !== device) stored.write(device);
  return device;
}

const installIdOf = (local: Storage) => createStored({ area: local, key: 'installId', read: readInstallId });

/** Whether a sign-in was sent from this device since the app's data were last cleared. */
export const hasInstallId = (local: Storage): boolean => installIdOf(local).read() !== undefined;

/** The install id: 128 random bits until the app's data are cleared, sent at sign-in only (decision 4). */
export function installId(local: Storage): string {
  const stored = installIdOf(local);
  const known = stored.read();
  if (known) return known;
  const fresh = randomHex(16);
  stored.write(fresh);
  return fresh;
}
