import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** The repository's `db` folder. */
export const DB_DIR = fileURLToPath(new URL('../../../db', import.meta.url));

/** A failure with one sentence for the person who deploys or starts the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  /** A user that owns the database or may create schemas in it; in production never the application's login. */
  readonly url: string;
  readonly dir?: string;
  readonly log?: (line: string) => void;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** A query that must return no rows after the migration; each row is a fault. */
  readonly check: string | undefined;
  readonly breaking: boolean;
  readonly sha256: string;
}

const APPLICATION_NAME = 'holdfast/migrate';
/** PostgreSQL 15 is the oldest that we test on (Debian 12's own). */
const SERVER_VERSION_MIN = 150_000;
const ADVISORY_POLL_MS = 200;
const ADVISORY_WAIT_MS = 60_000;
/** DDL that waits for a long transaction blocks every later statement on the table: give up early and let the operator run it again. */
const LOCK_TIMEOUT = '5s';

/**
 * Migrates a database to the newest schema, forward only. Each file runs in one transaction together with its record and its check, so
 * a crash leaves it applied or not begun. One migrator runs at a time; others wait for its advisory lock. Returns the names applied.
 */
export async function migrate({ url, dir = DB_DIR, log = () => {} }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(join(dir, 'migrations'));
  const client = new pg.Client({ connectionString: url, application_name: APPLICATION_NAME });
  await client.connect();
  client.on('error', () => {}); // the running statement rejects as well
  try {
    await assertServer(client);
    await takeAdvisory(client, log);
    await createRoles(client, await readFile(join(dir, 'roles.sql'), 'utf8'));
    await client.query(`create schema if not exists platform;
      create table if not exists platform.migration (
        name        text        primary key,
        sha256      text        not null,
        applied_at  timestamptz not null default now()
      )`);
    const pending = await listPending(client, migrations);
    for (const migration of pending) {
      if (migration.breaking) await assertNoneConnected(client, migration.name);
      await apply(client, migration);
      log(`migrated: ${migration.name}`);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end(); // releases the advisory lock
  }
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).toSorted();
  const wrong = files.find((file) => !FILE_NAME.test(file.replace(/\.check\.sql$/, '.sql')));
  if (wrong !== undefined) throw new MigrationError(`${wrong} is not named NNNN_slug.sql.`);
  const names = files.filter((file) => FILE_NAME.test(file)).map((file) => basename(file, '.sql'));
  const duplicate = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4));
  if (duplicate !== undefined) throw new MigrationError(`Two migrations have the number of ${duplicate}.`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, `${name}.sql`), 'utf8');
      const checkFile = `${name}.check.sql`;
      return {
        name,
        sql,
        check: files.includes(checkFile) ? await readFile(join(dir, checkFile), 'utf8') : undefined,
        breaking: /^--! breaking\b/m.test(sql),
        sha256: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

async function assertServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (version >= SERVER_VERSION_MIN) return;
  throw new MigrationError(
    `The database is PostgreSQL ${Math.floor(version / 10_000)}; Holdfast needs 15 or later.`,
  );
}

/** 'holdfast' in ASCII. Polled: a session that waits inside a blocking advisory lock would block a concurrent index build for ever. */
const ADVISORY_KEY = '7525346126498755444';

async function takeAdvisory(client: pg.Client, log: (line: string) => void): Promise<void> {
  const end = Date.now() + ADVISORY_WAIT_MS;
  for (let first = true; ; first = false) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${ADVISORY_KEY}) as taken`,
    );
    if (rows[0]?.taken) return;
    if (first) log('another migration is running: waiting for it');
    if (Date.now() > end)
      throw new MigrationError('Another migration of this database has been running for a minute.');
    await sleep(ADVISORY_POLL_MS);
  }
}

async function createRoles(client: pg.Client, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== '42501') throw cause;
    throw new MigrationError(
      'The database user may not create roles: let a superuser run once "create role holdfast_app nologin;" and start again.',
      { cause },
    );
  }
}

async function listPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from platform.migration order by name',
  );
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = rows.find((row) => !known.has(row.name));
  if (unknown) {
    const isNewer = migrations.every(({ name, sha256 }) => applied.get(name) === sha256);
    throw new MigrationError(
      isNewer
        ? `The database has ${unknown.name}, which this version does not know: it is newer, start that one.`
        : `The database has ${unknown.name} and lacks what this version expects: it was made by another line of versions. Start that one, or begin with an empty database.`,
    );
  }
  const edited = migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
  if (edited) {
    throw new MigrationError(
      `${edited.name} was changed after it was applied: put it back and add a new migration.`,
    );
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const newest = rows.at(-1)?.name ?? '';
  const late = pending.find(({ name }) => name < newest);
  if (late)
    throw new MigrationError(
      `${late.name} comes before ${newest}, which is applied already: give it a higher number.`,
    );
  return pending;
}

/** Refuses a migration marked `--! breaking` while processes of the old version are connected. */
async function assertNoneConnected(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'holdfast/%' and application_name <> '${APPLICATION_NAME}'`);
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    throw new MigrationError(
      `${name} does not suit processes of the old version: stop them first (open connections: ${count}).`,
    );
  }
}

async function apply(client: pg.Client, { name, sql, check, sha256 }: Migration): Promise<void> {
  try {
    // With an empty search path a name without its schema is an error.
    await client.query(`begin; set local search_path = ''; set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(sql);
    const findings = check === undefined ? [] : (await client.query<object>(check)).rows;
    if (findings.length > 0) {
      throw new MigrationError(
        `${name} left ${findings.length} rows that its check refuses, so it was undone.`,
        {
          cause: findings,
        },
      );
    }
    await client.query('insert into platform.migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a lost connection is rolled back by the server
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(
      `${name} failed and was undone: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
