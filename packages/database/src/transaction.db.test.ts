import { countRoundTrips, TEST_TIMEOUTS, testDatabase } from '@holdfast/testkit';
import { sql, type Transaction } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from './pool.ts';
import { savepoint, sendLater, together, transact } from './transaction.ts';

const database = await testDatabase();
await sql`create table public.note (id int primary key, text text not null)`.execute(database.owner);
await sql`grant select, insert, update on public.note to holdfast_app`.execute(database.owner);

const trips = await countRoundTrips(database.appUrl);
const product = openDatabase({
  url: trips.url,
  name: 'trips',
  max: 1,
  timeouts: TEST_TIMEOUTS,
  onIdleError: () => {},
});
const { db } = product;
// The one connection is set up by a round trip of its own.
await sql`select 1`.execute(db);
afterAll(async () => {
  await product.close();
  await trips.close();
});

type Tx = Transaction<unknown>;
let last = 0;
const fresh = () => (last += 1);
const insert = (id: number, text = '') => sql`insert into public.note (id, text) values (${id}, ${text})`;
const write = (tx: Tx, id: number, text?: string) => insert(id, text).execute(tx);
async function read(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`select text from public.note where id = ${id}`.execute(tx);
  return rows[0]?.text;
}
const isKept = async (id: number) => (await transact(db, 'begin', (tx) => read(tx, id))) !== undefined;

async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = trips.count();
  await work();
  return trips.count() - before;
}

describe('a transaction', () => {
  it('begins together with its first statement, and its last writes go with the commit', async () => {
    const [first, second] = [fresh(), fresh()];
    const work = () =>
      transact(db, 'begin', async (tx) => {
        expect(await read(tx, first)).toBeUndefined();
        sendLater(tx, insert(first));
        sendLater(tx, insert(second));
      });
    expect(await tripsOf(work)).toBe(2);
    expect([await isKept(first), await isKept(second)]).toEqual([true, true]);
  });

  it('sends statements that are given at once in one round trip, and each gets its own answer', async () => {
    const ids = [fresh(), fresh(), fresh()];
    await transact(db, 'begin', async (tx) => {
      await together(...ids.map((id) => write(tx, id, `note ${id}`)));
    });
    const work = () =>
      transact(db, 'begin', async (tx) => {
        await read(tx, 0);
        expect(await together(...[...ids, 0].map((id) => read(tx, id)))).toEqual([
          ...ids.map((id) => `note ${id}`),
          undefined,
        ]);
      });
    expect(await tripsOf(work)).toBe(3);
  });

  it('fails with the error of a write that nobody waited for, and keeps nothing', async () => {
    const [taken, other] = [fresh(), fresh()];
    await transact(db, 'begin', async (tx) => void (await write(tx, taken)));
    const inTheEnd = transact(db, 'begin', async (tx) => {
      await write(tx, other);
      sendLater(tx, insert(taken));
    });
    await expect(inTheEnd).rejects.toMatchObject({ code: '23505' });
    const before = transact(db, 'begin', async (tx) => {
      sendLater(tx, insert(taken));
      await new Promise(setImmediate); // it goes alone, and what follows is refused because of it
      await write(tx, other);
    });
    await expect(before).rejects.toMatchObject({ code: '23505' });
    expect(await isKept(other)).toBe(false);
  });

  it('carries out nothing that comes after a failed statement in the same round trip, the commit included', async () => {
    const id = fresh();
    const work = transact(db, 'begin', async (tx) => {
      sendLater(tx, insert(id));
      sendLater(tx, sql`select 1 / ${0}::int`);
      sendLater(tx, insert(fresh()));
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await isKept(id)).toBe(false);
  });

  it('prepares anew what was skipped behind a failed statement', async () => {
    const id = fresh();
    const twice = (tx: Tx) => sql<{ n: number }>`select ${id}::int * 2 as n`.execute(tx);
    await expect(
      transact(db, 'begin', (tx) => together(sql`select 1 / ${0}::int`.execute(tx), twice(tx))),
    ).rejects.toMatchObject({ code: '22012' });
    expect((await transact(db, 'begin', twice)).rows).toEqual([{ n: id * 2 }]);
  });

  it('asks once what the rows of a statement look like, also of one that has none', async () => {
    const work = () =>
      transact(db, 'begin', async (tx) => {
        const id = fresh();
        await write(tx, id, 'written');
        return (
          await sql<{
            text: string;
            at: bigint;
          }>`select text, ${id}::int8 as at from public.note where id = ${id}`.execute(tx)
        ).rows;
      });
    await work();
    const before = trips.descriptions();
    expect(await work()).toEqual([{ text: 'written', at: BigInt(last) }]);
    expect(trips.descriptions()).toBe(before);
  });

  it('learns what the rows of a statement look like anew after a migration has changed them', async () => {
    await sql`create table public.kind (id int); insert into public.kind values (1); grant select on public.kind to holdfast_app`.execute(
      database.owner,
    );
    const work = () =>
      transact(
        db,
        'begin',
        async (tx) => (await sql`select * from public.kind where id > ${0}`.execute(tx)).rows,
      );
    expect(await work()).toEqual([{ id: 1 }]);
    await sql`alter table public.kind alter column id type int8`.execute(database.owner);
    await expect(work()).rejects.toMatchObject({ routine: 'RevalidateCachedQuery' });
    expect(await work()).toEqual([{ id: 1n }]);
  });

  it('says why it failed when a part that was named first comes to the database last', async () => {
    const late = async (tx: Tx) => {
      await Promise.resolve();
      return sql`select 1`.execute(tx);
    };
    const work = transact(db, 'begin', (tx) => together(late(tx), sql`select 1 / ${0}::int`.execute(tx)));
    await expect(work).rejects.toMatchObject({ code: '22012' });
  });

  it('carries out nothing that is given together with a value that cannot be sent', async () => {
    const id = fresh();
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const work = transact(db, 'begin', async (tx) => {
      sendLater(tx, insert(id));
      sendLater(tx, sql`select ${circular}::jsonb`);
    });
    await expect(work).rejects.toThrow('cannot be sent');
    expect(await isKept(id)).toBe(false);
  });

  it('throws the error of one part of it after the other parts have ended', async () => {
    const ids = [fresh(), fresh()] as const;
    const refused = async () => {
      throw new Error('refused');
    };
    const slow = async (tx: Tx) => {
      await write(tx, ids[0]);
      await write(tx, ids[1]);
    };
    const answer = await transact(db, 'begin', (tx) =>
      savepoint(
        tx,
        async () => {
          await together(refused(), slow(tx));
          return 'done';
        },
        (error) => (error as Error).message,
      ),
    );
    expect([answer, await isKept(ids[0]), await isKept(ids[1])]).toEqual(['refused', false, false]);
  });

  it('takes no statement once it is over', async () => {
    let kept: Tx | undefined;
    await transact(db, 'begin', async (tx) => void (kept = tx));
    await expect(write(kept as Tx, fresh())).rejects.toThrow('is over');
  });

  it('whose begin fails carries out nothing', async () => {
    const id = fresh();
    await expect(
      transact(db, 'begin isolation level none', async (tx) => void (await write(tx, id))),
    ).rejects.toMatchObject({ code: '42601' });
    expect(await isKept(id)).toBe(false);
  });
});

describe('a savepoint', () => {
  it('shares a round trip with the statement after it, and its way back with what follows', async () => {
    const [kept, undone, after] = [fresh(), fresh(), fresh()];
    const work = () =>
      transact(db, 'begin', async (tx) => {
        await write(tx, kept);
        await savepoint(
          tx,
          async () => {
            await write(tx, undone);
            throw new Error('refused');
          },
          () => 'refused',
        );
        sendLater(tx, insert(after));
      });
    expect(await tripsOf(work)).toBe(3);
    expect([await isKept(kept), await isKept(undone), await isKept(after)]).toEqual([true, false, true]);
  });

  it('undoes a failed write that nobody waited for, and hands on its error', async () => {
    const [taken, kept] = [fresh(), fresh()];
    await transact(db, 'begin', async (tx) => void (await write(tx, taken)));
    const answer = await transact(db, 'begin', async (tx) => {
      await write(tx, kept);
      return savepoint(
        tx,
        async () => {
          sendLater(tx, insert(taken));
          await read(tx, kept);
          return 'done';
        },
        (error) => (error as { code: string }).code,
      );
    });
    expect([answer, await isKept(kept)]).toEqual(['23505', true]);
  });

  it('in a transaction that has failed before it leaves the first error, and the connection', async () => {
    const pid = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      return rows[0]?.pid;
    };
    const before = await pid();
    const failing = transact(db, 'begin', async (tx) => {
      const [held] = await Promise.allSettled([sql`select 1 / (${0}::int)`.execute(tx)]);
      return savepoint(
        tx,
        async () => {
          if (held.status === 'rejected') throw held.reason;
        },
        (error) => {
          throw error;
        },
      );
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await pid()).toBe(before);
  });
});
