import { expect, it } from 'vitest';
import { createPace, createRests } from './pace.ts';

/** When each of `count` pieces of work begins, on a clock that only the pace moves. */
async function beginsOf(pace: () => Promise<void>, clock: { now: number }, count: number): Promise<number[]> {
  const begins: number[] = [];
  for (let at = 0; at < count; at += 1) {
    await pace();
    begins.push(clock.now);
  }
  return begins;
}

it('lets a burst begin at once, then keeps its pace, and saves up no more than a burst', async () => {
  const clock = { now: 5000 };
  const sleep = async (ms: number) => void (clock.now += ms);
  const pace = createPace({ burst: 3, perSecond: 100 }, { nowMs: () => clock.now, sleep });
  expect(await beginsOf(pace, clock, 5)).toEqual([5000, 5000, 5000, 5010, 5020]);
  clock.now = 60_000;
  expect(await beginsOf(pace, clock, 4)).toEqual([60_000, 60_000, 60_000, 60_010]);
});

it('lets a worker rest twice as long as it worked, and not before the first work, nor after a pause', async () => {
  const clock = { now: 5000 };
  const sleep = async (ms: number) => void (clock.now += ms);
  const rests = createRests(2, { nowMs: () => clock.now, sleep });
  const begins: number[] = [];
  const work = (ms: number, outcome = Promise.resolve()) =>
    rests(async () => {
      begins.push(clock.now);
      clock.now += ms;
      return outcome;
    });
  await work(30);
  await expect(work(50, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await work(10);
  clock.now += 1000;
  await work(10);
  expect(begins).toEqual([5000, 5090, 5240, 6250]);
});
