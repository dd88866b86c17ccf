import type { FakeHandlers } from '@holdfast/testkit/fake-calls';
import type { PushCarrier, PushDevice, PushWord, SystemNotice } from '#platform/push/port.ts';
import { instantAt } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

const BINDING = 'b'.repeat(32);
const TEST = '7'.repeat(32);

/** The server's side of push, and what becomes of a test message. */
export function pushHandlers(world: FakeWorld): Partial<FakeHandlers> {
  return {
    '/member/device/push': () => ({
      serverKey: 'B'.repeat(87),
      device: world.push ?? null,
      others: world.pushOthers ?? 0,
    }),
    '/member/device/push-set': ({ input }) => {
      world.push = {
        binding: BINDING,
        refreshedAt: instantAt(world.now),
        isPrivate: input.isPrivate === '1',
        test: null,
      };
      return { binding: BINDING };
    },
    '/member/device/push-remove': () => {
      delete world.push;
      return {};
    },
    '/member/device/push-test': () => {
      if (world.push)
        world.push = { ...world.push, test: { id: TEST, outcome: world.pushOutcome ?? 'sent' } };
      world.onPushTest?.(TEST);
      return { test: TEST };
    },
  };
}

export interface FakePush extends PushCarrier {
  readonly shown: SystemNotice[];
  /** What the service worker says. */
  say: (word: PushWord) => void;
  /** Whose messages are shown. */
  bound: string | undefined;
  subscriptions: number;
  starts: number;
}

export interface FakePushOptions {
  permission?: NotificationPermission;
  /** What the browser answers when it asks. */
  answer?: NotificationPermission;
  needsHomeScreen?: boolean;
  hasDevice?: boolean;
  hasWorker?: boolean;
  refuses?: boolean;
  /** A test message that the server was asked for arrives. */
  arrives?: boolean;
}

/** A browser with a push service. */
export function fakePush({
  permission = 'granted',
  answer = permission,
  needsHomeScreen = false,
  hasDevice = true,
  hasWorker = true,
  refuses = false,
}: FakePushOptions = {}): FakePush {
  const words = new Set<(word: PushWord) => void>();
  let present = permission;
  let last: Promise<unknown> = Promise.resolve();
  const device: PushDevice = {
    hasWorker: async () => hasWorker,
    async subscribe() {
      if (refuses) throw new Error('refused');
      push.subscriptions += 1;
      return { endpoint: 'https://push.example.com/1', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    },
    async unsubscribe() {
      push.bound = undefined;
    },
    async bind({ uid }) {
      push.bound = uid;
    },
    isBoundToOther: async (uid) => push.bound !== undefined && push.bound !== uid,
    subscribeToWords(listener) {
      words.add(listener);
      return () => words.delete(listener);
    },
    exclusively(act) {
      const own = last.then(act);
      last = own.catch(() => {});
      return own;
    },
  };
  const push: FakePush = {
    shown: [],
    bound: undefined,
    subscriptions: 0,
    starts: 0,
    say: (word) => words.forEach((listener) => listener(word)),
    permission: () => present,
    needsHomeScreen,
    request: async () => (present = answer),
    open: async () => ({
      start: () => void (push.starts += 1),
      show: async (notice) => void push.shown.push(notice),
      device: hasDevice ? device : undefined,
    }),
  };
  return push;
}

/** The browser that a world is looked at in, if it can get messages. */
export function pushOf(world: FakeWorld): FakePush | undefined {
  if (!world.pushBrowser) return undefined;
  const push = fakePush(world.pushBrowser);
  if (world.pushBrowser.arrives)
    world.onPushTest = (testId) => setTimeout(() => push.say({ kind: 'test', testId }), 0);
  return push;
}
