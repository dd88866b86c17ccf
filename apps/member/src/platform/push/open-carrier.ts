import { createPushDevice } from './device-web.ts';
import { readBinding } from './kept-binding.ts';
import type { OpenCarrier } from './port.ts';
import { createTabNotices } from './tab-notices.ts';

let opened: OpenCarrier | undefined;

/** The carrier of this browser, for a member: one for all parts of the app, because it knows what it shows. */
export function openCarrier(): OpenCarrier {
  const hasPushService = 'PushManager' in globalThis && 'serviceWorker' in navigator;
  opened ??= {
    // Where the push service tells of a message the page does not tell of it too.
    ...createTabNotices(async () => (await readBinding()) !== undefined),
    device: hasPushService ? createPushDevice() : undefined,
  };
  return opened;
}
