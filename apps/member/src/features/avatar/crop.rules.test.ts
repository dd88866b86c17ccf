import { describe, expect, test } from 'vitest';
import { dragged, keyed, kept, squareOf, WHOLE, ZOOM_MAX } from './crop.rules.ts';

const wide = { width: 400, height: 200 };

describe('the square of an avatar', () => {
  test('is as large as the picture allows, in its middle', () => {
    expect(squareOf(WHOLE, wide)).toEqual({ left: 100, top: 0, width: 200, height: 200 });
    expect(squareOf({ ...WHOLE, zoom: 2 }, wide)).toEqual({ left: 150, top: 50, width: 100, height: 100 });
  });

  test.each([
    [
      { zoom: 1, x: 9, y: 9 },
      { left: 200, top: 0, width: 200, height: 200 },
    ],
    [
      { zoom: 1, x: -9, y: -9 },
      { left: 0, top: 0, width: 200, height: 200 },
    ],
    [
      { zoom: 99, x: 1, y: 1 },
      { left: 350, top: 150, width: 50, height: 50 },
    ],
    [
      { zoom: 0, x: 0.5, y: 0.5 },
      { left: 100, top: 0, width: 200, height: 200 },
    ],
  ])('stays inside the picture: %o', (view, square) => expect(squareOf(view, wide)).toEqual(square));

  test('goes against the finger, so that the picture goes with it', () => {
    expect(squareOf(dragged(WHOLE, wide, { dx: 0.25, dy: 0.25 }), wide)).toMatchObject({ left: 50, top: 0 });
    expect(squareOf(dragged({ ...WHOLE, zoom: 2 }, wide, { dx: 0.5, dy: -0.5 }), wide)).toMatchObject({
      left: 100,
      top: 100,
    });
  });

  test('is moved by the arrow keys, and by no other', () => {
    const zoomed = kept({ ...WHOLE, zoom: ZOOM_MAX }, wide);
    expect(keyed(zoomed, wide, 'ArrowRight')?.x).toBeGreaterThan(zoomed.x);
    expect(keyed(zoomed, wide, 'ArrowUp')?.y).toBeLessThan(zoomed.y);
    expect(keyed(zoomed, wide, 'Tab')).toBeUndefined();
  });
});
