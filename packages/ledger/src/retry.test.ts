import { describe, expect, it } from 'vitest';
import { isRetryable, withRetry } from './retry.ts';

const failure = (code: string, extra: object = {}) => Object.assign(new Error(code), { code, ...extra });
const quick = { pause: () => Promise.resolve() };

/** Fails with each code in turn, then succeeds; says how often it ran. */
function failing(...codes: string[]) {
  let runs = 0;
  return async () => {
    const code = codes[runs];
    runs += 1;
    if (code !== undefined) throw failure(code);
    return runs;
  };
}

describe('a transaction', () => {
  it.each(['40001', '40P01'])('retries after %s', async (code) =>
    expect(await withRetry(failing(code, code), quick)).toBe(3),
  );

  it('throws the last error after five tries', async () => {
    const six = failing('40001', '40001', '40001', '40001', '40P01', '40001');
    await expect(withRetry(six, quick)).rejects.toMatchObject({ code: '40P01' });
    expect(await six().catch(() => 'a sixth was left')).toBe('a sixth was left');
  });

  it.each(['HF001', '23505', '57014', '08006'])('does not retry after %s', async (code) => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw failure(code);
    };
    await expect(withRetry(work, quick)).rejects.toMatchObject({ code });
    expect(runs).toBe(1);
  });

  it('backs off exponentially, with jitter', async () => {
    const pauses = async (random: number) => {
      const taken: number[] = [];
      const pause = async (milliseconds: number) => void taken.push(milliseconds);
      await withRetry(failing('40001', '40001', '40001'), { pause, random: () => random });
      return taken;
    };
    expect(await pauses(0)).toEqual([5, 10, 20]);
    expect(await pauses(0.5)).toEqual([10, 20, 40]);
  });
});

it('retries after a stale prepared statement, and after no other unsupported feature', () => {
  expect(isRetryable(failure('0A000', { routine: 'RevalidateCachedQuery' }))).toBe(true);
  expect(isRetryable(failure('0A000'))).toBe(false);
  expect(isRetryable('40001')).toBe(false);
});
