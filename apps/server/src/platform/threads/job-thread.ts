import { constants, platform, setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { BugError, defined } from '@holdfast/kernel';

/** Jobs in a worker thread, so that they do not hold up the event loop. */
export interface JobThread<Job, Result> {
  /** Rejects with a BugError when the job throws: whatever a job refuses is checked before. */
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

interface Asked<Job> {
  readonly id: number;
  readonly job: Job;
}

type Answer<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly fault: string };

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** `module` serves the jobs (`serveJobs`), and finds `settings` as its `workerData`. The thread starts with the first job. */
export function createJobThread<Job, Result>(module: URL, settings: unknown): JobThread<Job, Result> {
  const waiting = new Map<number, Waiting<Result>>();
  let worker: Worker | undefined;
  let nextId = 0;

  function start(): Worker {
    // No flags of the parent: a debugger's port or a test runner's loader has no business in this thread.
    const started = new Worker(module, { workerData: settings, execArgv: [] });
    started.on('message', (answer: Answer<Result>) => {
      const { resolve, reject } = defined(waiting.get(answer.id), 'an answer belongs to a job');
      waiting.delete(answer.id);
      // An idle thread does not keep the process alive, a job does.
      if (waiting.size === 0) started.unref();
      if ('result' in answer) resolve(answer.result);
      else reject(new BugError(answer.fault));
    });
    // There is deliberately no listener for 'error': a thread that cannot load or crashes stops the process.
    return started;
  }

  return {
    async run(job) {
      worker ??= start();
      const thread = worker;
      const id = (nextId += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.ref();
        thread.postMessage({ id, job } satisfies Asked<Job>);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** The other end, in the thread. */
export function serveJobs(answer: (job: never) => unknown): void {
  const port = defined(parentPort, 'this module runs in a worker thread');
  const reply = async ({ id, job }: Asked<never>): Promise<Answer<unknown>> => {
    try {
      return { id, result: await answer(job) };
    } catch (error) {
      return { id, fault: String(error) };
    }
  };
  port.on(
    'message',
    (asked: Asked<never>) => void reply(asked).then((answered) => port.postMessage(answered)),
  );
}

/** Called in a thread: the event loop and the database go first, where the system can give a thread a priority of its own. */
export function yieldToOthers(): void {
  // Elsewhere the number would be that of the whole process.
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
