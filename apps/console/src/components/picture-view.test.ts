import { describe, expect, it } from 'vitest';
import { look, pan, styleOf, WHOLE } from './picture-view.ts';

describe('a picture', () => {
  it('comes back to where it was by the opposite key, and whole by one key', () => {
    expect(look(look(WHOLE, 'in'), 'out')).toEqual(WHOLE);
    expect(look(look(WHOLE, 'right'), 'left')).toEqual(WHOLE);
    expect(look(pan(look(look(WHOLE, 'in'), 'right'), 10, 10), 'whole')).toEqual(WHOLE);
    expect(styleOf(pan(look(look(WHOLE, 'in'), 'right'), 12, 0))).toBe(
      'translate(12%, 0%) scale(1.5) rotate(90deg)',
    );
  });

  it('is never smaller than its frame, six times as large at most, and never pushed out of it', () => {
    expect(look(WHOLE, 'out')).toEqual(WHOLE);
    let view = WHOLE;
    for (let n = 0; n < 20; n += 1) view = pan(look(view, 'in'), 100, -100);
    expect(view).toEqual({ zoom: 6, turns: 0, x: 300, y: -300 });
  });
});
