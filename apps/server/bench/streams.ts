import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, defined, toMemberId, type MemberId } from '@holdfast/kernel';
import { startPostgres } from '@holdfast/postgres';
import { inTransaction, type Database } from '#platform/db/db.ts';
import { notify } from '#features/notifications/index.ts';
import { memoryBelow } from './process-time.ts';
import { percentile } from './percentile.ts';
import { startServer } from './server-process.ts';
import { openKeyedDatabase, plantMembers } from './streams-members.ts';
import { BenchMember } from './trade-member.ts';

/**
 * 5,000 open live streams. `memory`: what the server's processes hold more for each, against 40 kB. `hint`: how long it takes from the commit of a change until
 * the member's device has the answer of the read that the hint asks for, at 200 changes a second, against 500 ms (p99). The changes are committed from outside,
 * so nothing wakes the relay for them: that each waits for its poll is part of the time. Fails when a stream does not open, or tells nothing of its change.
 */

const STREAMS = 5000;
/** Opened and closed before: what a process needs for its first streams is not for each. */
const FIRST_STREAMS = 500;
const OPENED_AT_ONCE = 16;
const MEMORY_REACH = 40 * 1024;
const CHANGES = 4000;
const CHANGES_PER_SECOND = 200;
const HINT_REACH_MS = 500;
const TELLS_WITHIN_MS = 20_000;
/** Garbage is collected while nobody asks for anything, a while later. */
const SETTLES_MS = 15_000;

interface Follower {
  readonly id: MemberId;
  readonly member: BenchMember;
  /** Called with the topics of each hint. */
  onChanged: () => void;
  close: () => void;
}

/** Does `work` for each of `items`, a few at once. */
async function eachOf<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker));
}

/** Opens a stream and resolves when its first frame has come. */
async function follow(id: MemberId, member: BenchMember): Promise<Follower> {
  const follower: Follower = { id, member, onChanged: () => {}, close: () => {} };
  await new Promise<void>((opened, reject) => {
    follower.close = member.openStream((frame) => {
      if (frame === undefined) reject(new Error('a stream has ended'));
      else if (frame.type === 'opened') opened();
      else if (frame.type === 'changed') follower.onChanged();
    });
  });
  return follower;
}

async function measureMemory(serverPid: number, members: readonly (readonly [MemberId, BenchMember])[]) {
  const first: Follower[] = [];
  await eachOf(members.slice(0, FIRST_STREAMS), async ([id, member]) => {
    first.push(await follow(id, member));
  });
  for (const { close } of first) close();
  await sleep(SETTLES_MS);
  const before = memoryBelow(serverPid);
  const followers: Follower[] = [];
  await eachOf(members, async ([id, member]) => {
    followers.push(await follow(id, member));
  });
  await sleep(SETTLES_MS);
  const after = memoryBelow(serverPid);
  const each = before === undefined || after === undefined ? Number.NaN : (after - before) / followers.length;
  return { followers, each };
}

/** From the commit of a change to the answer of the read that its hint leads to, in milliseconds, for each change. */
async function measureHints(database: Database, followers: readonly Follower[]): Promise<number[]> {
  const tookMs: number[] = [];
  const change = async ({ id, member }: Follower, told: Promise<void>) => {
    const extra = { orderId: '1', serialNo: 'HF-BENCH', amount: 100, isOwner: false };
    await inTransaction(database, (tx) =>
      notify(tx, [{ memberId: id, type: 'orderPaid', extra }], [{ memberId: id, topic: 'orders' }]),
    );
    const committedAt = performance.now();
    await told;
    const { errorCode } = await member.ask('/order/list', { scope: 'active' });
    assert(errorCode === 0, 'the read of a hint is answered');
    tookMs.push(performance.now() - committedAt);
  };
  const all: Promise<void>[] = [];
  const startedAt = performance.now();
  for (const [n, follower] of followers.slice(0, CHANGES).entries()) {
    const told = new Promise<void>((resolve, reject) => {
      follower.onChanged = resolve;
      setTimeout(() => reject(new Error('a stream told nothing of its change')), TELLS_WITHIN_MS).unref();
    });
    all.push(change(follower, told));
    await sleep(Math.max(0, startedAt + ((n + 1) * 1000) / CHANGES_PER_SECOND - performance.now()));
  }
  await Promise.all(all);
  return tookMs;
}

const print = (name: string, ratio: number, more: object) =>
  console.log(
    JSON.stringify({ bench: 'streams', case: name, ratio: Number(ratio.toFixed(2)), reach: 1, ...more }),
  );

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const server = await startServer(postgres.localUrl, folder);
const database = await openKeyedDatabase(postgres.url, folder);
try {
  console.error(`holdfast: making ${STREAMS} members who are signed in...`);
  const members: (readonly [MemberId, BenchMember])[] = [];
  await eachOf([...Array.from({ length: STREAMS }).keys()], async (index) => {
    const member = await BenchMember.planted(server.url, `bs${String(index).padStart(6, '0')}`);
    members.push([toMemberId(BigInt(index + 1)), member]);
  });
  await plantMembers(database.db, members);
  const { followers, each } = await measureMemory(server.pid, members);
  print('memory', MEMORY_REACH / each, { each: Math.round(each), unit: 'bytes', streams: followers.length });
  const tookMs = await measureHints(database.db, followers);
  const [p99, p50] = [percentile(tookMs, 0.99), percentile(tookMs, 0.5)].map(Math.round);
  print('hint', HINT_REACH_MS / defined(p99, 'changes were told'), {
    p99,
    p50,
    unit: 'ms',
    changes: CHANGES,
  });
  for (const { close } of followers) close();
} finally {
  await database.close();
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
