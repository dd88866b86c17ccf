import fc from 'fast-check';
import { parseAmount } from '@holdfast/kernel';
import { describe, expect, test } from 'vitest';
import { cleanAmount, editAmount, groupAmount, settleAmount, toTyped } from './amount-typing.rules.ts';

describe('an amount that is typed or pasted', () => {
  test.each([
    ['3,000', 2, '3000'],
    ['３，０００．５', 2, '3000.5'],
    ['3000。5', 2, '3000.5'],
    ['NT$ 3,000.00 元', 2, '3000.00'],
    ['1.239', 2, '1.23'],
    ['.5', 2, '0.5'],
    ['.', 2, '0.'],
    ['007', 2, '7'],
    ['0', 2, '0'],
    ['1.2.3', 2, '1.23'],
    ['-5', 2, '5'],
    ['abc', 2, ''],
    ['0.1234567', 6, '0.123456'],
    ['32.15005', 4, '32.1500'],
    ['12.', 2, '12.'],
    ['9'.repeat(20), 2, '9'.repeat(13)],
  ])('reads %j with %i decimals as %j', (text, decimals, typed) => {
    expect(cleanAmount(text, decimals)).toBe(typed);
  });

  test.each([
    ['', ''],
    ['300', '300'],
    ['3000', '3,000'],
    ['1234567.5', '1,234,567.5'],
    ['12.', '12.'],
    ['0.123456', '0.123456'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(groupAmount(typed)).toBe(shown);
  });

  test('is kept without a point that no digit follows', () => {
    expect([settleAmount('12.'), settleAmount('12.5'), settleAmount('')]).toEqual(['12', '12.5', '']);
  });

  test.each([
    ['3000.00', '3000'],
    ['0.500000', '0.5'],
    ['100', '100'],
  ])('%s of the wire is put into the field as %s', (amount, typed) => {
    expect(toTyped(amount)).toBe(typed);
  });

  test('is always an amount of its coin, or nothing, whatever was typed', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9０-９.,。 ]{0,24}$/));
    fc.assert(
      fc.property(text, (any) => {
        const kept = settleAmount(cleanAmount(any, 2));
        expect(kept === '' || parseAmount('TWD', kept) !== undefined).toBe(true);
      }),
    );
  });

  test('reads the same when what is shown is read again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.]{0,24}$/), fc.constantFrom(2, 4, 6), (any, decimals) => {
        const typed = cleanAmount(any, decimals);
        expect(cleanAmount(groupAmount(typed), decimals)).toBe(typed);
      }),
    );
  });
});

/** `|` is the caret. */
const parse = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const mark = (shown: string, caret: number) => `${shown.slice(0, caret)}|${shown.slice(caret)}`;

describe('the caret', () => {
  test.each([
    ['a digit at the end', '300', '3000|', undefined, '3,000|'],
    ['a digit in the middle', '1,234', '19|,234', undefined, '19|,234'],
    ['a digit that moves the groups', '1,234', '1,2934|', undefined, '12,934|'],
    ['a digit behind a comma', '1,234', '1,9|234', undefined, '19|,234'],
    ['a point', '1,234', '1,234.|', undefined, '1,234.|'],
    ['a digit beyond the decimals', '1.23', '1.234|', undefined, '1.23|'],
    ['a letter', '1,234', '1,2x|34', undefined, '1,2|34'],
    ['backspace on a digit', '1,234', '1,23|', 'backward', '123|'],
    ['backspace on a comma', '1,234', '1|234', 'backward', '|234'],
    ['delete on a comma', '1,234', '1|234', 'forward', '1|34'],
    ['backspace on the second comma', '1,234,567', '1,234|567', 'backward', '123|,567'],
    ['delete on the digit before a zero', '1,005', '|,005', 'forward', '|5'],
    ['a paste in place of everything', '500', '3,000|', undefined, '3,000|'],
    ['a paste of full width', '', '３，０００|', undefined, '3,000|'],
  ] as const)('stays where the fingers are after %s', (_, before, marked, erased, after) => {
    const { typed, caret } = editAmount({ before, ...parse(marked), erased }, 2);
    expect(mark(groupAmount(typed), caret)).toBe(after);
  });

  test('is where it would be in a field that knows no groups, whatever is typed and erased', () => {
    const key = fc.oneof(
      fc.record({ put: fc.integer({ min: 1, max: 9 }).map(String) }),
      fc.record({ erase: fc.constantFrom('backward' as const, 'forward' as const) }),
      fc.record({ move: fc.nat(12) }),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
        // The plain field beside the grouped one: the same digits, the same number of them before the caret.
        let plain = { text: '', caret: 0 };
        let field = { shown: '', caret: 0 };
        for (const one of keys) {
          if ('move' in one) {
            const caret = Math.min(one.move, field.shown.length);
            field = { ...field, caret };
            plain = { ...plain, caret: field.shown.slice(0, caret).replaceAll(',', '').length };
            continue;
          }
          if ('put' in one && plain.text.length === 13) continue;
          const erased = 'erase' in one ? one.erase : undefined;
          const edited = press({ text: field.shown, caret: field.caret }, one);
          const result = editAmount({ before: field.shown, ...edited, erased }, 2);
          field = { shown: groupAmount(result.typed), caret: result.caret };
          plain = press(plain, one);
          expect(field.shown.replaceAll(',', '')).toBe(plain.text);
          expect(field.shown.slice(0, field.caret).replaceAll(',', '').length).toBe(plain.caret);
        }
      }),
    );
  });
});

/** What a browser makes of a key. */
function press(
  { text, caret }: { text: string; caret: number },
  key: { put: string } | { erase: 'backward' | 'forward' },
): { text: string; caret: number } {
  if ('put' in key) return { text: text.slice(0, caret) + key.put + text.slice(caret), caret: caret + 1 };
  const from = key.erase === 'backward' ? caret - 1 : caret;
  if (from < 0) return { text, caret };
  return { text: text.slice(0, from) + text.slice(from + 1), caret: Math.min(from, text.length) };
}
