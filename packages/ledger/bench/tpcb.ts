import { ask, onDatabase } from '@holdfast/testkit/setup';
import pg from 'pg';

/** pgbench's tables and transaction (PostgreSQL manual, "What is the Transaction Actually Performed in pgbench?"), at scale 10. */
const SCALE = 10;
const TABLES = `
  create table branches (bid int not null primary key, bbalance int, filler char(88));
  create table tellers (tid int not null primary key, bid int, tbalance int, filler char(84));
  create table accounts (aid int not null primary key, bid int, abalance int, filler char(84));
  create table history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into branches select i, 0 from generate_series(1, ${SCALE}) i;
  insert into tellers select i, (i - 1) / 10 + 1, 0 from generate_series(1, ${SCALE} * 10) i;
  insert into accounts select i, (i - 1) / 100000 + 1, 0 from generate_series(1, ${SCALE} * 100000) i`;

/** A random whole number from 1 to `max`. Which row is hit decides nothing, so the fast source will do. */
export function anyOf(max: number): number {
  return 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % max);
}

/** Opens the reference: a function that runs one TPC-B transaction on the connection of the given worker. */
export async function openTpcb(
  serverUrl: string,
  connections: number,
): Promise<{ run: (worker: number) => Promise<void>; close: () => Promise<void> }> {
  await ask(serverUrl, 'create database tpcb');
  const url = onDatabase(serverUrl, 'tpcb');
  await ask(url, TABLES);
  // The checkpoint makes the log's files ready to be written again; freezing then touches each page once, so that no transaction
  // that is measured pays for a page's first change after a checkpoint.
  await ask(url, 'checkpoint');
  await ask(url, 'vacuum (freeze, analyze)');
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  return {
    run: async (worker) => transact(clients[worker] as pg.Client),
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

/** With every statement prepared, which is the fastest that the bare driver can do it. */
async function transact(client: pg.Client): Promise<void> {
  const aid = anyOf(SCALE * 100_000);
  const tid = anyOf(SCALE * 10);
  const bid = anyOf(SCALE);
  const delta = anyOf(10_001) - 5001;
  await client.query('begin');
  await client.query({
    name: 'account',
    text: 'update accounts set abalance = abalance + $1 where aid = $2',
    values: [delta, aid],
  });
  await client.query({ name: 'read', text: 'select abalance from accounts where aid = $1', values: [aid] });
  await client.query({
    name: 'teller',
    text: 'update tellers set tbalance = tbalance + $1 where tid = $2',
    values: [delta, tid],
  });
  await client.query({
    name: 'branch',
    text: 'update branches set bbalance = bbalance + $1 where bid = $2',
    values: [delta, bid],
  });
  await client.query({
    name: 'history',
    text: 'insert into history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    values: [tid, bid, aid, delta],
  });
  await client.query('commit');
}
