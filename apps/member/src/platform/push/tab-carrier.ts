import type { PushCarrier } from './port.ts';

/** A Web Lock, shared by the visible tabs; and a channel, on which each says when it is looked at. */
const LOOKED_AT = 'looked-at';

/**
 * Whether a page of this browser may make notifications. Android has the constructor and throws at it. Without the permission nothing is
 * shown by trying; with it trying would show something, and somebody was asked here before.
 */
function canNotify(): boolean {
  if (Notification.permission === 'granted') return true;
  try {
    new Notification('').close();
    return true;
  } catch {
    return false;
  }
}

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
 * The first carrier: the open app itself, by the notifications of its page. It reaches whoever has the app open and looks elsewhere; there
 * is no push service behind it, and so no token.
 */
export function createTabCarrier(): PushCarrier | undefined {
  if (!('Notification' in globalThis)) return undefined;
  const shown = new Set<Notification>();
  let isStarted = false;

  // Whoever is back is told by the app itself.
  const takeBack = () => {
    for (const notification of shown) notification.close();
    shown.clear();
  };
  return {
    isWorthAsking: canNotify,
    permission: () => Notification.permission,
    request: () => Notification.requestPermission(),
    async start() {
      if (!isStarted) followLooks(takeBack);
      isStarted = true;
      return undefined;
    },
    async show({ tag, title, body, onClick }) {
      if (!isStarted || (await isLookedAt())) return;
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
