import { SCROLL_THRESHOLD_PX } from '@holdfast/contract/constants';
import { PAST_TOP_PX } from '@holdfast/ui';
import { expect, test } from 'vitest';

// The component library knows no contract, so it has the number of its own.
test('the way back to the top shows where the commission says', () => {
  expect(PAST_TOP_PX).toBe(SCROLL_THRESHOLD_PX);
});
