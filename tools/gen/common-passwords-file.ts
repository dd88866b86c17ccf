// `npm run gen` packs the list where the server reads it. Compared unpacked: another version of the compressor may pack it differently.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ROOT } from '../lib/root.ts';
import { makeCommonPasswords } from './common-passwords.ts';

export const COMMON_PASSWORDS_FILE = 'apps/server/src/platform/passwords/common-passwords.br';
const path = join(ROOT, COMMON_PASSWORDS_FILE);

export function isPackedListCurrent(): boolean {
  return unpacked() === makeCommonPasswords().join('\n');
}

function unpacked(): string | undefined {
  try {
    return brotliDecompressSync(readFileSync(path)).toString('latin1');
  } catch {
    return undefined;
  }
}

export function writePackedList(): void {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(path, brotliCompressSync(makeCommonPasswords().join('\n'), { params }));
}
