import { describe, expect, test } from 'vitest';
import { findFreeTop } from './toast-place.rules.ts';

const toast = { left: 16, right: 344, height: 44 };
const room = { lowest: 560, highest: 8 };
const button = (top: number, bottom: number, left = 20, right = 340) => ({ left, right, top, bottom });

describe('a toast stands', () => {
  test('as low as it may where nothing is tapped', () => {
    expect(findFreeTop(toast, room, [])).toBe(516);
  });

  test('above a button that would lie under it, and not close to it', () => {
    const top = findFreeTop(toast, room, [button(500, 556)]);
    expect(top + toast.height).toBeLessThanOrEqual(492);
    expect(top).toBeGreaterThan(430);
  });

  test('in a gap between buttons only where it has room', () => {
    const top = findFreeTop(toast, room, [button(480, 560), button(400, 440), button(250, 300)]);
    expect([top >= 308, top + toast.height <= 392]).toEqual([true, true]);
  });

  test('beside what is tapped elsewhere in the line', () => {
    expect(findFreeTop(toast, room, [button(500, 556, 346, 394)])).toBe(516);
  });

  test('at the top where all is full', () => {
    expect(findFreeTop(toast, room, [button(0, 640)])).toBe(8);
  });
});
