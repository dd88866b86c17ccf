import { beginNodeExchange, makeDevice } from '@holdfast/secure-channel/node';
import { defined } from '@holdfast/kernel';
import { expect, it } from 'vitest';
import { post, TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';

const server = await testServer();
const key = defined(server.secrets.publicKeys[0], 'a server has a key');
const { body } = beginNodeExchange({
  pin: { kid: key.kid, publicKey: key.S },
  device: makeDevice(),
  now: Date.now(),
});

/** So many exchanges from these addresses that all places are taken; `served` are those that have been answered well. */
async function flood(addressOf: (n: number) => string) {
  const served: number[] = [];
  const all = Array.from({ length: 200 }, async (_, n) => {
    const { statusCode } = await post(server.app, '/proxyconfig', body, addressOf(n));
    if (statusCode === 200) served.push(n);
    return statusCode;
  });
  const refused = all.map(async (each) => ((await each) === 503 ? 'refused' : new Promise(() => {})));
  await Promise.race(refused);
  return { served, over: Promise.all(all) };
}

it('serves a member on a network that they called from before a flood from many networks that came earlier', async () => {
  const member = await server.member();
  await member.call('/member/security/devices', {});
  const { served, over } = await flood((n) => `203.${n}.113.1`);
  await TestClient.connect(server.app, server.secrets, member.client.address);
  expect(served.length).toBeLessThan(60);
  await over;
});

it('serves a newcomer in their turn while one customer asks from many small networks', async () => {
  const { served, over } = await flood((n) => `2001:db8:77:${n.toString(16)}::1`);
  await server.visitor({ address: '2001:db8:78::1' });
  expect(served.length).toBeLessThan(60);
  await over;
});

it('refuses whoever gets no place by a 503 that says when to come again', async () => {
  const { over } = await flood((n) => `198.51.100.${n}`);
  const { statusCode, headers } = await post(server.app, '/proxyconfig', body, '198.51.100.250');
  expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  await over;
});
