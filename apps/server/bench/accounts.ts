import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '@holdfast/kernel';
import { startPostgres } from '@holdfast/postgres';
import { openBooks, type Books } from '@holdfast/testkit/setup';
import { startServer } from './server-process.ts';
import { BENCH_PASSWORD, BenchMember } from './trade-member.ts';

/**
 * Whether the time of an answer tells that an account exists (threat B2): each way in that anybody may ask, for accounts of members and for
 * names that nobody has, by turns, every question from a device of its own. Ends with a failure when the medians lie further apart than
 * the limit, or when the answers differ in anything but what is drawn at random.
 */

const SAMPLES = 60;
/** On a busy machine the medians of a few lie apart by chance: more are asked while it looks so. What is real stays. */
const SAMPLES_MAX = 240;
const WARM_UP = 10;
const LIMIT_MS = 5;

const NEW_PASSWORD = 'Reef8stone';
const noTicket = () => randomBytes(32).toString('base64url');

type Ask = (device: BenchMember, account: string) => Promise<{ errorCode: number; errorMessage: string }>;

const CASES: Readonly<Record<string, Ask>> = {
  login: (device, account) =>
    device.ask('/member/login', {
      account,
      password: NEW_PASSWORD,
      installId: randomBytes(16).toString('hex'),
    }),
  // The right password of a member, a wrong one of nobody, while somebody guesses at both.
  'login-guessed': (device, account) =>
    device.ask('/member/login', {
      account,
      password: BENCH_PASSWORD,
      installId: randomBytes(16).toString('hex'),
    }),
  freeze: (device, account) =>
    device.ask('/member/security/freeze-without-session', { account, password: NEW_PASSWORD }),
  'code-send': (device, account) =>
    device.ask('/utils/otp/mobile/send', { purpose: 'forgotten', account, channel: 'mobile' }),
  'reset-begin': (device, account) =>
    device.ask('/member/flow/force-reset-password/create-cerification', { account, channel: 'mobile' }),
  'forgotten-questions': (device, account) => device.ask('/member/security-questions-get', { account }),
  'forgotten-set': (device, account) =>
    device.ask(
      '/member/forget-password/set-password/{account}',
      { ticket: noTicket(), newPassword: NEW_PASSWORD },
      { account },
    ),
};

const median = (values: readonly number[]) =>
  defined(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)], 'there are samples');
const rounded = (value: number) => Number(value.toFixed(2));

async function measure(url: string, books: Books, name: string, ask: Ask): Promise<boolean> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  const apart = () => Math.abs(median(times.known) - median(times.unknown));
  const isEnough = (count: number) => count >= SAMPLES_MAX || (count >= SAMPLES && apart() <= LIMIT_MS);
  for (let round = 0; !isEnough(times.known.length); round += 1) {
    const { account } = await BenchMember.register(url, books);
    const nobody = `b1${randomBytes(6).toString('hex')}`;
    if (name === 'login-guessed') for (const guessed of [account, nobody]) await books.guessAt(guessed);
    const turns = [['known', account] as const, ['unknown', nobody] as const];
    // The order alternates, because the second call finds warmer caches.
    for (const [kind, whose] of round % 2 === 0 ? turns : turns.toReversed()) {
      const device = await BenchMember.connect(url);
      const startedAt = performance.now();
      const { errorCode, errorMessage } = await ask(device, whose);
      const tookMs = performance.now() - startedAt;
      answers[kind].add(`${errorCode} ${errorMessage}`);
      if (round >= WARM_UP) times[kind].push(tookMs);
    }
  }
  const [ours, reference] = [median(times.known), median(times.unknown)];
  const isSame = [...answers.known].join() === [...answers.unknown].join();
  const ratio = rounded(ours / reference);
  const figures = { ratio, ours: rounded(ours), reference: rounded(reference), unit: 'ms' };
  const more = {
    apart: rounded(apart()),
    limit: LIMIT_MS,
    samples: times.known.length,
    answers: [...answers.known],
    isSame,
  };
  console.log(JSON.stringify({ bench: 'accounts', case: name, ...figures, ...more }));
  return isSame && apart() <= LIMIT_MS;
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { url, stop } = await startServer(postgres.url, folder);
const books = openBooks({ databaseUrl: postgres.url, dataDir: folder });
try {
  const isKept: boolean[] = [];
  for (const [name, ask] of Object.entries(CASES)) isKept.push(await measure(url, books, name, ask));
  if (isKept.includes(false)) process.exitCode = 1;
} finally {
  await books.close();
  await stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
