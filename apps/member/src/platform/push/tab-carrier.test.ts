import { afterEach, expect, test, vi } from 'vitest';
import { createTabCarrier } from './tab-carrier.ts';

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

test('a browser without notifications has no carrier, and one that throws at the constructor is not worth a question', () => {
  expect(createTabCarrier()).toBeUndefined();
  stubNotification('default', true);
  expect(createTabCarrier()?.isWorthAsking()).toBe(false);
  stubNotification('default', false);
  expect(createTabCarrier()?.isWorthAsking()).toBe(true);
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
  const carrier = createTabCarrier();
  await carrier?.start();
  for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) look(state);
  give();
  await expect.poll(() => held.size).toBe(1);
  await carrier?.show({ tag: 'inbox-1', title: 'seen' });
  look('hidden');
  await expect.poll(() => held.size).toBe(0);
  await carrier?.show({ tag: 'inbox-2', title: 'news' });
  expect(shown).toEqual(['news']);
});

test.each(['this tab', 'another'])('what is shown is taken back when somebody looks at %s', async (which) => {
  const shown = stubNotification('granted', false);
  const { look, lookElsewhere } = stubTabs();
  const carrier = createTabCarrier();
  await carrier?.start();
  look('hidden');
  await carrier?.show({ tag: 'inbox-1', title: 'news' });
  expect(shown).toEqual(['news']);
  if (which === 'another') lookElsewhere();
  else look('visible');
  expect(shown).toEqual([]);
});

test('nothing is tried out where it would be shown', () => {
  const made = stubNotification('granted', false);
  expect(createTabCarrier()?.isWorthAsking()).toBe(true);
  expect(made).toEqual([]);
});
