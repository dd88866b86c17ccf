import { describe, expect, test } from 'vitest';
import { createTextSealer } from './sealed-text.ts';

const TEXT = '{"payer":"林小安","lastFive":"90217"}';

describe('a sealed text', () => {
  test('opens under the same secret and purpose, and shows nothing of what it says', async () => {
    const sealed = await (await createTextSealer('token', 'drafts')).seal(TEXT);
    expect(atob(sealed)).not.toContain('90217');
    expect(await (await createTextSealer('token', 'drafts')).open(sealed)).toBe(TEXT);
  });

  test.each([
    ['another', 'drafts'],
    ['token', 'something else'],
  ])('does not open under the secret %s for %s', async (secret, purpose) => {
    const sealed = await (await createTextSealer('token', 'drafts')).seal(TEXT);
    expect(await (await createTextSealer(secret, purpose)).open(sealed)).toBeUndefined();
  });

  test('that was edited, cut short or is none at all does not open', async () => {
    const sealer = await createTextSealer('token', 'drafts');
    const sealed = await sealer.seal(TEXT);
    const edited = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);
    for (const text of [edited, sealed.slice(0, 12), '', '%', '{"a":1}'])
      expect(await sealer.open(text)).toBeUndefined();
  });

  test('is another one each time', async () => {
    const sealer = await createTextSealer('token', 'drafts');
    expect(await sealer.seal(TEXT)).not.toBe(await sealer.seal(TEXT));
  });
});
