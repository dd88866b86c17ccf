import { setTimeout as sleep } from 'node:timers/promises';
import { ask, PATIENCE, testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isClockMoved, measureClockSkewMs } from './clock.ts';
import {
  atStart,
  DatabaseUnavailableError,
  IndeterminateCommitError,
  inReadOnly,
  inTransaction,
  isDatabaseDown,
  openAppDatabase,
  openDatabase,
  savepoint,
  type Database,
} from './db.ts';
import { watchReadiness } from './health.ts';

const database = await testDatabase();
const { db, owner } = database;
await sql`create table public.note (id int primary key, text text not null)`.execute(owner);
await sql`grant select, insert, update on public.note to holdfast_app`.execute(owner);

async function one<T>(db: Database, text: string): Promise<T> {
  const { rows } = await sql.raw<{ value: T }>(`select (${text}) as value`).execute(db);
  return (rows[0] as { value: T }).value;
}

describe('a value comes back', () => {
  it.each<[string, unknown]>([
    ['9223372036854775807::int8', 9_223_372_036_854_775_807n],
    ['array[1, null, -9007199254740993]::int8[]', [1n, null, -9_007_199_254_740_993n]],
    ["'{}'::int8[]", []],
    ["timestamptz '2026-02-28 08:00+08'", new Date('2026-02-28T00:00:00Z')],
    ["date '2024-02-29'", '2024-02-29'],
    ['0.1::numeric', '0.1'],
  ])('unharmed: %s', async (text, value) => expect(await one(db, text)).toEqual(value));
});

describe('a connection of the product', () => {
  const limits = { acquire: PATIENCE.acquire };
  const product = openAppDatabase({ url: database.url, name: 'product', limits, onIdleError: () => {} });
  afterAll(() => product.close());

  it('is the application and not its owner', async () =>
    expect(await one(product.db, 'current_user')).toBe('holdfast_app'));

  it.each([
    ['statement_timeout', '10s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['application_name', 'holdfast/product'],
  ])('has its %s', async (name, value) =>
    expect(await one(product.db, `current_setting('${name}')`)).toBe(value),
  );

  it('keeps what the address asks for', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c work_mem=5MB');
    const other = openAppDatabase({ url: url.href, name: 'asking', limits, onIdleError: () => {} });
    onTestFinished(() => other.close());
    expect(await one(other.db, "current_setting('work_mem') || ' ' || current_user")).toBe(
      '5MB holdfast_app',
    );
  });

  it('refuses to wait longer than two seconds for its turn', async () => {
    const narrow = openAppDatabase({ url: database.url, name: 'narrow', max: 1, onIdleError: () => {} });
    onTestFinished(() => narrow.close());
    const error = await inTransaction(narrow.db, () => one(narrow.db, '1')).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(isDatabaseDown(error)).toBe(true);
  });
});

describe('a transaction', () => {
  it('runs again when it loses a deadlock, and both come through', async () => {
    await sql`insert into public.note values (1, ''), (2, '')`.execute(db);
    let [runs, holding] = [0, 0];
    const [meet, won] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const touch = (first: number, second: number) =>
      inTransaction(db, async (tx) => {
        runs += 1;
        if (runs > 2) await won.promise; // else the two could meet once more
        await sql`update public.note set text = text || 'x' where id = ${first}`.execute(tx);
        holding += 1;
        if (holding === 2) meet.resolve();
        await meet.promise; // each now holds what the other one wants next
        await sql`update public.note set text = text || 'x' where id = ${second}`.execute(tx);
      });
    const both = [touch(1, 2), touch(2, 1)];
    Promise.race(both).then(won.resolve, won.resolve);
    await Promise.all(both);
    expect(runs).toBe(3);
    expect(await one(db, 'select string_agg(text, $$,$$) from public.note where id in (1, 2)')).toBe('xx,xx');
  });

  it('that reads sees one instant', () =>
    inReadOnly(db, async (tx) => {
      const before = await one(tx, 'select count(*) from public.note');
      await sql`insert into public.note values (3, '')`.execute(db);
      expect(await one(tx, 'select count(*) from public.note')).toBe(before);
    }));

  it('that reads cannot write', () =>
    expect(
      inReadOnly(db, (tx) => sql`insert into public.note values (4, '')`.execute(tx)),
    ).rejects.toMatchObject({ code: '25006' }));

  it('keeps what came before a savepoint and nothing of what failed behind it', async () => {
    const answer = await inTransaction(db, async (tx) => {
      await sql`insert into public.note values (10, 'command')`.execute(tx);
      return savepoint(
        tx,
        async () => {
          await sql`insert into public.note values (11, 'effect')`.execute(tx);
          await sql`select 1 / 0`.execute(tx);
          return 'done';
        },
        () => 'refused',
      );
    });
    expect(answer).toBe('refused');
    expect(await one(db, 'select array_agg(id) from public.note where id in (10, 11)')).toEqual([10]);
  });

  it('runs again when a migration has changed the columns of a statement that was prepared before', async () => {
    const read = () =>
      inTransaction(
        db,
        async (tx) => (await sql`select * from public.note where id = ${1}`.execute(tx)).rows[0],
      );
    await read();
    await sql`alter table public.note add column added int default 7`.execute(owner);
    expect(await read()).toMatchObject({ added: 7 });
  });
});

describe('the first work of a process', () => {
  const failing = (errors: Error[]) => async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
  const unavailable = () => new DatabaseUnavailableError('no connection to the database');

  it('is tried again while no connection comes, but not for ever', async () => {
    expect(await atStart(failing([unavailable(), unavailable()]))).toBe('done');
    await expect(atStart(failing(Array.from({ length: 9 }, unavailable)))).rejects.toThrow('no connection');
  });

  it('is not tried again when something else is wrong', () =>
    expect(atStart(failing([new Error('no such table')]))).rejects.toThrow('no such table'));
});

describe('an outcome that is not known', () => {
  // Its setting is the whole server's, so a server that is not ours is spared.
  it.skipIf(!database.isOwnServer)(
    'is no success: a commit whose wait for the standby was cancelled',
    async () => {
      const writer = openDatabase({
        url: database.url,
        name: 'writer',
        max: 1,
        limits: PATIENCE,
        onIdleError: () => {},
      });
      onTestFinished(() => writer.close());
      await ask(database.url, `alter system set synchronous_standby_names = 'nobody'`);
      await ask(database.url, 'select pg_reload_conf()');
      onTestFinished(async () => {
        await ask(database.url, 'alter system reset synchronous_standby_names');
        await ask(database.url, 'select pg_reload_conf()');
      });
      let [id, outcome]: [number, unknown] = [1000, undefined];
      // The server's processes hear of the setting one after the other: a commit before that waits for nobody, and there is another.
      const commits = async () => {
        while (outcome === undefined) {
          id += 1;
          outcome = await inTransaction(writer.db, async (tx) => {
            await sql`set local synchronous_commit = 'on'`.execute(tx);
            await sql`insert into public.note values (${id}, 'written')`.execute(tx);
          }).catch((reason: unknown) => reason);
        }
      };
      const cancel = () =>
        ask(
          database.url,
          `select pg_cancel_backend(pid) as cancelled from pg_stat_activity
           where application_name = 'holdfast/writer' and wait_event = 'SyncRep'`,
        );
      const committed = commits();
      await expect.poll(cancel).toEqual([{ cancelled: true }]);
      await committed;
      expect(outcome).toBeInstanceOf(IndeterminateCommitError);
      expect(await one(db, `select count(*) from public.note where id = ${id}`)).toBe(1n);
    },
  );

  it('is no failure either: a connection that is lost during the commit', async () => {
    const writer = openDatabase({
      url: database.url,
      name: 'lost',
      max: 1,
      limits: PATIENCE,
      onIdleError: () => {},
    });
    onTestFinished(() => writer.close());
    await sql`create function public.leave() returns trigger language plpgsql as
              $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(owner);
    await sql`create constraint trigger leave after insert on public.note deferrable initially deferred
              for each row when (new.id = 30) execute function public.leave()`.execute(owner);
    const error = await inTransaction(writer.db, (tx) =>
      sql`insert into public.note values (30, 'lost')`.execute(tx),
    ).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(IndeterminateCommitError);
    expect(isDatabaseDown(error)).toBe(true);
    expect(await one(writer.db, '1'), 'the pool goes on with a fresh connection').toBe(1);
  });
});

describe('a connection that dies between two statements', () => {
  it('fails the transaction and not the process', async () => {
    const error = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await ask(database.url, `select pg_terminate_backend(${rows[0]?.pid})`);
      await sleep(200); // long enough for the news to arrive while nobody asks
      await sql`select 1`.execute(tx);
    }).catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    expect(await one(db, '1'), 'the pool goes on with a fresh connection').toBe(1);
  });
});

describe('readiness', () => {
  it('is given while the database answers', async () => {
    await expect.poll(() => watchReadiness(db)()).toBe('ready');
  });

  it('is withdrawn when nobody answers', async () => {
    const nowhere = openAppDatabase({
      url: 'postgres://x@127.0.0.1:1/x',
      name: 'nowhere',
      onIdleError: () => {},
    });
    onTestFinished(() => nowhere.close());
    expect(await watchReadiness(nowhere.db)()).toBe('database');
  });
});

it('what is asked often is asked of the database once', async () => {
  const readiness = watchReadiness(db);
  await expect.poll(() => readiness() === readiness(), { message: 'twice within a second' }).toBe(true);
  await expect.poll(readiness).toBe('ready');
});

describe('the clock', () => {
  it('moves every time that the database keeps, and can be told to be moved', async () => {
    expect(await isClockMoved(db)).toBe(false);
    await database.setClock('16 minutes');
    expect(await one(db, "platform.app_now() = now() + interval '16 minutes'")).toBe(true);
    expect(await isClockMoved(db)).toBe(true);
    await database.setClock('0');
  });

  it('moves for connections and prepared statements that were there before', async () => {
    const time = () =>
      sql<{ ahead: boolean }>`select platform.app_now() > now() + ${'1 hour'}::interval as ahead`.execute(db);
    await Promise.all([time(), time(), time()]);
    await database.setClock('2 hours');
    const rows = (await Promise.all([time(), time(), time()])).map((result) => result.rows[0]?.ahead);
    await database.setClock('0');
    expect(rows).toEqual([true, true, true]);
  });

  it.each([
    `select platform.set_clock('1 day')`,
    `create or replace function platform.app_now() returns timestamptz return now()`,
  ])("is not the application's to move: %s", (statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' }),
  );

  it("is compared with this machine's, to within half the way there and back", async () => {
    await expect.poll(async () => Math.abs(await measureClockSkewMs(db))).toBeLessThan(1000);
  });
});
