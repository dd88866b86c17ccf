import { afterAll, expect, it } from 'vitest';
import webPush from 'web-push';
import { startPushReceiver } from '@holdfast/testkit/push-receiver';
import { createOutward } from './outward.ts';
import type { PushMessage } from './port.ts';
import { createWebPush } from './web-push.ts';

const vapidKeys = webPush.generateVAPIDKeys();
const service = await startPushReceiver(() => vapidKeys.publicKey);
afterAll(() => service.close());
const outward = createOutward({ testOrigin: service.origin, timeoutMs: 2000 });
const sender = createWebPush({ vapidKeys, contact: 'https://support.example/', outward });

const message = (more: Partial<PushMessage> = {}): PushMessage => ({
  payload: {
    data: { type: 'orderPaid', seq: '7', orderId: '501' },
    notification: { title: '買家已付款', body: '' },
  },
  ttlSeconds: 900,
  urgency: 'high',
  topic: 'abc_-1',
  ...more,
});

it('sends what only the browser can read, signed by our key, with the terms of its delivery', async () => {
  const browser = service.subscribe();
  expect(await sender.send({ carrier: 'web', ...browser }, message())).toEqual({ is: 'sent' });
  const [got] = service.received;
  expect(got?.payload).toEqual(message().payload);
  expect(got?.headers).toMatchObject({
    ttl: '900',
    urgency: 'high',
    topic: 'abc_-1',
    'content-encoding': 'aes128gcm',
  });
  expect(got?.claims).toMatchObject({ aud: service.origin, sub: 'https://support.example/' });
  expect((got?.claims.exp ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
});

it('is as long whatever it says, so that its length tells a push service nothing', async () => {
  const browser = service.subscribe();
  const long = { data: { type: 'x'.repeat(300) }, notification: { title: '很長的標題', body: '' } };
  await sender.send({ carrier: 'web', ...browser }, message());
  await sender.send({ carrier: 'web', ...browser }, message({ payload: long }));
  const [first, second] = service.received.slice(-2);
  expect(second?.sealedBytes).toBe(first?.sealedBytes);
});

it.each([
  [404, { is: 'gone' }],
  [410, { is: 'gone' }],
  [413, { is: 'refused', reason: 'answered 413' }],
  [403, { is: 'refused', reason: 'answered 403' }],
  [429, { is: 'failed', reason: 'answered 429', retrySeconds: 30 }],
  [500, { is: 'failed', reason: 'answered 500', retrySeconds: 30 }],
  [503, { is: 'failed', reason: 'answered 503', retrySeconds: 30 }],
  [307, { is: 'refused', reason: 'answered 307' }],
] as const)('takes an answer of %i as %j, and follows no redirect', async (status, outcome) => {
  const browser = service.subscribe();
  const { pathname } = new URL(browser.endpoint);
  service.answer(status, { 'retry-after': '30', location: 'http://127.0.0.1:1/' }, pathname);
  expect(await sender.send({ carrier: 'web', ...browser }, message())).toEqual(outcome);
});

it('gives up a browser whose key is no point of the curve', async () => {
  const browser = { ...service.subscribe(), p256dh: `B${'A'.repeat(86)}` };
  expect(await sender.send({ carrier: 'web', ...browser }, message())).toEqual({ is: 'ended' });
});

it('says of a service that is not there that it is down, without its address', async () => {
  const away = createWebPush({
    vapidKeys,
    contact: 'https://support.example/',
    outward: createOutward({ testOrigin: 'http://127.0.0.1:1' }),
  });
  const browser = { ...service.subscribe(), endpoint: 'http://127.0.0.1:1/push/secret' };
  expect(await away.send({ carrier: 'web', ...browser }, message())).toEqual({
    is: 'down',
    reason: 'ECONNREFUSED',
  });
});
