import type { OpenCarrier } from './port.ts';

/** A Web Lock, shared by the visible tabs; and a channel, on which each says when it is looked at. */
const LOOKED_AT = 'looked-at';

const isVisible = () => document.visibilityState === 'visible';

/** Tells the other tabs whether somebody looks at this one: they keep silent then. `onLook` hears of a look at any of them. */
function followLooks(onLook: () => void): void {
  const tabs = new BroadcastChannel(LOOKED_AT);
  tabs.addEventListener('message', onLook);
  let leave = () => {};
  const follow = () => {
    leave();
    if (!isVisible()) return;
    onLook();
    tabs.postMessage('');
    // A tab that is hidden before the Web Lock is granted releases it at once.
    const left = new Promise<void>((resolve) => (leave = resolve));
    void navigator.locks.request(LOOKED_AT, { mode: 'shared' }, () => left);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

async function isLookedAt(): Promise<boolean> {
  if (isVisible()) return true;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOOKED_AT);
}

/**
 * Notifications of the open app's own page: they reach whoever has the app open and looks elsewhere. `isToldOtherwise`: the push service of the
 * browser tells of the same messages.
 */
export function createTabNotices(
  isToldOtherwise: () => Promise<boolean>,
): Pick<OpenCarrier, 'start' | 'show'> {
  const shown = new Set<Notification>();
  let isStarted = false;

  // Whoever is back is told by the app itself.
  const takeBack = () => {
    for (const notification of shown) notification.close();
    shown.clear();
  };
  return {
    start() {
      if (!isStarted) followLooks(takeBack);
      isStarted = true;
    },
    async show({ tag, title, body, onClick }) {
      if (!isStarted || (await isLookedAt()) || (await isToldOtherwise())) return;
      try {
        const notification = new Notification(title, { tag, ...(body !== undefined && { body }) });
        shown.add(notification);
        notification.addEventListener('click', () => {
          notification.close();
          globalThis.focus();
          onClick?.();
        });
      } catch {
        // This browser cannot after all: the message waits in the app.
      }
    },
  };
}
