import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { findErrorByCode } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import { openBooks, type RunningProduct } from '@holdfast/testkit/setup';
import { RawSocket, rawRequest } from './raw-socket.ts';
import { BenchMember } from './trade-member.ts';

/**
 * The members who want the same listing, in a thread of their own. Each locks as often as it may. They share the cores with the server, and what
 * is measured is the server: so their requests are sealed before they begin, and their answers are opened after the last one has come.
 */

export interface Crowd {
  readonly url: string;
  readonly product: RunningProduct;
  /** How many rush one after the other. */
  readonly rushes: readonly number[];
}

export interface Rush {
  readonly listingId: string;
  readonly quantity: string;
  readonly locksEach: number;
}

export interface RushResult {
  readonly locks: number;
  /** From the first request to the last lock. */
  readonly seconds: number;
  /** How often the lockers were refused, by the name of the error. */
  readonly refused: Readonly<Record<string, number>>;
}

const PATH = '/order/lock';
const port = defined(parentPort, 'this module runs in a worker thread');
const { url, product, rushes } = workerData as Crowd;

/** One of the crowd with what it is going to send, in this order. */
async function prepare(member: BenchMember, { listingId, quantity, locksEach }: Rush) {
  const socket = new RawSocket(Number(new URL(url).port));
  await socket.open();
  const requests = Array.from({ length: locksEach }, () => {
    const sealed = member.seal(PATH, { listingId, version: '1', quantity });
    const bytes = rawRequest(sealed.endpoint, sealed.body, { 'x-forwarded-for': member.address });
    return { bytes, open: (text: string) => sealed.open(text) };
  });
  return { socket, requests };
}

async function rush(members: readonly BenchMember[], wanted: Rush): Promise<RushResult> {
  const lockers = await Promise.all(members.map((member) => prepare(member, wanted)));
  const answers: { text: string; at: number; open: ReturnType<BenchMember['seal']>['open'] }[] = [];
  port.postMessage('ready');
  await once(port, 'message');
  const startedAt = performance.now();
  await Promise.all(
    lockers.map(async ({ socket, requests }) => {
      for (const { bytes, open } of requests)
        answers.push({ text: await socket.send(bytes), at: performance.now(), open });
      socket.close();
    }),
  );
  const refused: Record<string, number> = {};
  const lockedAt: number[] = [];
  for (const { text, at, open } of answers) {
    const answer = open(text);
    if (!answer || !('body' in answer)) throw new Error(`${PATH}: ${text.slice(0, 20)}`);
    const { errorCode } = JSON.parse(answer.body) as { errorCode: number };
    const name = findErrorByCode(errorCode) ?? String(errorCode);
    if (errorCode === 0) lockedAt.push(at);
    else refused[name] = (refused[name] ?? 0) + 1;
  }
  return { locks: lockedAt.length, seconds: (Math.max(...lockedAt) - startedAt) / 1000, refused };
}

async function registerAll(count: number): Promise<BenchMember[]> {
  const books = openBooks(product);
  const members: BenchMember[] = [];
  while (members.length < count) {
    const batch = Array.from({ length: Math.min(20, count - members.length) }, () =>
      BenchMember.register(url, books),
    );
    members.push(...(await Promise.all(batch)));
  }
  await books.close();
  return members;
}

const crowds: BenchMember[][] = [];
for (const size of rushes) crowds.push(await registerAll(size));
port.postMessage('ready');
for (const members of crowds) {
  const [wanted] = (await once(port, 'message')) as [Rush];
  port.postMessage(await rush(members, wanted));
}
