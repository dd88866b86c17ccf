import { expect, it } from 'vitest';
import type { LiveTopic } from '#platform/live/hub.ts';
import { mergeHints } from './merge-hints.ts';

/** Runs that take until they are let go, as of a slow database. */
function slowRuns() {
  const told: LiveTopic[][] = [];
  const ends: (() => void)[] = [];
  const hint = mergeHints(async (topics) => {
    told.push([...topics]);
    await new Promise<void>((end) => ends.push(end));
  });
  return {
    told,
    hint: (...topics: LiveTopic[]) => hint(new Set(topics)),
    async end() {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

it('hints that come while one is read are one more read, with the topics of all of them', async () => {
  const runs = slowRuns();
  runs.hint('orders');
  for (let n = 0; n < 1000; n += 1) runs.hint(n % 2 === 0 ? 'inbox' : 'balance');
  expect(runs.told).toEqual([['orders']]);
  await runs.end();
  expect(runs.told).toEqual([['orders'], ['inbox', 'balance']]);
  await runs.end();
  expect(runs.told).toHaveLength(2);
});

it('a hint of a topic that is being read is read once more: it may have come after the look', async () => {
  const runs = slowRuns();
  runs.hint('inbox');
  runs.hint('inbox');
  await runs.end();
  expect(runs.told).toEqual([['inbox'], ['inbox']]);
});

it('a hint that comes when the last read has just ended is read', async () => {
  const runs = slowRuns();
  runs.hint('inbox');
  await runs.end();
  runs.hint();
  expect(runs.told).toEqual([['inbox'], []]);
});
