import { appError } from '@holdfast/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { fakePush, type FakePush } from '#test/fake-push.ts';
import { fakeServices, type FakeServices } from '#test/fake-services.ts';
import { checkPush, type PushPart } from './push-check.ts';
import { isPushOffOf } from './push-records.ts';
import { endPush, registerPush, turnOffPush } from './push-registration.ts';

let log: MockInstance<typeof console.info>;
beforeEach(() => {
  log = vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const WISHES = { language: 'zh-TW', isPrivate: false } as const;
const partsOf = (push: FakePush, services: FakeServices = fakeServices()) => ({ ...services, push });
const sentBy = ({ server }: FakeServices) =>
  server.asked.filter(({ path }) => path === '/member/device/push-set').map(({ input }) => input);

describe('registering a device', () => {
  test('gives the server the subscription, and shows messages of this member from then on', async () => {
    const parts = partsOf(fakePush());
    expect(await registerPush(parts, { language: 'en', isPrivate: true })).toBe('registered');
    expect(sentBy(parts)).toMatchObject([
      { endpoint: 'https://push.example.com/1', language: 'en', isPrivate: '1' },
    ]);
    expect(parts.push.bound).toBe(parts.session.read()?.login.uid);
    expect(parts.shared.getItem('pmid')).toBe('"https://push.example.com/1"');
  });

  test('ends first what another member has left here', async () => {
    const push = fakePush();
    push.bound = 'somebody else';
    const order: (string | undefined)[] = [];
    const { device, ...carrier } = await push.open();
    const watched = {
      ...push,
      open: async () => ({
        ...carrier,
        device: device && {
          ...device,
          subscribe: async (key: string) => (order.push(push.bound), device.subscribe(key)),
        },
      }),
    };
    await registerPush({ ...fakeServices(), push: watched }, WISHES);
    expect(order).toEqual([undefined]);
  });

  test.each([
    ['no push service', fakePush({ hasDevice: false }), 'no-worker'],
    ['no service worker', fakePush({ hasWorker: false }), 'no-worker'],
    ['a push service that refuses', fakePush({ refuses: true }), 'no-token'],
  ] as const)('with %s only logs that there is no token', async (_, push, expected) => {
    expect(await registerPush(partsOf(push), WISHES)).toBe(expected);
    expect(log.mock.calls).toEqual([['There is no push registration token']]);
  });

  test('that a sign-out overtakes shows nothing', async () => {
    const services = fakeServices();
    const push = fakePush();
    const running = registerPush(partsOf(push, services), WISHES);
    services.session.signOut();
    await running;
    expect(push.bound).toBeUndefined();
  });

  test.each(['sign-out', 'turning it off'])(
    'that %s overtakes at its very end leaves nothing of it',
    async (by) => {
      const parts = partsOf(fakePush());
      const { device, ...carrier } = await parts.push.open();
      const late = {
        ...parts.push,
        open: async () => ({
          ...carrier,
          device: device && {
            ...device,
            bind: async (binding: Parameters<typeof device.bind>[0]) => {
              if (by === 'sign-out') parts.session.signOut();
              await (by === 'sign-out' ? endPush(parts) : turnOffPush(parts));
              await device.bind(binding);
            },
          },
        }),
      };
      expect(await registerPush({ ...parts, push: late }, WISHES)).not.toBe('registered');
      expect([parts.push.bound, parts.shared.getItem('pmid')]).toEqual([undefined, null]);
    },
  );

  test('waits for an earlier one that is on its way: the newer wish is the last that the server hears', async () => {
    const parts = partsOf(fakePush());
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    parts.server.set('/member/device/push-set', answered);
    const earlier = registerPush(parts, WISHES);
    await expect.poll(() => sentBy(parts).length).toBe(1);
    const newer = registerPush(parts, { ...WISHES, isPrivate: true });
    await new Promise((done) => setTimeout(done, 20));
    expect(sentBy(parts)).toMatchObject([{ isPrivate: '0' }]);
    answer();
    expect(await Promise.all([earlier, newer])).toEqual(['registered', 'registered']);
    expect(sentBy(parts)).toMatchObject([{ isPrivate: '0' }, { isPrivate: '1' }]);
  });

  test('ends with everything that was kept of it', async () => {
    const parts = partsOf(fakePush());
    await registerPush(parts, WISHES);
    await endPush(parts);
    expect([parts.push.bound, parts.shared.getItem('pmid')]).toEqual([undefined, null]);
  });
});

describe('turning notifications off on a device', () => {
  const removals = ({ server }: FakeServices) =>
    server.asked.filter(({ path }) => path === '/member/device/push-remove').length;

  test('ends them here and at the server, and no refresh registers it again', async () => {
    const parts = partsOf(fakePush());
    await registerPush(parts, WISHES);
    await turnOffPush(parts);
    expect([parts.push.bound, parts.shared.getItem('pmid'), removals(parts)]).toEqual([undefined, null, 1]);
    expect(await registerPush(parts, WISHES)).toBe('turned-off');
    expect([sentBy(parts).length, removals(parts)]).toEqual([1, 1]);
  });

  test('without a network is silent at once, and the next refresh tells the server', async () => {
    const parts = partsOf(fakePush());
    await registerPush(parts, WISHES);
    parts.server.set('/member/device/push-remove', appError('OFFLINE'));
    await expect(turnOffPush(parts)).rejects.toMatchObject({ code: 'OFFLINE' });
    expect([parts.push.bound, parts.shared.getItem('pmid') === null]).toEqual([undefined, false]);
    parts.server.set('/member/device/push-remove', undefined);
    expect(await registerPush(parts, WISHES)).toBe('turned-off');
    expect(parts.shared.getItem('pmid')).toBeNull();
  });

  test('overtakes a registration that is on its way', async () => {
    const parts = partsOf(fakePush());
    const running = registerPush(parts, WISHES);
    isPushOffOf(parts.shared).write(true);
    expect(await running).toBe('turned-off');
    expect([parts.push.bound, removals(parts)]).toEqual([undefined, 1]);
  });
});

describe('a test of push', () => {
  async function check(push: FakePush, world: Partial<FakeServices['server']['world']> = {}) {
    const parts = partsOf(push);
    Object.assign(parts.server.world, world);
    const looked: PushPart[] = [];
    const fault = await checkPush(parts, WISHES, (part) => looked.push(part), { sleep: async () => {} });
    return { fault, last: looked.at(-1), looked };
  }

  test('looks at each part in turn, and finds none broken where the message arrives', async () => {
    const push = fakePush();
    const { fault, looked } = await check(push, {
      onPushTest: (testId) => push.say({ kind: 'test', testId }),
    });
    expect([fault, looked]).toEqual([undefined, ['permission', 'worker', 'token', 'service']]);
  });

  test.each([
    ['permission', fakePush({ permission: 'denied' }), {}, 'permission'],
    ['worker', fakePush({ hasWorker: false }), {}, 'worker'],
    ['worker', fakePush({ hasDevice: false }), {}, 'worker'],
    ['token', fakePush({ refuses: true }), {}, 'token'],
    ['refused', fakePush(), { pushOutcome: 'refused' }, 'service'],
    ['unreachable', fakePush(), { pushOutcome: 'unreachable' }, 'service'],
    ['late', fakePush(), { pushOutcome: 'sent' }, 'service'],
  ] as const)('says %s', async (expected, push, world, part) => {
    expect(await check(push, world)).toMatchObject({ fault: expected, last: part });
  });

  test('takes the message of another test for none of its own', async () => {
    const push = fakePush();
    const { fault } = await check(push, {
      onPushTest: () => push.say({ kind: 'test', testId: '0'.repeat(32) }),
    });
    expect(fault).toBe('late');
  });
});
