import type { PushCarrier } from './port.ts';

/** An iPad says that it is a Mac, and has a touch screen all the same. */
const isApplePhone = () => /iP|Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** This browser's ways to tell: its push service, and the open page itself. */
export function createCarrier(): PushCarrier | undefined {
  const hasNotifications = 'Notification' in globalThis;
  if (!hasNotifications && !isApplePhone()) return undefined;
  return {
    permission: () => (hasNotifications ? Notification.permission : 'default'),
    needsHomeScreen: !hasNotifications,
    request: () => Notification.requestPermission(),
    open: async () => (await import('./open-carrier.ts')).openCarrier(),
  };
}
