import { describe, expect, it } from 'vitest';
import { createFairQueue, createKeyedQueues } from './fair-queue.ts';

class Full extends Error {}
const limits = { running: 1, waiting: 3, full: () => new Full() };

/** Work that the test ends. `order`: the names in the order in which their work began. */
function setUp(queue = createFairQueue(limits)) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, share?: string) =>
    queue.run(async () => {
      order.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    }, share);
  const settle = () => new Promise(setImmediate);
  const endOne = async () => {
    await settle();
    ends.shift()?.();
    await settle();
  };
  return { queue, order, add, endOne };
}

describe('a queue', () => {
  it('runs as much at once as it may, and the next when something ends, whether well or not', async () => {
    const { queue, order, add, endOne } = setUp();
    await expect(queue.run(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
    const all = [add('a'), add('b'), add('c')];
    await expect.poll(() => order).toEqual(['a']);
    for (let ended = 0; ended < 3; ended += 1) await endOne();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
    expect(queue.isIdle).toBe(true);
  });

  it('refuses at once what finds it full, and takes more when there is room again', async () => {
    const { order, add, endOne } = setUp();
    const waiting = [add('a'), add('b'), add('c'), add('d')];
    await expect(add('e')).rejects.toBeInstanceOf(Full);
    await endOne();
    waiting.push(add('f'));
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    expect(await Promise.all(waiting)).toEqual(['a', 'b', 'c', 'd', 'f']);
    expect(order).toEqual(['a', 'b', 'c', 'd', 'f']);
  });

  it('lets shares take turns, whoever brought more', async () => {
    const { order, add, endOne } = setUp();
    const all = [add('running'), add('many 1', 'many'), add('many 2', 'many'), add('few 1', 'few')];
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    await Promise.all(all);
    expect(order).toEqual(['running', 'many 1', 'few 1', 'many 2']);
  });

  it('says beforehand whether a newcomer of a share would get a place', async () => {
    const { queue, add, endOne } = setUp();
    const all = [add('running'), add('many 1', 'many'), add('many 2', 'many')];
    expect([queue.hasRoom('many'), queue.hasRoom('few')]).toEqual([true, true]);
    all.push(add('many 3', 'many'));
    expect([queue.hasRoom('many'), queue.hasRoom('few')]).toEqual([false, true]);
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    await Promise.all(all);
  });

  it('gives the place of the newest of the largest share to a newcomer of a smaller one', async () => {
    const { order, add, endOne } = setUp();
    const kept = [add('running'), add('many 1', 'many'), add('many 2', 'many')];
    const newest = add('many 3', 'many');
    const few = add('few 1', 'few');
    await expect(newest).rejects.toBeInstanceOf(Full);
    await expect(add('many 4', 'many')).rejects.toBeInstanceOf(Full);
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    await Promise.all([...kept, few]);
    expect(order).toEqual(['running', 'many 1', 'few 1', 'many 2']);
  });

  it('takes nobody’s place for a newcomer that would hold as many', async () => {
    const { add, endOne } = setUp();
    const all = [add('running'), add('a', 'a'), add('b', 'b'), add('c', 'c')];
    await expect(add('d', 'd')).rejects.toBeInstanceOf(Full);
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    expect(await Promise.all(all)).toEqual(['running', 'a', 'b', 'c']);
  });
});

describe('queues by key', () => {
  it('do not wait for each other', async () => {
    const queues = createKeyedQueues(limits);
    let end = () => {};
    const first = queues('one', () => new Promise<void>((resolve) => (end = resolve)));
    const second = queues('one', async () => 'after the first');
    expect(await queues('another', async () => 'at once')).toBe('at once');
    end();
    await first;
    expect(await second).toBe('after the first');
  });
});
