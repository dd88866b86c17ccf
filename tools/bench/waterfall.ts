// What a visit asked the server for, and when: where the time of `npm run bench:felt` goes.
import type { Page } from '@playwright/test';
import type { Felt, FeltWindow } from './felt-probe.ts';

interface Request {
  readonly path: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Of its body, as it came over the wire. */
  readonly bytes: number;
}

export interface Waterfall {
  readonly requests: readonly Request[];
  readonly longTasks: Felt['longTasks'];
  readonly shifts: Felt['shifts'];
  readonly firstPaintMs: number | undefined;
}

/** All that began after `from`, which is the zero of every time. */
export const readWaterfall = (page: Page, from: number): Promise<Waterfall> =>
  page.evaluate((from) => {
    const timings = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const requests = timings
      .filter(({ startTime }) => startTime >= from)
      .map(({ name, startTime, responseEnd, encodedBodySize }) => ({
        path: new URL(name).pathname,
        startMs: startTime - from,
        endMs: responseEnd - from,
        bytes: encodedBodySize,
      }));
    const { felt } = globalThis as unknown as FeltWindow;
    const shifts = felt.shifts
      .filter(({ at }) => at >= from)
      .map(({ at, ...shift }) => ({ ...shift, at: at - from }));
    const longTasks = felt.longTasks
      .filter(({ at }) => at >= from)
      .map(({ at, ms }) => ({ at: at - from, ms }));
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    const firstPaintMs = paint && paint.startTime >= from ? paint.startTime - from : undefined;
    return { requests, longTasks, shifts, firstPaintMs };
  }, from);

const SCALE_MS = 100;
const column = (value: number, width: number): string => String(Math.round(value)).padStart(width);

/** For people: one line a request, with a bar for its time, then when the main thread was busy. */
export function tellWaterfall(title: string, { requests, longTasks, shifts, firstPaintMs }: Waterfall): void {
  console.log(`\n${title}: start and end in ms, bytes of the body; a # is ${SCALE_MS} ms`);
  for (const { path, startMs, endMs, bytes } of requests) {
    const length = Math.max(1, Math.round((endMs - startMs) / SCALE_MS));
    const bar = ' '.repeat(startMs / SCALE_MS) + '#'.repeat(length);
    console.log(`${column(startMs, 6)}${column(endMs, 7)}${column(bytes, 8)}  ${path.padEnd(36)}${bar}`);
  }
  const busy = longTasks.map(({ at, ms }) => `${Math.round(ms)} ms at ${Math.round(at)}`);
  console.log(`main thread busy: ${busy.join(', ') || 'never longer than 50 ms'}`);
  for (const { at, value, moved } of shifts)
    console.log(`layout shift: ${value.toFixed(3)} at ${Math.round(at)}: ${moved.join(' | ')}`);
  if (firstPaintMs !== undefined) console.log(`first contentful paint: ${Math.round(firstPaintMs)} ms`);
}
