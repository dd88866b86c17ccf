import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UPLOAD_RULES } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { startPostgres } from '@holdfast/postgres';
import { hashFile, sealAssetRequest, type UploadedFile } from '@holdfast/secure-channel/node';
import { openBooks } from '@holdfast/testkit/setup';
import sharp from 'sharp';
import { openDatabase } from '#platform/db/db.ts';
import { photo } from '#testing/pictures.ts';
import { percentile } from './percentile.ts';
import { processorMsBelow } from './process-time.ts';
import { makePairs, measureReleases } from './releases.ts';
import { startServer } from './server-process.ts';
import { BenchMember } from './trade-member.ts';

/**
 * What a telephone's picture costs: from the first byte of its upload to stored and clean, against the picture library alone on the same file,
 * in turns; and what members who trade feel while eight upload at once.
 */

const [WIDTH, HEIGHT] = [4000, 3000];
const AT_ONCE = 8;
/** So many take turns that none meets the limit of a minute. */
const MEMBERS = 40;
/** Of sixty releases each. */
const PHASES = 4;
const ROUNDS = 24;
const WARM_UP = 3;
/** What a release may take while others upload. */
const REACH_MS = 300;

interface Picture {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly file: UploadedFile;
}

/** Sends a picture whole; how long it took until it was stored. */
async function upload(url: string, member: BenchMember, { bytes, file }: Picture): Promise<number> {
  const token = await member.call('/member/upload-file-token', { purpose: 'identity-front' });
  const { path, serviceId } = token;
  const body = new FormData();
  body.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
  const startedAt = performance.now();
  const authorization = sealAssetRequest(token, {
    method: 'POST',
    path,
    serviceId,
    now: Date.now(),
    file,
    at: 0,
  });
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { authorization }, body });
  const answer = await response.text();
  if (!answer.includes('"isStored":true'))
    throw new Error(`an upload was answered ${response.status} ${answer}`);
  return performance.now() - startedAt;
}

/** The same work by the library alone: unpack, upright, smaller, written anew. */
async function alone({ bytes }: Picture): Promise<number> {
  const side = UPLOAD_RULES['identity-front'].sidePixels;
  const startedAt = performance.now();
  await sharp(bytes, { sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return performance.now() - startedAt;
}

const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function measureOne(url: string, members: readonly BenchMember[], picture: Picture): Promise<void> {
  const [ours, reference]: [number[], number[]] = [[], []];
  let [ourCpu, referenceCpu] = [0, 0];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const member = defined(members[(round + WARM_UP) % members.length], 'a member');
    const before = processorMsBelow(process.pid) ?? 0;
    const tookMs = await upload(url, member, picture);
    const used = (processorMsBelow(process.pid) ?? 0) - before;
    const ownBefore = ownMs();
    const aloneMs = await alone(picture);
    if (round < 0) continue;
    ours.push(tookMs);
    reference.push(aloneMs);
    ourCpu += used;
    referenceCpu += ownMs() - ownBefore;
  }
  const [mine, theirs] = [percentile(ours, 0.5), percentile(reference, 0.5)];
  const figures = {
    ratio: Number((theirs / mine).toFixed(3)),
    ours: Math.round(mine),
    reference: Math.round(theirs),
    unit: 'ms',
    cpuMs: Math.round(ourCpu / ROUNDS),
    cpuMsAlone: Math.round(referenceCpu / ROUNDS),
    fileKiB: Math.round(picture.bytes.length / 1024),
  };
  console.log(JSON.stringify({ bench: 'assets', case: 'one', ...figures }));
}

async function measureEight(
  url: string,
  members: readonly BenchMember[],
  { picture, pairs }: { picture: Picture; pairs: Awaited<ReturnType<typeof makePairs>> },
): Promise<void> {
  await measureReleases(pairs); // warm-up
  const quiet = await measureReleases(pairs);
  const upTo = new AbortController();
  const tookMs: number[] = [];
  const keepUploading = async (own: readonly BenchMember[]) => {
    for (let turn = 0; !upTo.signal.aborted; turn += 1)
      tookMs.push(await upload(url, defined(own[turn % own.length], 'a member'), picture));
  };
  const share = (line: number) => members.filter((_, index) => index % AT_ONCE === line);
  const uploading = Promise.all(Array.from({ length: AT_ONCE }, (_, line) => keepUploading(share(line))));
  const during: number[] = [];
  for (let phase = 0; phase < PHASES; phase += 1) during.push(...(await measureReleases(pairs)));
  upTo.abort();
  await uploading;
  const [p99, before] = [percentile(during, 0.99), percentile(quiet, 0.99)];
  const figures = {
    ratio: Number((REACH_MS / p99).toFixed(3)),
    ours: Math.round(p99),
    reference: REACH_MS,
    unit: 'ms',
    quiet: Math.round(before),
    uploads: tookMs.length,
    uploadP50: Math.round(percentile(tookMs, 0.5)),
  };
  console.log(JSON.stringify({ bench: 'assets', case: 'eight', ...figures }));
}

sharp.concurrency(1);
sharp.cache(false);
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { url, stop } = await startServer(postgres.url, folder);
const database = openDatabase({ url: postgres.url, name: 'bench', onIdleError: () => {} });
const books = openBooks({ databaseUrl: postgres.url, dataDir: folder });
try {
  const small = await photo({ width: WIDTH / 4, height: HEIGHT / 4 });
  const bytes = Buffer.from(await sharp(small).resize(WIDTH, HEIGHT).jpeg({ quality: 95 }).toBuffer());
  const picture = { bytes, file: hashFile(bytes) };
  const members: BenchMember[] = [];
  while (members.length < MEMBERS) members.push(await BenchMember.register(url, books));
  await measureOne(url, members, picture);
  await measureEight(url, members, { picture, pairs: await makePairs(url, books, database.db) });
} finally {
  await books.close();
  await database.close();
  await stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
