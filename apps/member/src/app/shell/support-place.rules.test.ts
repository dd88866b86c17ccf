import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  draggedBox,
  droppedPlace,
  freeArea,
  isDrag,
  restBox,
  SUPPORT_START,
  tuckedBox,
  type SupportPlace,
} from './support-place.rules.ts';

const length = fc.integer({ min: 200, max: 4000 });
const offset = fc.integer({ min: -10_000, max: 10_000 });
const place = fc.record<SupportPlace>({ side: fc.constantFrom('left', 'right'), bottom: offset });
const PHONE = { width: 390, height: 844, top: 0 };
const TABS = { x: 0, y: 779, width: 390, height: 65 };
const ACTION = { x: 0, y: 707, width: 390, height: 72 };
const RAIL = { x: 0, y: 0, width: 228, height: 800 };

describe('the customer-service button', () => {
  test('stays whole and 24 px inside the window, wherever it is dragged and whatever the window becomes', () => {
    fc.assert(
      fc.property(place, offset, offset, length, length, (where, x, y, width, height) => {
        const area = freeArea({ width, height, top: 0 }, []);
        for (const box of [restBox(where, area, height), draggedBox(x, y, area)]) {
          expect([box.width, box.height]).toEqual([48, 48]);
          expect(box.x).toBeGreaterThanOrEqual(24);
          expect(box.y).toBeGreaterThanOrEqual(24);
          expect(box.x + 48).toBeLessThanOrEqual(width - 24);
          expect(box.y + 48).toBeLessThanOrEqual(height - 24);
        }
      }),
    );
  });

  test('begins at the bottom right, above the tabs, and above the action that is fixed over them', () => {
    expect(restBox(SUPPORT_START, freeArea(PHONE, [TABS]), 844)).toMatchObject({ x: 318, y: 707 });
    expect(restBox(SUPPORT_START, freeArea(PHONE, [TABS, ACTION]), 844)).toMatchObject({ x: 318, y: 635 });
  });

  test('does not yield to an action that is in the middle of the page', () => {
    const inThePage = { ...ACTION, y: 300 };
    expect(freeArea(PHONE, [TABS, inThePage]).bottom).toBe(779);
  });

  test('slips to the nearer side when it is let go, and keeps its height', () => {
    const area = freeArea(PHONE, [TABS]);
    expect(droppedPlace(draggedBox(100, 300, area), area, 844)).toEqual({ side: 'left', bottom: 496 });
    expect(droppedPlace(draggedBox(260, 300, area), area, 844)).toEqual({ side: 'right', bottom: 496 });
  });

  test('keeps to the margin of the screen while it is tucked away, beside a rail too', () => {
    expect(tuckedBox({ side: 'right', bottom: 200 }, freeArea(PHONE, [TABS]), 844)).toMatchObject({
      x: 366,
      width: 24,
      height: 48,
    });
    const wide = freeArea({ width: 1280, height: 800, top: 0 }, [RAIL]);
    expect(tuckedBox({ side: 'left', bottom: 200 }, wide, 800)).toMatchObject({ x: 228, width: 24 });
  });

  test('takes a trembling finger for a tap', () => {
    expect(isDrag(3, -4)).toBe(false);
    expect(isDrag(-5, 4)).toBe(true);
  });
});
