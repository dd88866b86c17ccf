import { Worker } from 'node:worker_threads';
import { BugError, defined } from '@holdfast/kernel';
import type { ExchangeAnswer } from './exchange.ts';
import { createExchangeAnswerer, type RawTicketKeys, type SecretServerKey } from './exchange-answerer.ts';

/** The number of threads, and the length of the queue. */
export interface ExchangeLimits {
  /** Zero answers in the calling thread: for tools and tests, where nobody is held up. */
  readonly threads: number;
  readonly waiting: number;
}

/** What a thread is told. */
export type PoolMessage =
  | { readonly ticketKeys: RawTicketKeys }
  | { readonly id: number; readonly body: string; readonly now: number };

/** What a thread tells. */
export type PoolAnswer =
  | { readonly id: number; readonly answer: ExchangeAnswer }
  | { readonly id: number; readonly fault: string };

/**
 * Runs exchanges in worker threads: curve work would block the event loop for 1.6 ms each. The queue is bounded, so a flood of exchanges
 * is refused (load shedding) while requests of live sessions are served as before.
 */
export interface ExchangePool {
  setTicketKeys(keys: RawTicketKeys): void;
  /** `'busy'` at once when the queue is full. */
  answer(body: string, now: number): Promise<ExchangeAnswer | 'busy'>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: ExchangeAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

function startThread(serverKeys: readonly SecretServerKey[]): Thread {
  // No flags of the parent: a debugger's port or a test runner's loader has no business in this thread.
  const worker = new Worker(new URL('exchange-worker.ts', import.meta.url), {
    workerData: { serverKeys },
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  worker.on('message', (message: PoolAnswer) => {
    const { resolve, reject } = defined(waiting.get(message.id), 'an answer belongs to an exchange');
    waiting.delete(message.id);
    // An idle thread does not keep the process alive, a waiting exchange does.
    if (waiting.size === 0) worker.unref();
    if ('answer' in message) resolve(message.answer);
    else reject(new BugError(message.fault));
  });
  // There is deliberately no listener for 'error': a thread that cannot load or crashes stops the process.
  worker.unref();
  return { worker, waiting };
}

/** Threads start with the first exchange. */
export function createExchangePool(
  serverKeys: readonly SecretServerKey[],
  limits: ExchangeLimits,
): ExchangePool {
  if (limits.threads === 0) return inThisThread(serverKeys);
  let threads: Thread[] = [];
  let ticketKeys: RawTicketKeys = new Map();
  let nextId = 0;

  function start(): Thread[] {
    if (threads.length > 0) return threads;
    threads = Array.from({ length: limits.threads }, () => startThread(serverKeys));
    for (const { worker } of threads) worker.postMessage({ ticketKeys } satisfies PoolMessage);
    return threads;
  }

  return {
    setTicketKeys(keys) {
      // A copy, for threads that start later: the caller may wipe what it gave.
      ticketKeys = new Map([...keys].map(([epoch, raw]) => [epoch, Uint8Array.from(raw)]));
      for (const { worker } of threads) worker.postMessage({ ticketKeys } satisfies PoolMessage);
    },
    async answer(body, now) {
      const [thread, ...others] = start();
      const idlest = others.reduce(
        (least, other) => (other.waiting.size < least.waiting.size ? other : least),
        defined(thread, 'a pool has a thread'),
      );
      const underWay = threads.reduce((sum, { waiting }) => sum + waiting.size, 0);
      if (underWay >= limits.threads + limits.waiting) return 'busy';
      const id = (nextId += 1);
      return new Promise<ExchangeAnswer>((resolve, reject) => {
        idlest.waiting.set(id, { resolve, reject });
        idlest.worker.ref();
        idlest.worker.postMessage({ id, body, now } satisfies PoolMessage);
      });
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function inThisThread(serverKeys: readonly SecretServerKey[]): ExchangePool {
  const answerer = createExchangeAnswerer(serverKeys);
  return {
    setTicketKeys: (keys) => answerer.setTicketKeys(keys),
    answer: async (body, now) => answerer.answer(body, now),
    close: async () => undefined,
  };
}
