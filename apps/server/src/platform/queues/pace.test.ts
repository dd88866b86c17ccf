import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

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
