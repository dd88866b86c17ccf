import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
 * exchanges (`exchange`) come in from many networks, several times as many as one core can serve. Quiet and flooded phases take turns.
 */

const ROUNDS = 2;
/** One core hashes about thirty passwords in a second, and answers about six hundred exchanges. */
const SIGN_INS_PER_SECOND = 200;
const EXCHANGES_PER_SECOND = 1000;
const SIGN_INS_MADE = 6000;
const EXCHANGES_MADE = 100;

async function whileFlooded<T>(flood: Flood, work: () => Promise<T>): Promise<[T, FloodResult]> {
  const thread = new Worker(new URL('flood-load.ts', import.meta.url), { workerData: flood });
  try {
    const result = await work();
    const over = new Promise<FloodResult>((resolve) => thread.once('message', resolve));
    thread.postMessage('stop');
    return [result, await over];
  } finally {
    await thread.terminate();
  }
}

async function measure(name: string, pairs: readonly Pair[], makeFlood: () => Promise<Flood>): Promise<void> {
  const [quiet, flooded]: [number[], number[]] = [[], []];
  const sent = { answered: 0, unsent: 0 };
  await measureReleases(pairs); // warm-up
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await measureReleases(pairs)));
    const [tookMs, result] = await whileFlooded(await makeFlood(), () => measureReleases(pairs));
    flooded.push(...tookMs);
    sent.answered += result.answered;
    sent.unsent += result.unsent;
  }
  const [before, during] = [percentile(quiet, 0.99), percentile(flooded, 0.99)];
  const [p50, p50Before] = [percentile(flooded, 0.5), percentile(quiet, 0.5)].map(Math.round);
  const ratio = Number((before / during).toFixed(3));
  const figures = {
    ratio,
    ours: Math.round(during),
    reference: Math.round(before),
    unit: 'ms',
    p50,
    p50Before,
  };
  console.log(JSON.stringify({ bench: 'flood', case: name, ...figures, flood: sent }));
}

/** Sign-ins at accounts that nobody has, sealed ahead. */
async function signIns(url: string, port: number): Promise<Flood> {
  const device = await BenchMember.connect(url);
  const bodies = Array.from({ length: SIGN_INS_MADE }, () => {
    const account = `b1${randomBytes(6).toString('hex')}`;
    const input = { account, password: 'Reef8stone', installId: randomBytes(16).toString('hex') };
    return device.seal('/member/login', input).body;
  });
  return { port, path: '/proxypost', bodies, perSecond: SIGN_INS_PER_SECOND };
}

async function exchanges(url: string, port: number): Promise<Flood> {
  const { keys } = (await (await fetch(`${url}/proxykeys`)).json()) as { keys: { kid: number; S: string }[] };
  const { kid, S: publicKey } = defined(keys[0], 'a server has a key');
  const make = () =>
    beginNodeExchange({ pin: { kid, publicKey }, device: makeDevice(), now: Date.now() }).body;
  const bodies = Array.from({ length: EXCHANGES_MADE }, make);
  return { port, path: '/proxyconfig', bodies, perSecond: EXCHANGES_PER_SECOND };
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { url, stop } = await startServer(postgres.url, folder);
const database = openDatabase({ url: postgres.url, name: 'bench', onIdleError: () => {} });
const books = openBooks({ databaseUrl: postgres.url, dataDir: folder });
try {
  const port = Number(new URL(url).port);
  const pairs = await makePairs(url, books, database.db);
  await measure('release', pairs, () => signIns(url, port));
  await measure('exchange', pairs, () => exchanges(url, port));
} finally {
  await books.close();
  await database.close();
  await stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
