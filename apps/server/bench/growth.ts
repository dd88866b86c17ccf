import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defined } from '@holdfast/kernel';
import { startPostgres, type RunningPostgres } from '@holdfast/postgres';
import { CASES, type Case, type Readers } from './growth/cases.ts';
import { checkBooks } from './growth/check.ts';
import { explain, EXPLAINING } from './growth/explain.ts';
import { measure } from './growth/measure.ts';
import { fillWorld, openOwner, withReaders } from './growth/served-worlds.ts';
import type { World } from './growth/world.ts';

/**
 * Whether a read costs the same in a small and in a large database: fills one of 10^4 members and one of 10^6 members with 10^7 postings
 * (kept in `.data/bench-growth`, and continued where it was interrupted), then makes every read call in both, in turns. `--members` and
 * `--postings` make the large one smaller; `--case` measures only the cases whose name begins with it, without the check of the books.
 */

const FOLDER = fileURLToPath(new URL('../../../.data/bench-growth', import.meta.url));
/** Below it a call has missed, and is explained. */
const REACH = 0.8;
/** Nothing of a bench is worth a flush; it is measured with the product's own settings. */
const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  shared_buffers: '512MB',
};

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000000' },
    postings: { type: 'string', default: '10000000' },
    case: { type: 'string', default: '' },
  },
});
const [members, postings] = [Number(values.members), Number(values.postings)];
const SMALL: World = { name: 'growth_small', members: 10_000, postings: 100_000 };
const LARGE: World = { name: `growth_${members}_${postings}`, members, postings };

/** Measures each call; one that misses is measured once more, because any machine is busy for a moment. */
async function measureAll([small, large]: readonly Readers[]): Promise<Case[]> {
  const missed: Case[] = [];
  for (const each of CASES.filter(({ name }) => name.startsWith(values.case))) {
    const both = [defined(small, 'readers'), defined(large, 'readers')] as const;
    let { name, ...measured } = await measure(each, ...both);
    if (measured.ratio < REACH) ({ name, ...measured } = await measure(each, ...both));
    if (measured.ratio < REACH) missed.push(each);
    console.log(JSON.stringify({ bench: 'growth', case: name, ...measured, unit: 'ms' }));
  }
  return missed;
}

async function printCheckOfBooks(): Promise<void> {
  const large = await openOwner(ground(), LARGE);
  try {
    console.log(JSON.stringify(await checkBooks(large.db)));
  } finally {
    await large.close();
  }
}

const dataDir = join(FOLDER, 'postgres');
let postgres: RunningPostgres = await startPostgres({ dataDir, settings: FILLING });
const ground = () => ({ postgresUrl: postgres.url, folder: FOLDER });
try {
  for (const world of [SMALL, LARGE]) await fillWorld(ground(), world);
  await postgres.stop();
  postgres = await startPostgres({ dataDir });
  let missed: Case[] = [];
  await withReaders(ground(), [SMALL, LARGE], async (readers) => {
    missed = await measureAll(readers);
  });
  if (values.case === '') await printCheckOfBooks();
  if (missed.length > 0) {
    await postgres.stop();
    postgres = await startPostgres({ dataDir, settings: EXPLAINING });
    await withReaders(ground(), [LARGE], ([readers]) =>
      explain(missed, defined(readers, 'readers'), join(dataDir, 'log')),
    );
  }
} finally {
  await postgres.stop();
}
