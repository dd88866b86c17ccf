import { afterEach, expect, test, vi } from 'vitest';
import { createTabCarrier } from './tab-carrier.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser's constructor as far as it matters before anything is shown. */
function stubNotification(permission: NotificationPermission, throws: boolean) {
  const made: string[] = [];
  class FakeNotification {
    static permission = permission;
    constructor(title: string) {
      if (throws) throw new TypeError('Illegal constructor');
      made.push(title);
    }
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification);
  return made;
}

test('a browser without notifications, and one that throws at the constructor, have no carrier and so no prompt', () => {
  expect(createTabCarrier()).toBeUndefined();
  stubNotification('default', true);
  expect(createTabCarrier()).toBeUndefined();
});

test('nothing is tried out where it would be shown', () => {
  const made = stubNotification('granted', false);
  expect(createTabCarrier()?.permission()).toBe('granted');
  expect(made).toEqual([]);
});
