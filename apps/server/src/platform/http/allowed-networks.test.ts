import { createLog } from '#platform/log/log.ts';
import { describe, expect, it } from 'vitest';
import { allowedNetworks } from './allowed-networks.ts';
import { createHttpServer } from './http-server.ts';

describe('the networks from which operators work', () => {
  const isAllowed = allowedNetworks(['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48']);
  it.each(['203.0.113.1', '::ffff:203.0.113.1', '198.51.100.7', '2001:db8:1::9'])('hold %s', (address) => {
    expect(isAllowed(address)).toBe(true);
  });
  it.each(['203.0.114.1', '198.51.100.8', '2001:db8:2::9', '::ffff:10.0.0.1', '', 'localhost'])(
    'do not hold %s',
    (address) => {
      expect(isAllowed(address)).toBe(false);
    },
  );

  it('are answered alone, and nobody can say to be in one', async () => {
    const options = { log: createLog('silent'), webDir: undefined, networks: ['203.0.113.0/24'] };
    const app = await createHttpServer({ ...options, trustedProxies: ['127.0.0.1'] });
    app.get('/', (_, reply) => reply.send('the console'));
    const status = async (from: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1') =>
      (await app.inject({ url: '/', headers: from, remoteAddress })).statusCode;
    expect(await status({ 'x-forwarded-for': '203.0.113.9' })).toBe(200);
    expect(await status({ 'x-forwarded-for': '192.0.2.9' })).toBe(403);
    expect(await status({})).toBe(403);
    // Whoever is no proxy of ours speaks for nobody.
    expect(await status({ 'x-forwarded-for': '203.0.113.9' }, '192.0.2.9')).toBe(403);
    // Neither does the part of the header that a client has written itself.
    expect(await status({ 'x-forwarded-for': '203.0.113.9, 192.0.2.9' })).toBe(403);
  });
});
