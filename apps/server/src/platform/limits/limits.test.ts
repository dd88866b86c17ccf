import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseDown } from '#platform/db/db.ts';
import { createLimiter, networkOf, perMinute, type Limiter } from './limits.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('counts %s as %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each<[string, (limiter: Limiter) => Promise<void>]>([
  ['a use', (limiter) => limiter.consume('x', perMinute(1), 'key')],
  ['a command', (limiter) => limiter.consumeOnce('x', perMinute(1), 'key', { actor: 'a', rid: 'r' })],
])('fails as an unavailable database, not as a bug, when it cannot count %s', async (_, count) => {
  const pool = new pg.Pool({ connectionString: 'postgres://x@127.0.0.1:1/x' });
  onTestFinished(() => pool.end());
  const error = await count(createLimiter(pool)).catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
});
