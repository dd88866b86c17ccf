import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deriveAppLogin, provideAppLogin } from './app-login.ts';
import { DB_DIR, migrate, MigrationError } from './migrate.ts';
import { openDatabase } from './pool.ts';
import { onDatabase, runStatement } from './statement.ts';

const { url: serverUrl } = await testDatabase();

/** An empty database of its own, and a folder with these migrations (name -> SQL) beside the real roles. */
async function setUp(files: Record<string, string>) {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await runStatement(serverUrl, `create database ${name}`);
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-migrate-'));
  mkdirSync(join(dir, 'migrations'));
  const write = (more: Record<string, string>) => {
    for (const [file, sql] of Object.entries(more)) writeFileSync(join(dir, 'migrations', file), sql);
  };
  writeFileSync(join(dir, 'roles.sql'), 'select 1');
  write(files);
  onTestFinished(async () => {
    rmSync(dir, { recursive: true });
    await runStatement(serverUrl, `drop database ${name} with (force)`);
  });
  const url = onDatabase(serverUrl, name);
  return { url, dir, write, run: () => migrate({ url, dir }), tables: () => listTables(url) };
}

async function listTables(url: string): Promise<unknown[]> {
  const rows = await runStatement(
    url,
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map((row) => row['tablename']);
}

const table = (name: string) => `create table public.${name} (id int)`;

describe('migrations', () => {
  it('run once, in the order of their numbers', async () => {
    const { run, tables, write } = await setUp({ '0002_b.sql': table('b'), '0001_a.sql': table('a') });
    expect(await run()).toEqual(['0001_a', '0002_b']);
    expect(await run()).toEqual([]);
    write({ '0003_c.sql': table('c') });
    expect(await run()).toEqual(['0003_c']);
    expect(await tables()).toEqual(['a', 'b', 'c']);
  });

  it('that fail in the middle leave nothing, and keep the ones before', async () => {
    const { run, tables } = await setUp({
      '0001_a.sql': table('a'),
      '0002_b.sql': `${table('b')}; select 1 / 0`,
      '0003_c.sql': table('c'),
    });
    await expect(run()).rejects.toThrow('0002_b failed and was undone: division by zero');
    expect(await tables()).toEqual(['a']);
  });

  it('are undone when their check gives rows', async () => {
    const { run, tables, write } = await setUp({
      '0001_a.sql': `${table('a')}; insert into public.a values (1), (-1)`,
      '0001_a.check.sql': 'select id from public.a where id < 0',
    });
    await expect(run()).rejects.toThrow('0001_a left 1 rows that its check refuses, so it was undone.');
    expect(await tables()).toEqual([]);
    write({ '0001_a.check.sql': 'select id from public.a where id > 1' });
    expect(await run()).toEqual(['0001_a']);
  });

  it('started by two processes at once run once', async () => {
    const { run } = await setUp({ '0001_a.sql': `select pg_sleep(0.3); ${table('a')}` });
    expect((await Promise.all([run(), run()])).toSorted()).toEqual([[], ['0001_a']]);
  });

  it('must name the schema of everything they make', async () => {
    const { run } = await setUp({ '0001_a.sql': 'create table a (id int)' });
    await expect(run()).rejects.toThrow(/no schema has been selected/);
  });
});

describe('refused in one sentence', () => {
  it.each<[string, RegExp, (made: Awaited<ReturnType<typeof setUp>>) => void]>([
    [
      'a file that was changed after it ran',
      /^0001_a was changed after it was applied/,
      ({ write }) => write({ '0001_a.sql': table('b') }),
    ],
    [
      'a file that comes too late',
      /^0000_z comes before 0001_a/,
      ({ write }) => write({ '0000_z.sql': table('z') }),
    ],
    [
      'a database that is newer',
      /^The database has 0001_a, which this version does not know/,
      ({ dir }) => rmSync(join(dir, 'migrations', '0001_a.sql')),
    ],
    [
      'a database whose migrations were replaced by others',
      /^The database has 0001_a and lacks what this version expects: .* begin with an empty database\.$/,
      ({ dir, write }) => {
        rmSync(join(dir, 'migrations', '0001_a.sql'));
        write({ '0001_area.sql': table('a') });
      },
    ],
    [
      'two files of one number',
      /^Two migrations have the number of 0002_b/,
      ({ write }) => write({ '0002_a.sql': '', '0002_b.sql': '' }),
    ],
    [
      'a file of another name',
      /^notes\.txt is not named NNNN_slug\.sql\.$/,
      ({ write }) => write({ 'notes.txt': '' }),
    ],
  ])('%s', async (_, sentence, change) => {
    const made = await setUp({ '0001_a.sql': table('a') });
    await made.run();
    change(made);
    await expect(made.run()).rejects.toThrow(sentence);
    await expect(made.run()).rejects.toBeInstanceOf(MigrationError);
  });

  it('a breaking migration while a process of the product is connected', async () => {
    const { run, url } = await setUp({ '0001_a.sql': `--! breaking: a is renamed\n${table('a')}` });
    const running = openDatabase({
      url,
      name: 'gateway',
      max: 1,
      timeouts: TEST_TIMEOUTS,
      onIdleError: () => {},
    });
    const client = await running.pool.connect();
    await expect(run()).rejects.toThrow(
      /^0001_a does not suit processes of the old version: stop them first \(open connections: 1\)\.$/,
    );
    client.release();
    await running.close();
    await expect.poll(() => run().catch(() => 'refused')).toEqual(['0001_a']);
  });

  it("a user who may not create the application's role, with what to run", async () => {
    const { url, dir } = await setUp({ '0001_a.sql': table('a') });
    writeFileSync(join(dir, 'roles.sql'), 'create role holdfast_other nologin');
    const user = `plain_${randomUUID().slice(0, 8)}`;
    await runStatement(
      url,
      `create role ${user} login password 'plain'; grant create on database ${new URL(url).pathname.slice(1)} to ${user}`,
    );
    onTestFinished(
      async () => void (await runStatement(serverUrl, `drop role if exists ${user}`).catch(() => {})),
    );
    const plain = new URL(url);
    [plain.username, plain.password] = [user, 'plain'];
    await expect(migrate({ url: plain.href, dir })).rejects.toThrow(
      'The database user may not create roles: let a superuser run once "create role holdfast_app nologin;" and start again.',
    );
    await runStatement(url, `drop owned by ${user}`);
  });
});

describe('an owner who is no superuser', () => {
  it('can migrate the product and run it, once it may create roles', async () => {
    const { url } = await setUp({});
    const owner = `owner_${randomUUID().slice(0, 8)}`;
    const database = new URL(url).pathname.slice(1);
    await runStatement(
      url,
      `create role ${owner} login createrole password 'own'; alter database ${database} owner to ${owner}; grant holdfast_app to ${owner} with admin option`,
    );
    const theirs = new URL(url);
    [theirs.username, theirs.password] = [owner, 'own'];
    expect(await migrate({ url: theirs.href, dir: DB_DIR })).toContain('0002_ledger');
    const login = deriveAppLogin(1, Buffer.from(owner));
    const appUrl = await provideAppLogin({ ownerUrl: theirs.href, login });
    const app = openDatabase({
      url: appUrl,
      name: 'owned',
      timeouts: TEST_TIMEOUTS,
      onIdleError: () => {},
    });
    onTestFinished(async () => {
      await runStatement(url, `drop owned by ${owner} cascade; drop role "${new URL(appUrl).username}"`);
      await runStatement(serverUrl, `alter database ${database} owner to current_user; drop role ${owner}`);
    });
    const { rows } = await app.pool.query('select count(*)::int from ledger.account');
    expect(rows).toEqual([{ count: 0 }]);
    await app.close();
  });
});
