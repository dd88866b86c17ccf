import { isPassword } from '@holdfast/contract/rules';
import { describe, expect, it } from 'vitest';
import { isPackedListCurrent } from './common-passwords-file.ts';
import { makeCommonPasswords } from './common-passwords.ts';

describe('the list of common passwords', () => {
  const lines = makeCommonPasswords();

  it('holds what the rule of passwords lets through in some casing, and nothing else', () => {
    const inSomeCasing = (line: string) => {
      const first = line.search(/[a-z]/);
      return isPassword(
        line.slice(0, first) + line.slice(first).replace(/[a-z]/, (letter) => letter.toUpperCase()),
      );
    };
    expect(lines.filter((line) => !inSomeCasing(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(200_000);
  });

  it('is case-folded, in order and without a line twice', () => {
    expect(
      lines.every(
        (line, index) => line === line.toLowerCase() && (index === 0 || line > (lines[index - 1] ?? '')),
      ),
    ).toBe(true);
  });

  it('is packed as the generator makes it now', () => {
    expect(isPackedListCurrent()).toBe(true);
  });
});
