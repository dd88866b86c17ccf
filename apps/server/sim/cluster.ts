import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyring, loadKeys, parseMasterKeys } from '@holdfast/database';
import { defined, minor } from '@holdfast/kernel';
import { issue, post } from '@holdfast/ledger';
import { startPostgres } from '@holdfast/postgres';
import { approve, openBooks, scratchFolder, type Books } from '@holdfast/testkit/setup';
import { sql } from 'kysely';
import { attachKeys, openDatabase, type Database } from '#platform/db/db.ts';
import { startServer } from '../bench/server-process.ts';
import { BenchMember } from '../bench/trade-member.ts';

/** Several processes of the product on one PostgreSQL, with their workers, and members who speak to all of them. */

/** One process of the product. It keeps its port when it is started again. */
export interface Node {
  readonly url: string;
  isUp(): boolean;
  /** As a crash does. */
  kill(): void;
  start(): Promise<void>;
}

export interface Cluster {
  readonly nodes: readonly Node[];
  /** Of every node, up or not. */
  readonly urls: readonly string[];
  /** The owner's. */
  readonly db: Database;
  readonly books: Books;
  /** Moves the time of the product ahead. */
  setClock(ahead: string): Promise<void>;
  stop(): Promise<void>;
}

async function startNode(databaseUrl: string, folder: string): Promise<Node & { stop(): Promise<void> }> {
  const options = { GATEWAY_PROCESSES: '1' };
  let server = await startServer(databaseUrl, folder, options);
  const { url } = server;
  let isUp = true;
  return {
    url,
    isUp: () => isUp,
    kill() {
      server.kill();
      isUp = false;
    },
    async start() {
      server = await startServer(databaseUrl, folder, { ...options, PORT: new URL(url).port });
      isUp = true;
    },
    stop: () => server.stop(),
  };
}

export async function startCluster(size: number): Promise<Cluster> {
  const folder = mkdtempSync(join(scratchFolder(), 'holdfast-cluster-'));
  const undo = new AsyncDisposableStack();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } });
    undo.defer(() => postgres.stop());
    const nodes: Node[] = [];
    // The first one migrates and makes the secrets.
    while (nodes.length < size) {
      const node = await startNode(postgres.url, folder);
      undo.defer(() => node.stop());
      nodes.push(node);
    }
    const database = openDatabase({ url: postgres.url, name: 'cluster', onIdleError: () => {} });
    undo.defer(() => database.close());
    const master = readFileSync(join(folder, 'secrets', 'master-key'), 'utf8');
    attachKeys(database.db, await loadKeys(database.db, createKeyring(parseMasterKeys(master))));
    // What is cancelled goes back to its listing, so a race of many rounds leaves as many listings of one seller.
    await sql`
      insert into platform.setting (name, value, starts_at, reason, set_by)
      values ('limit.listings', '10000', platform.app_now(), 'a simulation', 1)`.execute(database.db);
    const books = openBooks({ databaseUrl: postgres.url, dataDir: folder });
    undo.defer(() => books.close());
    return {
      nodes,
      urls: nodes.map(({ url }) => url),
      db: database.db,
      books,
      async setClock(ahead) {
        await sql`select platform.set_clock(${ahead}::interval)`.execute(database.db);
      },
      stop: () => undo.disposeAsync(),
    };
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}

export interface Pair {
  readonly seller: BenchMember;
  readonly buyer: BenchMember;
  readonly cardId: string;
}

export async function makePair({ urls, db, books }: Cluster, accountNumber: string): Promise<Pair> {
  const seller = await BenchMember.register(urls[0] ?? '', books);
  const buyer = await BenchMember.register(urls[1] ?? '', books);
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber,
    holderName: '林示範',
  });
  for (const member of [seller, buyer])
    await sql`insert into orders.trader (member_id, locks_max) values (${await member.idIn(db)}, 50)
              on conflict (member_id) do update set locks_max = 50`.execute(db);
  return { seller, buyer, cardId: card.id };
}

/** The coin of one order. */
export async function give(db: Database, to: BenchMember, request: string): Promise<void> {
  const member = await to.idIn(db);
  const entry = issue({ request, member, coin: 'TWD', quantity: minor('TWD', 20_000n) });
  await approve(db, [entry]);
  const posted = await post(db, entry);
  if (!posted.ok) throw new Error(`the ledger refused: ${posted.refuse}`);
}

/** A listing of exactly one order. Limits and caps have tests of their own. */
export async function list(
  { db }: Cluster,
  { seller, buyer, cardId }: Pair,
  request: string,
  { askFirst = false } = {},
): Promise<string> {
  await sql`
    with limits as (delete from platform.rate_limit), caps as (delete from orders.cancel_day)
    update assets.file set made_at = made_at - interval '2 days' where member_id = ${await buyer.idIn(db)}`.execute(
    db,
  );
  await give(db, seller, request);
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: '200.00',
    price: '1',
    minQuantity: '200.00',
    maxQuantity: '200.00',
    payWindowMinutes: '15',
    cardIds: [cardId],
    ...(askFirst && { askFirst: '1' }),
  });
  return defined(listing, 'a listing was made').id;
}
