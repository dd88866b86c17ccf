import { Worker } from 'node:worker_threads';
import { BugError, defined } from '@holdfast/kernel';

/** Parameters of argon2id; `memoryCost` in KiB. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** What the thread is started with. */
export interface HashSettings extends PasswordCost {
  readonly pepper: Uint8Array;
}

/** `stored`: the hash to compare with; without it the text is hashed, under `settings` where they are given. */
export interface HashJob {
  readonly id: number;
  readonly stored?: string;
  readonly settings?: string | undefined;
  readonly text: string;
}

export type HashAnswer =
  | { readonly id: number; readonly result: string | boolean }
  | { readonly id: number; readonly fault: string };

interface Waiting {
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

export interface HashThread {
  hash(text: string, settings?: string): Promise<string>;
  verify(stored: string, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Hashes in a thread of its own (`hash-worker.ts`), one after the other. It starts with the first hash. */
export function createHashThread(settings: HashSettings): HashThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let nextId = 0;

  function start(): Worker {
    // No flags of the parent: a debugger's port or a test runner's loader has no business in this thread.
    const started = new Worker(new URL('hash-worker.ts', import.meta.url), {
      workerData: settings,
      execArgv: [],
    });
    started.on('message', (answer: HashAnswer) => {
      const { resolve, reject } = defined(waiting.get(answer.id), 'an answer belongs to a hash');
      waiting.delete(answer.id);
      // An idle thread does not keep the process alive, a hash does.
      if (waiting.size === 0) started.unref();
      if ('result' in answer) resolve(answer.result);
      else reject(new BugError(answer.fault));
    });
    // There is deliberately no listener for 'error': a thread that cannot load or crashes stops the process.
    return started;
  }

  async function run(job: Omit<HashJob, 'id'>): Promise<string | boolean> {
    worker ??= start();
    const thread = worker;
    const id = (nextId += 1);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, ...job } satisfies HashJob);
    });
  }

  return {
    hash: async (text, settings) => String(await run({ text, settings })),
    verify: async (stored, text) => (await run({ stored, text })) === true,
    async close() {
      await worker?.terminate();
    },
  };
}
