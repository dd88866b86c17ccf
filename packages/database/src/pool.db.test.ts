import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailableError, IndeterminateCommitError, isDatabaseDown } from './faults.ts';
import { openDatabase, type Database, type OpenDatabase } from './pool.ts';
import { runStatement } from './statement.ts';

const database = await testDatabase();
const { db, owner } = database;
await sql`create table public.note (id int primary key, text text not null)`.execute(owner);
await sql`grant select, insert, update on public.note to holdfast_app`.execute(owner);

async function one<T>(db: Database, text: string): Promise<T> {
  const { rows } = await sql.raw<{ value: T }>(`select (${text}) as value`).execute(db);
  return (rows[0] as { value: T }).value;
}

describe('a parsed value', () => {
  it.each<[string, unknown]>([
    ['9223372036854775807::int8', 9_223_372_036_854_775_807n],
    ['array[1, null, -9007199254740993]::int8[]', [1n, null, -9_007_199_254_740_993n]],
    ["'{}'::int8[]", []],
    ["timestamptz '2026-02-28 08:00+08'", new Date('2026-02-28T00:00:00Z')],
    ["date '2024-02-29'", '2024-02-29'],
    ['0.1::numeric', '0.1'],
  ])('loses nothing: %s', async (text, value) => expect(await one(db, text)).toEqual(value));
});

describe('a connection of the application', () => {
  const timeouts = { connect: TEST_TIMEOUTS.connect };
  const product = openDatabase({ url: database.appUrl, name: 'product', timeouts, onIdleError: () => {} });
  afterAll(() => product.close());

  it('is no member of the owner, and never was', async () =>
    expect(
      await one(
        product.db,
        `pg_has_role(session_user, (select datdba from pg_database where datname = current_database()), 'MEMBER')`,
      ),
    ).toBe(false));

  it.each([
    ['statement_timeout', '10s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['application_name', 'holdfast/product'],
    ['max_parallel_workers_per_gather', '0'],
  ])('has its %s', async (name, value) =>
    expect(await one(product.db, `current_setting('${name}')`)).toBe(value),
  );

  it('plans a statement over a list once, not for the values of each call', async () => {
    const single = openDatabase({
      url: database.appUrl,
      name: 'plans',
      max: 1,
      timeouts,
      onIdleError: () => {},
    });
    onTestFinished(() => single.close());
    // Statements are prepared on a connection, so all of it is said on one.
    const { rows } = await single.db.connection().execute(async (db) => {
      for (let call = 0; call < 8; call += 1)
        await sql`select id from public.note where id = any(${[call, call + 1]}::int[])`.execute(db);
      return sql<{ own: bigint; shared: bigint }>`
        select custom_plans as own, generic_plans as shared from pg_prepared_statements where statement like '%public.note%'`.execute(
        db,
      );
    });
    expect(rows).toEqual([{ own: 0n, shared: 8n }]);
  });

  it('prepares its statements however many another pool of this process has used', async () => {
    const [many, few] = ['many', 'few'].map((name) =>
      openDatabase({ url: database.appUrl, name, max: 1, timeouts, onIdleError: () => {} }),
    ) as [OpenDatabase, OpenDatabase];
    onTestFinished(async () => {
      await many.close();
      await few.close();
    });
    const texts = Array.from({ length: 1001 }, (_, index) => `select $1::int as n${index}`);
    await many.db
      .connection()
      .execute((db) => Promise.all(texts.map((text) => db.executeQuery(CompiledQuery.raw(text, [1])))));
    const prepared = (open: OpenDatabase) =>
      one<bigint>(open.db, `select count(*) from pg_prepared_statements where statement like 'select $1%'`);
    expect(await prepared(many), 'the cap of one pool').toBe(1000n);
    await few.db.executeQuery(CompiledQuery.raw('select $1::int as late', [1]));
    expect(await prepared(few)).toBe(1n);
  });

  it('keeps the options of the URL', async () => {
    const url = new URL(database.appUrl);
    url.searchParams.set('options', '-c work_mem=5MB');
    const other = openDatabase({ url: url.href, name: 'asking', timeouts, onIdleError: () => {} });
    onTestFinished(() => other.close());
    expect(await one(other.db, "current_setting('work_mem')")).toBe('5MB');
  });

  it('fails after waiting two seconds for a connection of the pool', async () => {
    const narrow = openDatabase({ url: database.appUrl, name: 'narrow', max: 1, onIdleError: () => {} });
    onTestFinished(() => narrow.close());
    const error = await narrow.db
      .transaction()
      .execute(() => one(narrow.db, '1'))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(isDatabaseDown(error)).toBe(true);
  });
});

describe('a commit of unknown outcome', () => {
  // It changes a setting of the whole server, so it skips servers that are not this run's own.
  it.skipIf(!database.isOwnServer)('is no success: the wait for the standby was cancelled', async () => {
    const writer = openDatabase({
      url: database.url,
      name: 'writer',
      max: 1,
      timeouts: TEST_TIMEOUTS,
      onIdleError: () => {},
    });
    onTestFinished(() => writer.close());
    await runStatement(database.url, `alter system set synchronous_standby_names = 'nobody'`);
    await runStatement(database.url, 'select pg_reload_conf()');
    onTestFinished(async () => {
      await runStatement(database.url, 'alter system reset synchronous_standby_names');
      await runStatement(database.url, 'select pg_reload_conf()');
    });
    let [id, outcome]: [number, unknown] = [1000, undefined];
    // Server processes reload the setting one by one. A commit before that does not wait, so commit again.
    const commits = async () => {
      while (outcome === undefined) {
        id += 1;
        outcome = await writer.db
          .transaction()
          .execute(async (tx) => {
            await sql`set local synchronous_commit = 'on'`.execute(tx);
            await sql`insert into public.note values (${id}, 'written')`.execute(tx);
          })
          .catch((reason: unknown) => reason);
      }
    };
    const cancel = () =>
      runStatement(
        database.url,
        `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
           where application_name = 'holdfast/writer' and wait_event = 'SyncRep'`,
      );
    const committed = commits();
    await expect.poll(cancel).toEqual([{ cancelled: true }]);
    await committed;
    expect(outcome).toBeInstanceOf(IndeterminateCommitError);
    expect(await one(db, `select count(*) from public.note where id = ${id}`)).toBe(1n);
  });

  it('is no failure either: the connection was lost during the commit', async () => {
    const writer = openDatabase({
      url: database.url,
      name: 'lost',
      max: 1,
      timeouts: TEST_TIMEOUTS,
      onIdleError: () => {},
    });
    onTestFinished(() => writer.close());
    await sql`create function public.leave() returns trigger language plpgsql as
              $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(owner);
    await sql`create constraint trigger leave after insert on public.note deferrable initially deferred
              for each row when (new.id = 30) execute function public.leave()`.execute(owner);
    const error = await writer.db
      .transaction()
      .execute((tx) => sql`insert into public.note values (30, 'lost')`.execute(tx))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IndeterminateCommitError);
    expect(isDatabaseDown(error)).toBe(true);
    expect(await one(writer.db, '1'), 'the pool continues with a new connection').toBe(1);
  });
});

describe('a connection that dies between two statements', () => {
  it('fails the transaction, not the process', async () => {
    const error = await db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await runStatement(database.url, `select pg_terminate_backend(${rows[0]?.pid})`);
        await sleep(200); // long enough for the error event to arrive while no statement runs
        await sql`select 1`.execute(tx);
      })
      .catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    expect(await one(db, '1'), 'the pool continues with a new connection').toBe(1);
  });
});

describe('a connection that is cut before its first statement', () => {
  it('fails who asked for it, not the process', async () => {
    const { hostname, port } = new URL(database.appUrl);
    let isCut = false;
    const proxy = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) socket.on('error', () => {});
      far.pipe(near);
      near.on('close', () => far.destroy());
      near.on('data', (sent) => {
        if (isCut || !sent.includes('plan_cache_mode')) {
          far.write(sent);
        } else {
          isCut = true;
          near.destroy();
        }
      });
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(database.appUrl);
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const timeouts = { connect: TEST_TIMEOUTS.connect };
    const through = openDatabase({ url: url.href, name: 'cut', timeouts, onIdleError: () => {} });
    onTestFinished(async () => {
      await through.close();
      proxy.close();
    });
    const error = await one(through.db, '1').catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    expect(isCut).toBe(true);
    expect(await one(through.db, '1'), 'the pool continues with a new connection').toBe(1);
  });
});
