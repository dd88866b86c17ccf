import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createKeyring,
  loadKeys,
  migrate,
  MigrationError,
  onDatabase,
  parseMasterKeys,
  runStatement,
} from '@holdfast/database';
import { openBooks } from '@holdfast/testkit/setup';
import { attachKeys, openDatabase, type OpenDatabase } from '#platform/db/db.ts';
import { startServer } from '../server-process.ts';
import type { Readers } from './cases.ts';
import { fill } from './fill.ts';
import { registerReaders, signInReaders } from './readers.ts';
import type { World } from './world.ts';

/** Worlds that are databases of one PostgreSQL, each with a server of its own. Files and secrets of all are in one folder. */

const PATIENT = { statement: 0, lock: 0, idleInTransaction: 0 };

/** Where worlds are: a PostgreSQL, as its owner, and the data folder of their servers. */
export interface Ground {
  readonly postgresUrl: string;
  readonly folder: string;
}

/** Creates a database, or takes the one that is there. A migration that cannot follow what is in it begins it anew. */
async function prepare(ground: Ground, name: string): Promise<void> {
  const { postgresUrl } = ground;
  const found = await runStatement(postgresUrl, `select 1 from pg_database where datname = '${name}'`);
  if (found.length === 0) await runStatement(postgresUrl, `create database ${name}`);
  try {
    await migrate({ url: onDatabase(postgresUrl, name) });
  } catch (error) {
    if (!(error instanceof MigrationError) || found.length === 0) throw error;
    console.error(`${name} is filled anew: ${error.message}`);
    await runStatement(postgresUrl, `drop database ${name} with (force)`);
    await prepare(ground, name);
  }
}

/** As the owner, with the keys that the product seals with. */
export async function openOwner({ postgresUrl, folder }: Ground, { name }: World): Promise<OpenDatabase> {
  const url = onDatabase(postgresUrl, name);
  const database = openDatabase({ url, name: 'growth', timeouts: PATIENT, onIdleError: () => {} });
  const master = readFileSync(join(folder, 'secrets', 'master-key'), 'utf8');
  attachKeys(database.db, await loadKeys(database.db, createKeyring(parseMasterKeys(master))));
  return database;
}

const serve = ({ postgresUrl, folder }: Ground, { name }: World) =>
  startServer(onDatabase(postgresUrl, name), folder, { HOLDFAST_ROLES: 'gateway,console,assets' });

/** Fills a world, or goes on where it was interrupted. */
export async function fillWorld(
  ground: Ground,
  world: World,
  tell?: (progress: string) => void,
): Promise<void> {
  await prepare(ground, world.name);
  const server = await serve(ground, world);
  const database = await openOwner(ground, world);
  const books = openBooks({
    databaseUrl: onDatabase(ground.postgresUrl, world.name),
    dataDir: ground.folder,
  });
  try {
    await fill(database.db, await registerReaders(server.url, books, { db: database.db, world }), tell);
  } finally {
    await books.close();
    await database.close();
    await server.stop();
  }
}

/** Serves the worlds while `work` reads them: the readers of each, in their order. */
export async function withReaders(
  ground: Ground,
  worlds: readonly World[],
  work: (readers: readonly Readers[]) => Promise<void>,
): Promise<void> {
  const open = await Promise.all(
    worlds.map(async (world) => ({
      world,
      server: await serve(ground, world),
      database: await openOwner(ground, world),
    })),
  );
  try {
    await work(
      await Promise.all(
        open.map(({ world, server, database }) => signInReaders(server, { world, db: database.db })),
      ),
    );
  } finally {
    for (const { server, database } of open) {
      await database.close();
      await server.stop();
    }
  }
}
