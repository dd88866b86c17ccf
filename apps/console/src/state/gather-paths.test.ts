import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BuiltPath } from '@holdfast/contract/calls';
import { gatherPaths } from './gather-paths.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathering() {
  const asked: (readonly BuiltPath[])[] = [];
  const stop = new AbortController();
  return { asked, stop, hint: gatherPaths((paths) => void asked.push(paths), stop.signal) };
}

it('asks at once for the first hint, and once for all that come within a second', () => {
  const { asked, hint } = gathering();
  hint(['/operator/case/thread']);
  for (let n = 0; n < 20; n += 1) hint(['/operator/case/thread', '/operator/case/list']);
  expect(asked).toEqual([['/operator/case/thread']]);
  vi.advanceTimersByTime(1000);
  expect(asked.slice(1)).toEqual([['/operator/case/thread', '/operator/case/list']]);
  vi.advanceTimersByTime(5000);
  expect(asked).toHaveLength(2);
  hint(['/operator/case/list']);
  expect(asked.slice(2)).toEqual([['/operator/case/list']]);
});

it('asks for nothing more once it was stopped', () => {
  const { asked, stop, hint } = gathering();
  hint(['/operator/case/thread']);
  hint(['/operator/case/list']);
  stop.abort();
  vi.advanceTimersByTime(5000);
  expect(asked).toHaveLength(1);
});
