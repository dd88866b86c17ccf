import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reconnectDelayMs, takeEvents } from './sse.rules.ts';

describe('the events of a stream', () => {
  test('are taken only when they are complete', () => {
    expect(takeEvents('data: a\n\ndata: b')).toEqual({ events: ['a'], rest: 'data: b' });
  });

  test('are the same however the network cuts them', () => {
    const sent = ['AbC-_1', 'x', 'y'.repeat(500)];
    const wire = sent.map((data) => `data: ${data}\n\n`).join('');
    fc.assert(
      fc.property(fc.array(fc.nat(wire.length)), (cuts) => {
        const points = [0, ...cuts.toSorted((a, b) => a - b), wire.length];
        let rest = '';
        const taken: string[] = [];
        for (const [index, from] of points.slice(0, -1).entries()) {
          const read = takeEvents(rest + wire.slice(from, points[index + 1]));
          rest = read.rest;
          taken.push(...read.events);
        }
        expect(taken).toEqual(sent);
      }),
    );
  });

  test('skip comments and what is not data', () => {
    expect(takeEvents(': hello\nid: 4\n\n').events).toEqual([]);
  });
});

describe('coming back to a broken stream', () => {
  test('waits longer each time, up to a minute, and never in step with the others', () => {
    expect([0, 1, 2, 3].map((failures) => reconnectDelayMs(failures, 1))).toEqual([1000, 2000, 4000, 8000]);
    expect(reconnectDelayMs(99, 1)).toBe(60_000);
    expect(reconnectDelayMs(99, 0)).toBe(30_000);
  });
});
