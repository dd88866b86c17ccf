import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isClockMoved, measureClockSkewMs } from './clock.ts';
import {
  DatabaseUnavailableError,
  inReadOnly,
  inTransaction,
  openDatabase,
  retryUntilConnected,
  savepoint,
  type Database,
} from './db.ts';
import { watchReadiness } from './health.ts';
import { unflushed } from './unflushed.ts';

const database = await testDatabase();
const { db, owner } = database;
await sql`create table public.note (id int primary key, text text not null)`.execute(owner);
await sql`grant select, insert, update on public.note to holdfast_app`.execute(owner);

async function one<T>(db: Database, text: string): Promise<T> {
  const { rows } = await sql.raw<{ value: T }>(`select (${text}) as value`).execute(db);
  return (rows[0] as { value: T }).value;
}

describe('a transaction', () => {
  it('is retried after it lost a deadlock, and both commit', async () => {
    await sql`insert into public.note values (1, ''), (2, '')`.execute(db);
    let [runs, holding] = [0, 0];
    const [meet, won] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const touch = (first: number, second: number) =>
      inTransaction(db, async (tx) => {
        runs += 1;
        if (runs > 2) await won.promise; // retry the deadlock victim only after the winner commits
        await sql`update public.note set text = text || 'x' where id = ${first}`.execute(tx);
        holding += 1;
        if (holding === 2) meet.resolve();
        await meet.promise; // each now holds the row that the other needs next
        await sql`update public.note set text = text || 'x' where id = ${second}`.execute(tx);
      });
    const both = [touch(1, 2), touch(2, 1)];
    Promise.race(both).then(won.resolve, won.resolve);
    await Promise.all(both);
    expect(runs).toBe(3);
    expect(await one(db, 'select string_agg(text, $$,$$) from public.note where id in (1, 2)')).toBe('xx,xx');
  });

  it('for reads sees one snapshot', () =>
    inReadOnly(db, async (tx) => {
      const before = await one(tx, 'select count(*) from public.note');
      await sql`insert into public.note values (3, '')`.execute(db);
      expect(await one(tx, 'select count(*) from public.note')).toBe(before);
    }));

  it('for reads cannot write', () =>
    expect(
      inReadOnly(db, (tx) => sql`insert into public.note values (4, '')`.execute(tx)),
    ).rejects.toMatchObject({ code: '25006' }));

  it('keeps what came before a savepoint and rolls back what failed after it', async () => {
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

  it('is retried when a migration changed the columns of a prepared statement', async () => {
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

describe('connecting at the start of a process', () => {
  const failing = (errors: Error[]) => async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
  const unavailable = () => new DatabaseUnavailableError('no connection to the database');

  it('is retried while the database is unavailable, a limited number of times', async () => {
    expect(await retryUntilConnected(failing([unavailable(), unavailable()]))).toBe('done');
    await expect(retryUntilConnected(failing(Array.from({ length: 9 }, unavailable)))).rejects.toThrow(
      'no connection',
    );
  });

  it('is not retried after another error', () =>
    expect(retryUntilConnected(failing([new Error('no such table')]))).rejects.toThrow('no such table'));
});

describe('readiness', () => {
  it('is reported while the database answers', async () => {
    await expect.poll(() => watchReadiness(db)()).toBe('ready');
  });

  it('is withdrawn when the database does not answer', async () => {
    const nowhere = openDatabase({
      url: 'postgres://x@127.0.0.1:1/x',
      name: 'nowhere',
      onIdleError: () => {},
    });
    onTestFinished(() => nowhere.close());
    expect(await watchReadiness(nowhere.db)()).toBe('database');
  });
});

it('readiness is cached for a second, however many ask', async () => {
  const readiness = watchReadiness(db);
  await expect.poll(() => readiness() === readiness(), { message: 'twice within a second' }).toBe(true);
  await expect.poll(readiness).toBe('ready');
});

describe('the clock', () => {
  it('of the product can be moved, and says that it was', async () => {
    expect(await isClockMoved(db)).toBe(false);
    await database.setClock('16 minutes');
    expect(await one(db, "platform.app_now() = now() + interval '16 minutes'")).toBe(true);
    expect(await isClockMoved(db)).toBe(true);
    await database.setClock('0');
  });

  it('moves for open connections and prepared statements too', async () => {
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
  ])('cannot be moved by the application: %s', (statement) =>
    expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' }),
  );

  it("is compared with this machine's, to within half a round trip", async () => {
    await expect.poll(async () => Math.abs(await measureClockSkewMs(db))).toBeLessThan(1000);
  });
});

describe('a statement that does not wait for the disk', () => {
  it('is the only one that does not: what follows on its connection waits again', async () => {
    const single = openDatabase({ url: database.url, name: 'test', max: 1, onIdleError: () => {} });
    onTestFinished(() => single.close());
    await sql`set synchronous_commit = 'on'`.execute(single.db); // a test's own databases never wait
    const { rows } = await sql`
      select ${unflushed(single.db)} as set, current_setting('synchronous_commit') as has`.execute(single.db);
    expect(rows).toEqual([{ set: 'off', has: 'off' }]);
    expect(await one<string>(single.db, `current_setting('synchronous_commit')`)).toBe('on');
  });

  it('is never part of a transaction', async () => {
    await expect(inTransaction(db, async (tx) => unflushed(tx))).rejects.toThrow(/whole transaction/);
  });
});
