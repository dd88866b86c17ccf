import { afterAll, expect, it } from 'vitest';
import { notify } from '#features/notifications/index.ts';
import { inTransaction } from '#platform/db/db.ts';
import { startPushReceiver, type Browser } from '@holdfast/testkit/push-receiver';
import { PASSWORD, type TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

/** From a commit to the browser: the relay, the carrier, and a push service that decrypts what the server has sent. */

let serverKey = '';
const service = await startPushReceiver(() => serverKey);
afterAll(() => service.close());
const server = await testServer({ worker: true, push: { services: [], testService: service.origin } });
serverKey = server.secrets.vapidKeys.publicKey;

const order = { orderId: '501', serialNo: 'HF-1', nick: '阿德', quantity: 3000, coinType: 'TWD' };
const tell = (member: Pick<TestMember, 'id'>, type: string, extra: object = order) =>
  inTransaction(server.database.db, (tx) => notify(tx, [{ memberId: member.id, type, extra: { ...extra } }]));
const inputOf = (browser: Browser) => ({ ...browser, language: 'zh-TW', isPrivate: '0' }) as const;
const arrivedAt = ({ endpoint }: Browser) => {
  const { pathname } = new URL(endpoint);
  return service.received.filter(({ path }) => path === pathname);
};
const typesAt = (browser: Browser) => arrivedAt(browser).map(({ payload }) => payload.data.type);

async function subscribed(): Promise<{ member: TestMember; browser: Browser }> {
  const [member, browser] = [await server.member(), service.subscribe()];
  await member.call('/member/device/push-set', inputOf(browser));
  return { member, browser };
}

it('brings what a transaction has told, in its order, and only what came after the registration', async () => {
  const [member, browser] = [await server.member(), service.subscribe()];
  await tell(member, 'orderLock');
  const { binding } = await member.call('/member/device/push-set', inputOf(browser));
  for (const type of ['orderPaid', 'orderWaitAck', 'orderFinish']) await tell(member, type);
  await expect
    .poll(() => typesAt(browser), { timeout: 10_000 })
    .toEqual(['orderPaid', 'orderWaitAck', 'orderFinish']);
  const [first] = arrivedAt(browser);
  expect(first?.payload).toEqual({
    data: { type: 'orderPaid', seq: '2', orderId: '501', binding },
    notification: { title: '買家已付款，請到銀行查帳', body: '訂單 HF-1' },
  });
  expect(first?.headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(first?.claims).toMatchObject({ aud: service.origin, sub: 'https://support.holdfast.example/' });
});

it('never brings to a device what is for the member before, whoever has it now', async () => {
  const { member: first, browser } = await subscribed();
  await tell(first, 'orderPaid');
  await expect.poll(() => typesAt(browser), { timeout: 10_000 }).toEqual(['orderPaid']);
  await first.call('/member/sign-out/{account}', {});
  const second = await server.member();
  await second.call('/member/device/push-set', inputOf(browser));
  await tell(first, 'orderFinish');
  await tell(second, 'orderLock');
  await expect.poll(() => typesAt(browser), { timeout: 10_000 }).toEqual(['orderPaid', 'orderLock']);
  const { items } = await second.call('/member/notification/list', {});
  expect([items.length, arrivedAt(browser).at(-1)?.payload.data['seq']]).toEqual([1, items[0]?.seq]);
});

it('tells the device that a sign-in elsewhere ends a session, and then nothing more of its orders', async () => {
  const { member, browser } = await subscribed();
  const client = await server.visitor({ address: '198.51.7.9' });
  expect((await client.signIn(member.account, PASSWORD, 'b'.repeat(32))).outcome).toBe('SUCCESS');
  await expect.poll(() => typesAt(browser), { timeout: 10_000 }).toEqual(['userForcedLogout']);
  expect(arrivedAt(browser)[0]?.payload.notification?.title).toBe('帳號已在其他裝置登入');
  await tell(member, 'orderPaid');
  await tell(member, 'passwordChanged', {});
  await expect
    .poll(() => typesAt(browser), { timeout: 10_000 })
    .toEqual(['userForcedLogout', 'passwordChanged']);
});

it('forgets an address that the push service does not know any more', async () => {
  const { member, browser } = await subscribed();
  service.answer(410, {}, new URL(browser.endpoint).pathname);
  await tell(member, 'orderPaid');
  const device = async () => (await member.call('/member/device/push', {})).device;
  await expect.poll(device, { timeout: 10_000 }).toBeNull();
});

it('keeps what a push service does not take, and brings it when that works again', async () => {
  const { member, browser } = await subscribed();
  service.answer(503, { 'retry-after': '1' });
  const before = service.asked();
  await tell(member, 'orderPaid');
  await expect.poll(() => service.asked(), { timeout: 10_000 }).toBeGreaterThan(before);
  service.answer(undefined);
  await server.database.setClock('10 minutes');
  await expect.poll(() => typesAt(browser), { timeout: 20_000 }).toEqual(['orderPaid']);
});

it('sends the test message that a member asks for', async () => {
  const { member, browser } = await subscribed();
  const { test } = await member.call('/member/device/push-test', {});
  await expect
    .poll(() => arrivedAt(browser)[0]?.payload.data, { timeout: 10_000 })
    .toMatchObject({
      type: 'pushTest',
      testId: test,
    });
  const outcome = async () => (await member.call('/member/device/push', {})).device?.test?.outcome;
  await expect.poll(outcome, { timeout: 5000 }).toBe('sent');
});
