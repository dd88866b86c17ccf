import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { defined } from '@holdfast/kernel';
import { startPostgres } from '@holdfast/postgres';
import * as testkit from '@holdfast/testkit/setup';
import pg from 'pg';
import { reconnect, useLightFetch } from './light-fetch.ts';
import { startServer } from './server-process.ts';
import { BenchMember } from './trade-member.ts';

/**
 * One side of `bench:trade -- --against`: a product of this checkout, and the members that load it, driven over IPC. It is copied into the
 * other checkout, with `light-fetch.ts`, and runs there on that one's packages, so it uses only what both have; `openBooks` is the one thing they
 * call differently.
 */

interface Pair {
  readonly seller: BenchMember;
  readonly buyer: BenchMember;
  readonly listingId: string;
}

/** Enough for all trades of a pair. */
const LISTED = '500000.00';
const QUANTITY = '100.00';
/** More often than a pair can use up a limit of the members. */
const FORGET_LIMITS_MS = 4000;

useLightFetch();
const folder = defined(process.argv[2], 'the folder of its data');
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
/** The address that `npm start` gives the product; the older commit has one only. */
const databaseUrl = 'localUrl' in postgres ? postgres.localUrl : (postgres as { url: string }).url;
let server = await startServer(databaseUrl, folder);
const open = testkit.openBooks as (product: unknown) => ReturnType<typeof testkit.openBooks>;
const books = open('approve' in testkit ? { databaseUrl: postgres.url, dataDir: folder } : postgres.url);
const database = new pg.Pool({ connectionString: postgres.url, max: 1 });
let pairs: Pair[] = [];

async function makePair(): Promise<Pair> {
  const seller = await BenchMember.register(server.url, books);
  const buyer = await BenchMember.register(server.url, books);
  await books.issueTo(seller.account, 'TWD', LISTED);
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber: `99${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0').slice(-12)}`,
    holderName: '林示範',
  });
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: LISTED,
    price: '1',
    minQuantity: QUANTITY,
    maxQuantity: LISTED,
    payWindowMinutes: '15',
    cardIds: [card.id],
  });
  return { seller, buyer, listingId: listing.id };
}

type Order = { readonly orderId: string; readonly version: number };

const lock = async ({ buyer, listingId }: Pair): Promise<Order> =>
  (await buyer.call('/order/lock', { listingId, version: '1', quantity: QUANTITY })).order;

/** Proofs of payments that are stored and shown nowhere yet, by member. */
const proofs = new Map<BenchMember, string[]>();
const PROOFS_AT_ONCE = 500;

/** A proof for the payment of this checkout; the older commit knows none. Written directly: what is measured is the trade and not its uploads. */
async function proofOf(buyer: BenchMember): Promise<{ proofFileId?: string }> {
  if (!('proof' in BenchMember.prototype)) return {};
  const own = proofs.get(buyer) ?? [];
  proofs.set(buyer, own);
  if (own.length === 0) {
    own.push(...Array.from({ length: PROOFS_AT_ONCE }, () => randomBytes(16).toString('base64url')));
    await database.query(
      `insert into assets.file (id, member_id, purpose, state, key_sealed, type, bytes, width, height)
       select id, (select id from member.member where account = $1), 'order-proof', 'stored', '\\x00', 'application/pdf', 1, 0, 0
       from unnest($2::text[]) id`,
      [buyer.account, own],
    );
  }
  return { proofFileId: defined(own.pop(), 'they were stored') };
}

async function pay({ buyer }: Pair, { orderId, version }: Order): Promise<Order> {
  const declaration = {
    payType: 'bank',
    paidBank: '013',
    lastFive: '20002',
    payer: '陳試用',
    ...(await proofOf(buyer)),
  } as const;
  return (await buyer.call('/order/paid', { orderId, version: String(version), ...declaration })).order;
}

const release = async ({ seller }: Pair, { orderId, version }: Order): Promise<Order> =>
  (await seller.call('/order/release', { orderId, version: String(version) })).order;

const forgetLimits = () => database.query('delete from platform.rate_limit');

/** Trades of all pairs at once, each one after the other without a pause. */
async function trade(seconds: number): Promise<{ trades: number; ms: number }> {
  const forgetting = setInterval(() => void forgetLimits(), FORGET_LIMITS_MS);
  reconnect();
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  let trades = 0;
  const one = async (pair: Pair) => {
    while (performance.now() < end) {
      await release(pair, await pay(pair, await lock(pair)));
      if (performance.now() < end) trades += 1;
    }
  };
  try {
    await Promise.all(pairs.map(one));
  } finally {
    clearInterval(forgetting);
  }
  return { trades, ms: seconds * 1000 };
}

let current: Order | undefined;
const only = () => defined(pairs[0], 'there is a pair');
const order = () => defined(current, 'an order is locked');

/** What the bench asks for, by name. */
const ACTIONS = {
  database: async () => postgres.url,
  pairs: async (count: number) => {
    pairs = [];
    // The server hashes the secrets of few newcomers at once.
    while (pairs.length < count) pairs.push(await makePair());
  },
  trade,
  /** Starts the server anew on another address of its database. */
  restart: async (databaseUrl: string) => {
    await server.stop();
    server = await startServer(databaseUrl, folder);
  },
  lock: async () => {
    await forgetLimits();
    current = await lock(only());
  },
  paid: async () => void (current = await pay(only(), order())),
  release: async () => void (current = await release(only(), order())),
} as const;

// Whoever started it ends it so, by its own end too.
process.once('disconnect', () => {
  void (async () => {
    await books.close();
    await database.end();
    await server.stop();
    await postgres.stop();
    process.exit();
  })();
});
process.on('message', ({ action, value }: { action: keyof typeof ACTIONS; value: never }) => {
  const work: Promise<unknown> = ACTIONS[action](value);
  void work.then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ result: 'ready' });
