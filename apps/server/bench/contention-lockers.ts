import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { findErrorByCode } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import { makeRid } from '@holdfast/secure-channel/node';
import { openBooks, type RunningProduct } from '@holdfast/testkit/setup';
import { BenchMember } from './trade-member.ts';

/**
 * The members who want the same listing, in a thread of their own, so that sealing for them does not delay whoever is measured. Each locks
 * until it has as many orders as it may, or until it is refused for good; a refusal that leaves the command open is repeated under its RID.
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
  readonly seconds: number;
  /** How often the lockers were asked to come back, or refused for good, by the name of the error. */
  readonly refused: Readonly<Record<string, number>>;
}

const PATH = '/order/lock';
/** What a device waits after an answer that says nothing of the command and names no wait of its own. */
const PAUSE_MS = 1000;

async function rush(lockers: readonly BenchMember[], { listingId, quantity, locksEach }: Rush) {
  const refused: Record<string, number> = {};
  const [startedAt, lockedAt]: [number, number[]] = [performance.now(), []];

  async function lockOnce(locker: BenchMember): Promise<boolean> {
    for (const rid = makeRid(); ;) {
      const { errorCode, data } = await locker.ask(PATH, { listingId, version: '1', quantity }, { rid });
      if (errorCode === 0) return lockedAt.push(performance.now()) > 0;
      const name = findErrorByCode(errorCode) ?? String(errorCode);
      refused[name] = (refused[name] ?? 0) + 1;
      const { open = false, seconds = PAUSE_MS / 1000 } = data as { open?: boolean; seconds?: number };
      if (!open) return false;
      // Devices that were refused at the same moment do not come back at the same moment.
      await sleep(seconds * 1000 * (0.5 + (performance.now() % 1)));
    }
  }
  await Promise.all(
    lockers.map(async (locker) => {
      for (let locks = 0; locks < locksEach && (await lockOnce(locker)); locks += 1);
    }),
  );
  const locks = lockedAt.length;
  return { locks, seconds: (defined(lockedAt.at(-1), 'a lock') - startedAt) / 1000, refused };
}

const { url, product, rushes } = workerData as Crowd;
const count = rushes.reduce((sum, lockers) => sum + lockers, 0);
const port = defined(parentPort, 'this module runs in a worker thread');
const books = openBooks(product);
const lockers: BenchMember[] = [];
while (lockers.length < count) {
  const batch = Array.from({ length: Math.min(20, count - lockers.length) }, () =>
    BenchMember.register(url, books),
  );
  lockers.push(...(await Promise.all(batch)));
}
await books.close();
port.postMessage('ready');
let rushed = 0;
port.on('message', (wanted: Rush) => {
  void rush(lockers.splice(0, rushes[rushed++]), wanted).then((result: RushResult) =>
    port.postMessage(result),
  );
});
