import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseDown } from '#platform/db/db.ts';
import { createLimiter, perMinute, type Limiter } from './limits.ts';

it.each<[string, (limiter: Limiter) => Promise<void>]>([
  ['a use', (limiter) => limiter.consume('x', perMinute(1), 'key')],
  ['a command', (limiter) => limiter.consumeOnce('x', perMinute(1), 'key', { actor: 'a', rid: 'r' })],
])('fails as an unavailable database, not as a bug, when it cannot count %s', async (_, count) => {
  const pool = new pg.Pool({ connectionString: 'postgres://x@127.0.0.1:1/x' });
  onTestFinished(() => pool.end());
  const error = await count(createLimiter(pool)).catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
});
