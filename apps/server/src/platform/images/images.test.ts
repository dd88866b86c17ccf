import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UPLOAD_RULES, UPLOAD_TYPES, type UploadPurpose } from '@holdfast/contract/rules';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { chunk, goodFiles, greyPng, hostileFiles, PDF } from '#testing/hostile-files.ts';
import type { ImageJob } from './image-job.ts';
import { createImagePool } from './image-pool.ts';
import { inspectFile } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-images-'));
const lines: string[] = [];
const log = createLog('warn', { write: (line) => void lines.push(line) });
const pool = createImagePool({ log, processes: 1 });
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true, force: true });
});

function jobOf(bytes: Buffer, purpose: UploadPurpose = 'identity-front'): ImageJob {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, bytes: bytes.length, sha256, rule: UPLOAD_RULES[purpose] };
}
const run = (bytes: Buffer, purpose?: UploadPurpose) => pool.run(jobOf(bytes, purpose), 'somebody');

describe('a hostile file', async () => {
  const files = await hostileFiles();

  it.each(files.map((file) => [file.name, file] as const))(
    '%s is refused by its name',
    async (_, { bytes, fault, purpose }) => {
      expect(await run(bytes, purpose)).toEqual({ fault });
    },
  );

  it('stops no process: all of them were refused by the one that is there', () => {
    expect(lines).toEqual([]);
    expect(files.length).toBeGreaterThan(45);
  });

  it('that would fill the memory is refused by its header, in milliseconds', () => {
    const bomb = greyPng(20_000, 20_000);
    expect(bomb.length).toBeLessThan(60_000);
    const startedAt = performance.now();
    expect(inspectFile(bomb, UPLOAD_TYPES)).toEqual({ fault: 'UPLOAD_TOO_MANY_PIXELS' });
    expect(performance.now() - startedAt).toBeLessThan(50);
  });
});

describe('a good file', () => {
  it('of each format passes', async () => {
    const { jpeg, png, webp } = await goodFiles();
    for (const file of [jpeg, png, webp])
      expect(await run(file)).toMatchObject({ type: 'image/jpeg', width: 320, height: 240 });
    expect(await run(Buffer.from(PDF), 'order-proof')).toMatchObject({
      type: 'application/pdf',
      bytes: Buffer.from(PDF),
    });
  });

  it('passes with the padding that some cameras leave behind it', async () => {
    const { jpeg } = await goodFiles();
    expect(await run(Buffer.concat([jpeg, Buffer.alloc(512)]))).toMatchObject({ type: 'image/jpeg' });
  });

  it('of as many pixels as there may be passes, in bounded memory', async () => {
    expect(await run(greyPng(10_000, 5000))).toMatchObject({ width: 2560, height: 1280 });
    expect(lines).toEqual([]);
  });

  it('comes out without a word that stood beside its pixels', async () => {
    const { png } = await goodFiles();
    const words = 'the name of somebody';
    const withText = Buffer.concat([
      png.subarray(0, 33),
      chunk('tEXt', Buffer.from(`Author\0${words}`)),
      png.subarray(33),
    ]);
    const result = await run(withText);
    expect('bytes' in result && Buffer.from(result.bytes).includes(words)).toBe(false);
    expect('bytes' in result && (await sharp(result.bytes).metadata()).exif).toBeUndefined();
  });
});

describe('the skeleton of any bytes', () => {
  it('is read without an error and in no time, whatever was changed in them', async () => {
    const { jpeg, png, webp } = await goodFiles();
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.constantFrom(jpeg, png, webp, Buffer.from(PDF)),
        fc.array(change, { maxLength: 12 }),
        fc.nat(),
        (file, changes, cut) => {
          const bytes = Buffer.from(cut % 3 === 0 ? file.subarray(0, cut % (file.length + 1)) : file);
          for (const [at, value] of changes)
            if (bytes.length > 0) bytes[at % Math.min(bytes.length, 2000)] = value;
          const verdict = inspectFile(bytes, UPLOAD_TYPES);
          expect('fault' in verdict ? verdict.fault : 'UPLOAD_').toMatch(/^UPLOAD_/);
        },
      ),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (bytes) => 'fault' in inspectFile(Buffer.from(bytes), UPLOAD_TYPES),
      ),
    );
  });
});

describe('a decoder that a file breaks', () => {
  const program = new URL('../../testing/failing-image-worker.ts', import.meta.url);
  const HANG = 1;
  const DIE = 2;

  it.each([
    ['hangs', HANG],
    ['dies', DIE],
  ])('%s costs that file and no other', async (_, bytes) => {
    const broken = createImagePool({ log: createLog('silent'), processes: 1, jobMs: 1500, program });
    const job = (length: number) => ({ ...jobOf(Buffer.from('x')), bytes: length });
    try {
      const [first, second] = await Promise.all([broken.run(job(bytes), 'a'), broken.run(job(9), 'b')]);
      expect([first, second]).toMatchObject([{ fault: 'UPLOAD_DAMAGED' }, { fault: 'UPLOAD_ANIMATED' }]);
    } finally {
      broken.close();
    }
  });

  it('knows no secret of ours: its environment is empty', async () => {
    const spy = createImagePool({ log: createLog('silent'), processes: 1, program });
    try {
      const { secrets } = (await spy.run({ ...jobOf(Buffer.from('x')), bytes: 9 }, 'a')) as {
        secrets?: number;
      };
      expect(secrets).toBeLessThanOrEqual(1); // the channel to its parent alone
    } finally {
      spy.close();
    }
  });
});
