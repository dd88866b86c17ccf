import { describe, expect, it } from 'vitest';
import { isLostRace, withRetry } from './retry.ts';

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

describe('a transaction that lost a race', () => {
  it.each(['40001', '40P01'])('runs again after %s', async (code) =>
    expect(await withRetry(failing(code, code), quick)).toBe(3),
  );

  it('is given up after five tries, with the last error', async () => {
    const six = failing('40001', '40001', '40001', '40001', '40P01', '40001');
    await expect(withRetry(six, quick)).rejects.toMatchObject({ code: '40P01' });
    expect(await six().catch(() => 'a sixth was left')).toBe('a sixth was left');
  });

  it.each(['HF001', '23505', '57014', '08006'])('is not what %s means: it runs once', async (code) => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw failure(code);
    };
    await expect(withRetry(work, quick)).rejects.toMatchObject({ code });
    expect(runs).toBe(1);
  });

  it('waits longer each time, and never as long as another one that it met', async () => {
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

it('takes a stale prepared statement for a lost race, and no other unsupported feature', () => {
  expect(isLostRace(failure('0A000', { routine: 'RevalidateCachedQuery' }))).toBe(true);
  expect(isLostRace(failure('0A000'))).toBe(false);
  expect(isLostRace('40001')).toBe(false);
});
