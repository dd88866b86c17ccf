import { readBinding } from '#platform/push/kept-binding.ts';
import type { PushWord } from '#platform/push/port.ts';
import {
  FREEZE_ADDRESS,
  mustShow,
  NOT_ME_ACTION,
  readMessage,
  tagOf,
  type PushedMessage,
} from './push.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** So long an open window has time to say that it opens the place itself. */
const ANSWER_MS = 1500;

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Messages of the server while the app is closed, or looked at by nobody. */
export function receivePushes(): void {
  self.addEventListener('push', (event) => {
    const message = event.data && readMessage(event.data.text());
    if (message) event.waitUntil(receive(message));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { address } = event.notification.data as { address: string };
    event.waitUntil(open(event.action === NOT_ME_ACTION ? FREEZE_ADDRESS : address));
  });
}

/** What was sent to somebody who used this device before is shown to nobody. */
async function isForThisMember({ binding }: PushedMessage): Promise<boolean> {
  const kept = await readBinding();
  return kept?.binding === binding;
}

async function receive(message: PushedMessage): Promise<void> {
  if (!(await isForThisMember(message))) return;
  const windows = await openWindows();
  const { testId } = message;
  // Each window asks the inbox for what is new: a push says that there is something, and the inbox says what.
  for (const window of windows)
    tell(window, testId === undefined ? { kind: 'push' } : { kind: 'test', testId });
  const isLookedAt =
    testId === undefined && windows.some(({ visibilityState }) => visibilityState === 'visible');
  if (!isLookedAt) return show(message, false);
  if (!mustShow(self.navigator.userAgent)) return;
  await show(message, true);
  for (const shown of await self.registration.getNotifications({ tag: tagOf(message) })) shown.close();
}

const tell = (window: WindowClient, word: PushWord) => window.postMessage(word);

/** The buttons of a notification, which the types of the browser do not know yet. A browser without them shows none. */
interface WithActions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

function show(message: PushedMessage, silent: boolean): Promise<void> {
  const { title, body, address, notMe } = message;
  return self.registration.showNotification(title, {
    body,
    tag: tagOf(message),
    data: { address },
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
    silent,
    ...(notMe !== undefined && { actions: [{ action: NOT_ME_ACTION, title: notMe }] }),
  } satisfies WithActions);
}

/** Leads to the address in a window that is open already, or else in a new one. */
async function open(address: string): Promise<void> {
  const windows = await openWindows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (window && (await isAnswered(window, address))) {
    await window.focus().catch(() => {});
    return;
  }
  await self.clients.openWindow(address);
}

/** Whether a window has taken the address. One that the browser has put to sleep, or that has just begun, answers nothing. */
async function isAnswered(window: WindowClient, address: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(resolve, ANSWER_MS, false);
  });
  window.postMessage({ kind: 'open', address } satisfies PushWord, [port2]);
  return answered;
}
