import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { defined } from '@holdfast/kernel';
import { beginNodeExchange, makeDevice } from '@holdfast/secure-channel/node';
import { startPostgres } from '@holdfast/postgres';
import { openBooks } from '@holdfast/testkit/setup';
import { openDatabase } from '#platform/db/db.ts';
import type { Flood, FloodResult } from './flood-load.ts';
import { percentile } from './percentile.ts';
import { makePairs, measureReleases, type Pair } from './releases.ts';
import { startServer } from './server-process.ts';
import { BenchMember } from './trade-member.ts';

/**
 * What members who trade feel of a flood of strangers: the p99 of a release without it, against the p99 while sign-ins (`release`) or key
 * exchanges (`exchange`) come in from many networks, several times as many as one core can serve. Quiet and flooded phases take turns. Each release
 * hashes the secret of its member, and the bench fails where the flood has not made the server hash, or a release has not.
 */

const ROUNDS = 6;
/** One process hashes about twelve passwords of strangers in a second, and answers about six hundred exchanges. */
const SIGN_INS_PER_SECOND = 200;
const EXCHANGES_PER_SECOND = 1000;
/** The thread that sends them takes a core while it starts, which no flood from outside does. */
const FLOOD_STARTS_MS = 1500;
/** For a minute. One that is sent again is no sign-in: the channel refuses it. */
const SIGN_INS_MADE = 12_000;
/** Fewer than a device may try in a minute, so that its limit refuses none of them before it is hashed. */
const SIGN_INS_A_DEVICE = 20;
const EXCHANGES_MADE = 100;
/** A flood that makes the server hash less than so many times what releases do floods nothing. The server hashes little for strangers. */
const HASHES_RISE_MIN = 1.5;

interface World {
  readonly url: string;
  readonly port: number;
  readonly metricsUrl: string;
  readonly pairs: readonly Pair[];
}

interface Phase {
  readonly tookMs: readonly number[];
  /** What the server hashed meanwhile. */
  readonly hashes: number;
}

async function readHashes(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const counts = text.matchAll(/^holdfast_password_hashes_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Releases by members whose secrets the server does not remember, so that it hashes each of them. */
async function measurePhase({ pairs, metricsUrl }: World): Promise<Phase> {
  const before = await readHashes(metricsUrl);
  const tookMs = await measureReleases(pairs);
  const hashes = (await readHashes(metricsUrl)) - before;
  if (hashes < tookMs.length) throw new Error(`${tookMs.length} releases were hashed ${hashes} times`);
  return { tookMs, hashes };
}

const changeSecrets = async (pairs: readonly Pair[]) => {
  for (const { seller } of pairs) await seller.changeSecret();
};

async function whileFlooded<T>(flood: Flood, work: () => Promise<T>): Promise<[T, FloodResult]> {
  const thread = new Worker(new URL('flood-load.ts', import.meta.url), { workerData: flood });
  try {
    await sleep(FLOOD_STARTS_MS);
    const result = await work();
    const over = new Promise<FloodResult>((resolve) => thread.once('message', resolve));
    thread.postMessage('stop');
    return [result, await over];
  } finally {
    await thread.terminate();
  }
}

/** The phases of one case, and what was sent in the flooded ones. */
async function runPhases(world: World, makeFlood: () => Promise<Flood>) {
  const [quiet, flooded]: [Phase[], Phase[]] = [[], []];
  const sent = { answered: 0, unsent: 0 };
  await measureReleases(world.pairs); // warm-up
  for (let round = 0; round < ROUNDS; round += 1) {
    await changeSecrets(world.pairs);
    quiet.push(await measurePhase(world));
    await changeSecrets(world.pairs);
    const flood = await makeFlood();
    const [phase, result] = await whileFlooded(flood, () => measurePhase(world));
    if (result.answered > flood.bodies.length && !flood.isRepeatable) throw new Error('the flood ran dry');
    flooded.push(phase);
    sent.answered += result.answered;
    sent.unsent += result.unsent;
  }
  const hashesOf = (phases: readonly Phase[]) => phases.reduce((sum, { hashes }) => sum + hashes, 0);
  return { quiet, flooded, sent, hashes: hashesOf(flooded), hashesBefore: hashesOf(quiet) };
}

async function measure(name: string, world: World, makeFlood: () => Promise<Flood>) {
  const { quiet, flooded, sent, ...hashed } = await runPhases(world, makeFlood);
  const timesOf = (phases: readonly Phase[]) => phases.flatMap(({ tookMs }) => tookMs);
  const [before, during] = [percentile(timesOf(quiet), 0.99), percentile(timesOf(flooded), 0.99)];
  const [p50, p50Before] = [flooded, quiet].map((phases) => Math.round(percentile(timesOf(phases), 0.5)));
  const ratio = Number((before / during).toFixed(3));
  const figures = {
    ratio,
    ours: Math.round(during),
    reference: Math.round(before),
    unit: 'ms',
    p50,
    p50Before,
    ...hashed,
  };
  console.log(JSON.stringify({ bench: 'flood', case: name, ...figures, flood: sent }));
  return hashed;
}

/** Sign-ins at accounts that nobody has, sealed ahead, of many devices in turns. */
async function signIns({ url, port }: World): Promise<Flood> {
  const devices: BenchMember[] = [];
  while (devices.length < SIGN_INS_MADE / SIGN_INS_A_DEVICE) devices.push(await BenchMember.connect(url));
  const bodies = Array.from({ length: SIGN_INS_MADE }, (_, at) => {
    const account = `b1${randomBytes(6).toString('hex')}`;
    const input = { account, password: 'Reef8stone', installId: randomBytes(16).toString('hex') };
    return defined(devices[at % devices.length], 'a device').seal('/member/login', input).body;
  });
  return { port, path: '/proxypost', bodies, perSecond: SIGN_INS_PER_SECOND, isRepeatable: false };
}

async function exchanges({ url, port }: World): Promise<Flood> {
  const { keys } = (await (await fetch(`${url}/proxykeys`)).json()) as { keys: { kid: number; S: string }[] };
  const { kid, S: publicKey } = defined(keys[0], 'a server has a key');
  const make = () =>
    beginNodeExchange({ pin: { kid, publicKey }, device: makeDevice(), now: Date.now() }).body;
  const bodies = Array.from({ length: EXCHANGES_MADE }, make);
  return { port, path: '/proxyconfig', bodies, perSecond: EXCHANGES_PER_SECOND, isRepeatable: true };
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { url, metricsUrl, stop } = await startServer(postgres.url, folder);
const database = openDatabase({ url: postgres.url, name: 'bench', onIdleError: () => {} });
const books = openBooks({ databaseUrl: postgres.url, dataDir: folder });
try {
  const port = Number(new URL(url).port);
  const pairs = await makePairs(url, books, database.db);
  const world = { url, port, metricsUrl, pairs };
  const { hashes, hashesBefore } = await measure('release', world, () => signIns(world));
  if (hashes < HASHES_RISE_MIN * hashesBefore)
    throw new Error(`the flood floods nothing: ${hashesBefore} hashes without it, ${hashes} with it`);
  await measure('exchange', world, () => exchanges(world));
} finally {
  await books.close();
  await database.close();
  await stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
