import { describe, expect, it } from 'vitest';
import { createGroups } from './groups.ts';

class Full extends Error {}
const limits = { size: 3, running: 1, waiting: 5, full: () => new Full() };

/** Work that the test ends. `groups`: in the order in which they began. */
function setUp(more: Partial<typeof limits> = {}) {
  const groups: string[][] = [];
  const ends: (() => void)[] = [];
  const add = createGroups<string, string>({ ...limits, ...more }, async (items) => {
    groups.push([...items]);
    await new Promise<void>((end) => ends.push(end));
    if (items.includes('broken')) throw new Error('the whole group');
    return items.map((item) =>
      item === 'refused'
        ? { status: 'rejected', reason: new Error('only this one') }
        : { status: 'fulfilled', value: `${item} done` },
    );
  });
  const endOne = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { add, groups, endOne };
}

describe('groups', () => {
  it('take at once what comes first, and together what came meanwhile, as many as one holds', async () => {
    const { add, groups, endOne } = setUp();
    const all = ['a', 'b', 'c', 'd', 'e'].map((item) => add('key', item, item));
    for (let ended = 0; ended < 3; ended += 1) await endOne();
    expect(await Promise.all(all)).toEqual(['a done', 'b done', 'c done', 'd done', 'e done']);
    expect(groups).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it('hold no two of one share, and shares take turns', async () => {
    const { add, groups, endOne } = setUp();
    const all = [add('key', 'x', 'x1'), add('key', 'x', 'x2'), add('key', 'x', 'x3'), add('key', 'y', 'y1')];
    for (let ended = 0; ended < 3; ended += 1) await endOne();
    await Promise.all(all);
    expect(groups).toEqual([['x1'], ['x2', 'y1'], ['x3']]);
  });

  it('of different keys run side by side', async () => {
    const { add, groups, endOne } = setUp();
    const all = [add('one', 'a', 'a'), add('two', 'b', 'b')];
    await expect.poll(() => groups).toEqual([['a'], ['b']]);
    for (let ended = 0; ended < 2; ended += 1) await endOne();
    await Promise.all(all);
  });

  it('fail one alone where only that one has failed, and all where the whole has', async () => {
    const { add, endOne } = setUp();
    const results = Promise.allSettled(
      ['first', 'a', 'refused', 'b', 'broken', 'c'].map((item) => add('key', item, item)),
    );
    for (let ended = 0; ended < 3; ended += 1) await endOne();
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });

  it('refuse at once who finds too many waiting, and take more when there is room again', async () => {
    const { add, endOne } = setUp();
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((item) => add('key', item, item));
    await expect(add('key', 'g', 'g')).rejects.toBeInstanceOf(Full);
    for (let ended = 0; ended < 3; ended += 1) await endOne();
    await Promise.all(all);
    const later = add('key', 'g', 'g');
    await endOne();
    expect(await later).toBe('g done');
  });
});
