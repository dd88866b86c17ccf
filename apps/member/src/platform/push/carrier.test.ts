import { afterEach, expect, test, vi } from 'vitest';
import { createCarrier } from './carrier-web.ts';
import { createTabNotices } from './tab-notices.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser's notifications: the titles of those that are shown. */
function stubNotification(permission: NotificationPermission, throws: boolean) {
  const made: string[] = [];
  class FakeNotification {
    static permission = permission;
    readonly title: string;
    constructor(title: string) {
      if (throws) throw new TypeError('Illegal constructor');
      made.push(title);
      this.title = title;
    }
    addEventListener() {}
    close() {
      made.splice(made.indexOf(this.title), 1);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  return made;
}

test('a browser without notifications has no carrier', () => {
  expect(createCarrier()).toBeUndefined();
  stubNotification('default', true);
  expect(createCarrier()).toMatchObject({ needsHomeScreen: false });
});

/** A browser of several tabs. It gives each lock when it is told to, and knows which were not given back. */
function stubTabs() {
  const others = new EventTarget();
  class FakeChannel {
    addEventListener = others.addEventListener.bind(others);
    postMessage() {}
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const waiting: (() => void)[] = [];
  const held = new Set<object>();
  const request = (name: string, _mode: object, hold: () => Promise<void>) => {
    const lock = { name };
    waiting.push(() => {
      held.add(lock);
      void hold().then(() => held.delete(lock));
    });
    return Promise.resolve();
  };
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [...held] }) } });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const look = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const lookElsewhere = () => others.dispatchEvent(new Event('message'));
  return { give: () => waiting.splice(0).forEach((one) => one()), held, look, lookElsewhere };
}

test('who only glanced at a tab does not keep it silent, however late the browser hears of it', async () => {
  const shown = stubNotification('granted', false);
  const { give, held, look } = stubTabs();
  const carrier = createTabNotices(async () => false);
  carrier.start();
  for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) look(state);
  give();
  await expect.poll(() => held.size).toBe(1);
  await carrier.show({ tag: 'inbox-1', title: 'seen' });
  look('hidden');
  await expect.poll(() => held.size).toBe(0);
  await carrier.show({ tag: 'inbox-2', title: 'news' });
  expect(shown).toEqual(['news']);
});

test.each(['this tab', 'another'])('what is shown is taken back when somebody looks at %s', async (which) => {
  const shown = stubNotification('granted', false);
  const { look, lookElsewhere } = stubTabs();
  const carrier = createTabNotices(async () => false);
  carrier.start();
  look('hidden');
  await carrier.show({ tag: 'inbox-1', title: 'news' });
  expect(shown).toEqual(['news']);
  if (which === 'another') lookElsewhere();
  else look('visible');
  expect(shown).toEqual([]);
});

test('what the push service tells of is not told by the page too', async () => {
  const shown = stubNotification('granted', false);
  const { look } = stubTabs();
  const carrier = createTabNotices(async () => true);
  carrier.start();
  look('hidden');
  await carrier.show({ tag: 'inbox-1', title: 'news' });
  expect(shown).toEqual([]);
});

test.each([
  ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)', maxTouchPoints: 5 }],
  ['an iPad, which says that it is a Mac', { userAgent: 'Mozilla/5.0 (Macintosh)', maxTouchPoints: 5 }],
])('%s that has no notifications outside the home screen is led there', (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  const carrier = createCarrier();
  expect([carrier?.needsHomeScreen, carrier?.permission()]).toEqual([true, 'default']);
});

test('a Mac without notifications has no carrier', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Macintosh)', maxTouchPoints: 0 });
  expect(createCarrier()).toBeUndefined();
});
