import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  createKeyring,
  loadKeys,
  migrate,
  MigrationError,
  onDatabase,
  parseMasterKeys,
  runStatement,
} from '@holdfast/database';
import { startPostgres, type RunningPostgres } from '@holdfast/postgres';
import { openBooks } from '@holdfast/testkit/setup';
import { attachKeys, openDatabase, type OpenDatabase } from '#platform/db/db.ts';
import { CASES, type Case, type Readers } from './growth/cases.ts';
import { checkBooks } from './growth/check.ts';
import { explain, EXPLAINING } from './growth/explain.ts';
import { fill } from './growth/fill.ts';
import { measure } from './growth/measure.ts';
import { registerReaders, signInReaders } from './growth/readers.ts';
import type { World } from './growth/world.ts';
import { startServer } from './server-process.ts';

/**
 * Whether a read costs the same in a small and in a large database: fills one of 10^4 members and one of 10^6 members with 10^7 postings
 * (kept in `.data/bench-growth`, and continued where it was interrupted), then makes every read call in both, in turns. `--members` and
 * `--postings` make the large one smaller.
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
const PATIENT = { statement: 0, lock: 0, idleInTransaction: 0 };

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000000' },
    postings: { type: 'string', default: '10000000' },
  },
});
const [members, postings] = [Number(values.members), Number(values.postings)];
const WORLDS: readonly [World, World] = [
  { name: 'growth_small', members: 10_000, postings: 100_000 },
  { name: `growth_${members}_${postings}`, members, postings },
];

/** Creates a database, or takes the one that is there. A migration that cannot follow what is in it begins it anew. */
async function prepare(serverUrl: string, name: string): Promise<void> {
  const found = await runStatement(serverUrl, `select 1 from pg_database where datname = '${name}'`);
  if (found.length === 0) await runStatement(serverUrl, `create database ${name}`);
  try {
    await migrate({ url: onDatabase(serverUrl, name) });
  } catch (error) {
    if (!(error instanceof MigrationError) || found.length === 0) throw error;
    console.error(`${name} is filled anew: ${error.message}`);
    await runStatement(serverUrl, `drop database ${name} with (force)`);
    await prepare(serverUrl, name);
  }
}

/** As the owner, with the keys that the product seals with. */
async function openOwner(url: string): Promise<OpenDatabase> {
  const database = openDatabase({ url, name: 'growth', timeouts: PATIENT, onIdleError: () => {} });
  const master = readFileSync(join(FOLDER, 'secrets', 'master-key'), 'utf8');
  attachKeys(database.db, await loadKeys(database.db, createKeyring(parseMasterKeys(master))));
  return database;
}

const serve = (url: string) => startServer(url, FOLDER, { HOLDFAST_ROLES: 'gateway,console,assets' });

async function fillWorld(serverUrl: string, world: World): Promise<void> {
  const url = onDatabase(serverUrl, world.name);
  const server = await serve(url);
  const database = await openOwner(url);
  const books = openBooks({ databaseUrl: url, dataDir: FOLDER });
  try {
    await fill(database.db, await registerReaders(server.url, books, { db: database.db, world }));
  } finally {
    await books.close();
    await database.close();
    await server.stop();
  }
}

/** Serves both worlds while `work` reads them. */
async function withReaders(
  serverUrl: string,
  work: (small: Readers, large: Readers) => Promise<void>,
): Promise<void> {
  const open = await Promise.all(
    WORLDS.map(async (world) => {
      const url = onDatabase(serverUrl, world.name);
      return { world, server: await serve(url), database: await openOwner(url) };
    }),
  );
  try {
    const [small, large] = await Promise.all(
      open.map(({ world, server, database }) => signInReaders(server, { world, db: database.db })),
    );
    if (small && large) await work(small, large);
  } finally {
    for (const { server, database } of open) {
      await database.close();
      await server.stop();
    }
  }
}

/** Measures each call; one that misses is measured once more, because any machine is busy for a moment. */
async function measureAll(small: Readers, large: Readers): Promise<Case[]> {
  const missed: Case[] = [];
  for (const each of CASES) {
    let { name, ...measured } = await measure(each, small, large);
    if (measured.ratio < REACH) ({ name, ...measured } = await measure(each, small, large));
    if (measured.ratio < REACH) missed.push(each);
    console.log(JSON.stringify({ bench: 'growth', case: name, ...measured, unit: 'ms' }));
  }
  return missed;
}

const dataDir = join(FOLDER, 'postgres');
let postgres: RunningPostgres = await startPostgres({ dataDir, settings: FILLING });
try {
  for (const world of WORLDS) {
    await prepare(postgres.url, world.name);
    await fillWorld(postgres.url, world);
  }
  await postgres.stop();
  postgres = await startPostgres({ dataDir });
  let missed: Case[] = [];
  await withReaders(postgres.url, async (small, large) => {
    missed = await measureAll(small, large);
  });
  const large = await openOwner(onDatabase(postgres.url, WORLDS[1].name));
  try {
    console.log(JSON.stringify(await checkBooks(large.db)));
  } finally {
    await large.close();
  }
  if (missed.length > 0) {
    await postgres.stop();
    postgres = await startPostgres({ dataDir, settings: EXPLAINING });
    await withReaders(postgres.url, (_, readers) => explain(missed, readers, join(dataDir, 'log')));
  }
} finally {
  await postgres.stop();
}
