import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/**
 * The breached-password list: case-folded, sorted by bytes, one a line. `npm run gen` makes it from `tools/gen/common-passwords.ts`. It
 * stays one buffer for binary search: a set of strings would take ten times the memory.
 */
const LIST = new URL('common-passwords.br', import.meta.url);
const NEW_LINE = 10;

let lines: Buffer | undefined;

/** Whether the list contains `password`, ignoring case. */
export function isCommonPassword(password: string): boolean {
  lines ??= brotliDecompressSync(readFileSync(LIST));
  const wanted = Buffer.from(password.toLowerCase());
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const start = lines.lastIndexOf(NEW_LINE, Math.floor((low + high) / 2) - 1) + 1;
    const found = lines.indexOf(NEW_LINE, start);
    const end = found === -1 ? lines.length : found;
    const order = wanted.compare(lines, start, end);
    if (order === 0) return true;
    if (order < 0) high = start;
    else low = end + 1;
  }
  return false;
}
