import { onDatabase, runStatement } from '@holdfast/database';
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

/** A random integer from 1 to `max`. Nothing depends on it being unpredictable, so the fast source is enough. */
export function anyOf(max: number): number {
  return 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % max);
}

export interface Tpcb {
  /** One transaction on the connection of the given worker, each statement a text and its values: how the driver is used bare. */
  readonly plain: (worker: number) => Promise<void>;
  /** The same with every statement prepared under a name once for each connection, the fastest that this driver can do it. */
  readonly prepared: (worker: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Creates and fills the database of its own that `openTpcb` connects to. */
export async function makeTpcb(serverUrl: string): Promise<void> {
  await runStatement(serverUrl, 'create database tpcb');
  const url = onDatabase(serverUrl, 'tpcb');
  await runStatement(url, TABLES);
  // The checkpoint makes the log's files ready to be written again; freezing then touches each page once, so that no transaction
  // that is measured pays for a page's first change after a checkpoint.
  await runStatement(url, 'checkpoint');
  await runStatement(url, 'vacuum (freeze, analyze)');
}

export async function openTpcb(serverUrl: string, connections: number): Promise<Tpcb> {
  const url = onDatabase(serverUrl, 'tpcb');
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const run = (name: (statement: Statement) => string | undefined) => (worker: number) =>
    transact(clients[worker] as pg.Client, name);
  return {
    plain: run(() => undefined),
    prepared: run((statement) => statement),
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

const STATEMENTS = {
  account: 'update accounts set abalance = abalance + $1 where aid = $2',
  read: 'select abalance from accounts where aid = $1',
  teller: 'update tellers set tbalance = tbalance + $1 where tid = $2',
  branch: 'update branches set bbalance = bbalance + $1 where bid = $2',
  history: 'insert into history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
};
type Statement = keyof typeof STATEMENTS;

async function transact(client: pg.Client, nameOf: (statement: Statement) => string | undefined) {
  const aid = anyOf(SCALE * 100_000);
  const tid = anyOf(SCALE * 10);
  const bid = anyOf(SCALE);
  const delta = anyOf(10_001) - 5001;
  const run = (statement: Statement, ...values: number[]) => {
    const name = nameOf(statement);
    return client.query({ text: STATEMENTS[statement], values, ...(name !== undefined && { name }) });
  };
  await client.query('begin');
  await run('account', delta, aid);
  await run('read', aid);
  await run('teller', delta, tid);
  await run('branch', delta, bid);
  await run('history', tid, bid, aid, delta);
  await client.query('commit');
}
