import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DB_DIR, migrate } from '@holdfast/server/src/platform/db/migrate.ts';
import { ask, onDatabase } from './ask.ts';

function hashOfSchema(): string {
  const hash = createHash('sha256');
  const migrations = join(DB_DIR, 'migrations');
  for (const path of [
    join(DB_DIR, 'roles.sql'),
    ...readdirSync(migrations)
      .toSorted()
      .map((file) => join(migrations, file)),
  ]) {
    hash.update(path.slice(DB_DIR.length)).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The migrated database that test files clone; returns its name. Made once for each state of `db/`: on an outside server the next
 * run finds it again. It takes no connections, because PostgreSQL copies only a database that nobody is on.
 */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `holdfast_template_${hashOfSchema()}`;
  const ready = await ask(
    serverUrl,
    `select 1 from pg_database where datname = '${name}' and not datallowconn`,
  );
  if (ready.length > 0) return name;
  const draft = `${name}_${process.pid}`;
  await ask(serverUrl, `create database ${draft}`);
  try {
    await migrate({ url: onDatabase(serverUrl, draft) });
    await ask(serverUrl, `alter database ${draft} allow_connections false`);
    await ask(serverUrl, `alter database ${draft} rename to ${name}`);
  } catch (error) {
    await ask(serverUrl, `drop database ${draft} with (force)`);
    if ((error as { code?: string }).code !== '42P04') throw error; // another run at the same time was faster
  }
  return name;
}
