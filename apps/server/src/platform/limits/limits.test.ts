import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseDown } from '#platform/db/db.ts';
import { createLimiter, perMinute } from './limits.ts';

it('fails as an unavailable database, not as a bug, when it cannot count', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://x@127.0.0.1:1/x' });
  onTestFinished(() => pool.end());
  const counted = createLimiter(pool).consume('x', perMinute(1), 'key');
  expect(isDatabaseDown(await counted.catch((reason: unknown) => reason))).toBe(true);
});

it('tells whoever counts a command that its limit is used up, and lets pass what was counted before', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://x@127.0.0.1:1/x' });
  onTestFinished(() => pool.end());
  const limiter = createLimiter(pool);
  const asked: boolean[] = [];
  const use = (waitMs: number | null) =>
    limiter.consumeOnce('x', perMinute(1), 'key', async ({ isBlocked }) => {
      asked.push(isBlocked);
      return waitMs;
    });
  await use(0);
  await expect(use(30_000)).rejects.toMatchObject({ code: 'RATE_LIMITED', data: { seconds: 30 } });
  await use(0);
  await expect(use(null)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(asked).toEqual([false, false, true, true]);
});
