import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDrag, keepInside, SUPPORT_START } from './support-place.rules.ts';

const length = fc.integer({ min: 120, max: 4000 });
const offset = fc.integer({ min: -10_000, max: 10_000 });

describe('the customer-service button', () => {
  test('stays whole and 24 px inside the window, wherever it is dragged and whatever the window becomes', () => {
    fc.assert(
      fc.property(offset, offset, length, length, (right, bottom, width, height) => {
        const place = keepInside({ right, bottom }, { width, height });
        expect(place.right).toBeGreaterThanOrEqual(24);
        expect(place.bottom).toBeGreaterThanOrEqual(24);
        expect(place.right).toBeLessThanOrEqual(width - 48 - 24);
        expect(place.bottom).toBeLessThanOrEqual(height - 48 - 24);
      }),
    );
  });

  test('keeps a place that is inside', () => {
    expect(keepInside(SUPPORT_START, { width: 390, height: 844 })).toEqual(SUPPORT_START);
  });

  test('takes a trembling finger for a tap', () => {
    expect(isDrag(3, -4)).toBe(false);
    expect(isDrag(-5, 4)).toBe(true);
  });
});
