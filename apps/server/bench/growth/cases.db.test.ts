import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@holdfast/postgres';
import { scratchFolder } from '@holdfast/testkit/setup';
import { expect, it } from 'vitest';
import { CASES } from './cases.ts';
import { clock } from './measure.ts';
import { fillWorld, withReaders } from './served-worlds.ts';

const WORLD = { name: 'growth_tiny', members: 300, postings: 25_500 };
/** It fills a database, and starts a server twice. */
const PATIENCE_MS = 180_000;

it(
  'makes each of its reads in a world that it has filled',
  async () => {
    const folder = mkdtempSync(join(scratchFolder(), 'holdfast-growth-'));
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } });
    const failed: string[] = [];
    try {
      const ground = { postgresUrl: postgres.url, folder };
      await fillWorld(ground, WORLD, () => {});
      await withReaders(ground, [WORLD], async (readers) => {
        for (const { name, read } of CASES)
          for (const of of readers)
            await clock(() => read(of, 0)).catch((error: unknown) =>
              failed.push(`${name}: ${String(error)}`),
            );
      });
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(failed).toEqual([]);
  },
  PATIENCE_MS,
);
