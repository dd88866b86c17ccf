import { createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createFcm, FcmAccountError, parseFcmAccount } from './fcm.ts';
import { createOutward } from './outward.ts';
import type { PushMessage } from './port.ts';

/** Google's side of the wire: the token service, and FCM with the answers that its documentation shows. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sent: { authorization: string | undefined; body: { message: Record<string, unknown> } }[] = [];
const claims: Record<string, unknown>[] = [];
let answers: { status: number; body?: unknown; headers?: Record<string, string> }[] = [];
let tokenStatus = 200;

const error = (status: string, errorCode?: string) => ({
  error: {
    status,
    message: 'text that names the token',
    details: errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : [],
  },
});

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    if (request.url === '/token') {
      const assertion = new URLSearchParams(text).get('assertion') ?? '';
      const [head = '', claim = '', signature = ''] = assertion.split('.');
      const isSigned = createVerify('RSA-SHA256')
        .update(`${head}.${claim}`)
        .verify(publicKey, signature, 'base64url');
      claims.push({ isSigned, ...(JSON.parse(Buffer.from(claim, 'base64url').toString()) as object) });
      response.writeHead(tokenStatus, { 'retry-after': '7' });
      return response.end(JSON.stringify({ access_token: `token-${claims.length}`, expires_in: 3599 }));
    }
    sent.push({
      authorization: request.headers.authorization,
      body: JSON.parse(text) as (typeof sent)[number]['body'],
    });
    const { status, body = {}, headers = {} } = answers.shift() ?? { status: 200 };
    return response.writeHead(status, headers).end(JSON.stringify(body));
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const account = parseFcmAccount(
  JSON.stringify({
    type: 'service_account',
    project_id: 'holdfast-demo',
    client_email: 'push@holdfast-demo.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${origin}/token`,
  }),
);

let now = Date.parse('2026-08-17T06:00:00Z');
const createSender = () =>
  createFcm({ account, outward: createOutward({ testOrigin: origin }), origin, now: () => new Date(now) });
const message: PushMessage = {
  payload: {
    data: { type: 'orderPaid', seq: '7' },
    notification: { title: '買家已付款', body: '訂單 HF-1' },
  },
  ttlSeconds: 600,
  urgency: 'high',
  topic: 'order',
};
const target = { carrier: 'fcm', token: 'device-token' } as const;

beforeEach(() => {
  sent.length = 0;
  claims.length = 0;
  answers = [];
  tokenStatus = 200;
});

it('sends a message in the form of FCM HTTP v1, for both kinds of shells', async () => {
  expect(await createSender().send(target, message)).toEqual({ is: 'sent' });
  expect(sent[0]?.authorization).toBe('Bearer token-1');
  expect(sent[0]?.body.message).toEqual({
    token: 'device-token',
    data: { type: 'orderPaid', seq: '7' },
    notification: { title: '買家已付款', body: '訂單 HF-1' },
    android: { priority: 'HIGH', ttl: '600s', notification: { tag: 'inbox-7' } },
    apns: {
      headers: {
        'apns-priority': '10',
        'apns-expiration': String(Math.floor(now / 1000) + 600),
        'apns-collapse-id': 'inbox-7',
      },
      payload: { aps: { sound: 'default' } },
    },
  });
});

it('sends no button, which FCM would refuse, and says nothing in its place', async () => {
  const notification = { title: '帳號已登入', body: '', notMe: '這不是我' };
  await createSender().send(target, { ...message, payload: { ...message.payload, notification } });
  expect(sent[0]?.body.message).toMatchObject({ notification: { title: '帳號已登入', body: '' } });
  expect(JSON.stringify(sent)).not.toContain('notMe');
});

it('shows the token service a signed claim, and asks once for many messages', async () => {
  const sender = createSender();
  await Promise.all([1, 2, 3].map(() => sender.send(target, message)));
  expect(claims).toEqual([
    {
      isSigned: true,
      iss: 'push@holdfast-demo.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: `${origin}/token`,
      iat: now / 1000,
      exp: now / 1000 + 3600,
    },
  ]);
});

it('renews the token before its end, and when it is taken back before', async () => {
  const sender = createSender();
  await sender.send(target, message);
  now += 54 * 60_000;
  await sender.send(target, message);
  expect(claims).toHaveLength(1);
  now += 2 * 60_000;
  await sender.send(target, message);
  expect(claims).toHaveLength(2);
  answers = [{ status: 401, body: error('UNAUTHENTICATED') }];
  expect(await sender.send(target, message)).toEqual({ is: 'sent' });
  expect(sent.slice(-2).map(({ authorization }) => authorization)).toEqual([
    'Bearer token-2',
    'Bearer token-3',
  ]);
});

it.each([
  [404, error('NOT_FOUND', 'UNREGISTERED'), { is: 'gone' }],
  [403, error('PERMISSION_DENIED', 'SENDER_ID_MISMATCH'), { is: 'gone' }],
  [400, error('INVALID_ARGUMENT', 'INVALID_ARGUMENT'), { is: 'refused', reason: 'INVALID_ARGUMENT' }],
  [
    429,
    error('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'),
    { is: 'down', reason: 'QUOTA_EXCEEDED', retrySeconds: 42 },
  ],
  [503, error('UNAVAILABLE', 'UNAVAILABLE'), { is: 'down', reason: 'UNAVAILABLE', retrySeconds: 42 }],
  [500, error('INTERNAL', 'INTERNAL'), { is: 'failed', reason: 'INTERNAL' }],
  [403, error('PERMISSION_DENIED'), { is: 'down', reason: 'PERMISSION_DENIED', retrySeconds: 42 }],
  [502, 'no JSON of theirs', { is: 'failed', reason: '502' }],
])('takes an answer of %i with %j as %j', async (status, body, outcome) => {
  answers = [{ status, body, headers: { 'retry-after': '42' } }];
  expect(await createSender().send(target, message)).toEqual(outcome);
});

it('says that the service is down while no token can be had', async () => {
  tokenStatus = 500;
  expect(await createSender().send(target, message)).toEqual({
    is: 'down',
    reason: 'the token service answered 500',
    retrySeconds: 7,
  });
  expect(sent).toEqual([]);
});

it('refuses an account that is none, without a word of it', () => {
  const read = () => parseFcmAccount('{"project_id":"secret-project"}');
  expect(read).toThrow(FcmAccountError);
  expect(read).not.toThrow('secret-project');
});
