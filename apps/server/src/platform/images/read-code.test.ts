import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAY_CODE_LENGTH_MAX, readPayCode, UPLOAD_RULES } from '@holdfast/contract/rules';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { greyPng } from '#testing/hostile-files.ts';
import { photo } from '#testing/pictures.ts';
import { freshCode, qrPicture, sideBySide } from '#testing/pay-codes.ts';
import { createImagePool } from './image-pool.ts';

/** What the server reads in pictures for pay accounts, by the process that unpacks them. */

const folder = mkdtempSync(join(tmpdir(), 'holdfast-codes-'));
const lines: string[] = [];
const log = createLog('warn', { write: (line) => void lines.push(line) });
const pool = createImagePool({ log, processes: 1 });
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(bytes: Uint8Array) {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const rule = UPLOAD_RULES['pay-account-qr'];
  const result = await pool.run({ path, bytes: bytes.length, sha256, rule }, 'somebody');
  return 'fault' in result ? result.fault : result.code;
}

const CODE = freshCode();
const code = await qrPicture(CODE);
/** The code on a larger page, as in a screenshot or a photograph. */
const onPage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e9e4da' } }).composite([{ input: code }]);

describe('the code of a picture', () => {
  it.each([
    ['as an app draws it', () => code],
    [
      'in a photograph that is turned',
      () => sharp(code).rotate(17, { background: '#fff' }).jpeg().toBuffer(),
    ],
    ['light on dark', () => sharp(code).negate().png().toBuffer()],
    ['in the corner of a screenshot', () => onPage(1170, 2532).png().toBuffer()],
    [
      'in a picture of a telephone, made smaller',
      () => sharp(code).resize(3000).extend({ right: 1000, background: '#fff' }).jpeg().toBuffer(),
    ],
    ['transparent behind', () => sharp(code).unflatten().webp().toBuffer()],
  ])('is read %s', async (_, picture) => expect(await read(await picture())).toBe(CODE));

  it('says what it says, whatever that is: a rule decides later what is a pay account', async () => {
    for (const text of ['javascript:alert(1)', `https://example.com/${'a'.repeat(1500)}`, 'D:\u0000\u202e'])
      expect(await read(await qrPicture(text))).toBe(text);
    expect(readPayCode('a'.repeat(PAY_CODE_LENGTH_MAX + 1))).toBeUndefined();
  });
});

describe('a picture without one code', () => {
  it.each([
    ['that shows none', () => photo(), 'UPLOAD_CODE_NONE'],
    ['that shows nothing, as large as it may be', () => greyPng(10_000, 5000), 'UPLOAD_CODE_NONE'],
    [
      'of which half is missing',
      () => sharp(code).extract({ left: 0, top: 0, width: 90, height: 200 }).png().toBuffer(),
      'UPLOAD_CODE_NONE',
    ],
    ['that shows two', async () => sideBySide(code, await qrPicture(freshCode())), 'UPLOAD_CODE_SEVERAL'],
    ['that shows the same one twice', () => sideBySide(code, code), 'UPLOAD_CODE_SEVERAL'],
  ] as const)('%s is refused by its name', async (_, picture, fault) => {
    expect(await read(await picture())).toBe(fault);
  });

  it('stops no process: all of them were refused by the one that is there', () => {
    expect(lines).toEqual([]);
  });
});
