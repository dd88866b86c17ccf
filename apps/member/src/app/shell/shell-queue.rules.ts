/**
 * What may lie over the screens, from the top down. One of them at a time: what is further down waits until nothing above it does.
 * The PIN lock is over all of it: while it is closed (pin-lock-gate.tsx) nothing of the shell is even mounted.
 */
export const SHELL_ELEMENTS = [
  'error',
  'notification',
  'pop-up',
  'password-expired',
  'real-name',
  'debug-log',
  'notification-permission',
  'intro-video',
] as const;
export type ShellElement = (typeof SHELL_ELEMENTS)[number];

/** The one that is shown now. `isAtOrder`: the room of an order is open. */
export function topElement(
  waiting: Readonly<Record<ShellElement, boolean>>,
  isAtOrder: boolean,
): ShellElement | undefined {
  return SHELL_ELEMENTS.find(
    (element) => waiting[element] && !(isAtOrder && WAITS_AT_ORDER.includes(element)),
  );
}

/** What asks for nothing that an order needs: whoever looks at one is let look. */
const WAITS_AT_ORDER: readonly ShellElement[] = [
  'password-expired',
  'notification-permission',
  'intro-video',
];

/** The intro video shows while its flag is on, and never on Login (spec 2). */
export function showsIntroVideo(path: string, address: string | undefined): boolean {
  return address !== undefined && path !== '/login';
}

/** Customer service is at hand everywhere but on Login and Home (spec 2). */
export function showsSupport(path: string): boolean {
  return path !== '/login' && path !== '/home';
}
