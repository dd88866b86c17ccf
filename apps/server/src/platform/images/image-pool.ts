import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { appError } from '@holdfast/contract/errors';
import { createFairQueue, OVERLOADED_SECONDS } from '#platform/queues/fair-queue.ts';
import type { Log } from '#platform/log/log.ts';
import type { ImageJob, ImageResult, JobMessage, ResultMessage } from './image-job.ts';

/**
 * Unpacks and writes pictures anew in processes of their own (`image-worker.ts`), one picture each at a time. However many come, there
 * are half as many processes as cores, of two threads each and at the lowest priority; members take turns in the queue, so who brings many
 * waits for himself.
 */

const JOB_MS = 20_000;
const WAITING = 64;
/** After so long without a picture a process ends, and gives its memory back. */
const IDLE_MS = 60_000;

export interface ImagePool {
  /** `share`: whose turn it is. Refuses with OVERLOADED when the queue is full. */
  run(job: ImageJob, share: string): Promise<ImageResult>;
  close(): void;
}

export interface ImagePoolOptions {
  readonly log: Log;
  readonly processes?: number;
  readonly jobMs?: number;
  /** Another program than the product's, for tests of what a hanging or dying one does. */
  readonly program?: URL;
}

interface Process {
  run(job: ImageJob): Promise<ImageResult>;
  close(): void;
}

function createProcess({ log, jobMs = JOB_MS, program }: ImagePoolOptions): Process {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 0;

  const stop = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };

  function start(): ChildProcess {
    const started = fork(program ?? new URL('image-worker.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=256'],
      env: {}, // secrets of the product may stand in ours
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  /** Ends with a result, an exit or the time limit, whatever comes first. */
  function ask(started: ChildProcess, job: ImageJob): Promise<ImageResult | 'hung' | 'died'> {
    const id = (nextId += 1);
    return new Promise((resolve) => {
      const end = (result: ImageResult | 'hung' | 'died') => {
        clearTimeout(timer);
        started.off('message', onMessage).off('exit', onExit).off('error', onExit);
        resolve(result);
      };
      const timer = setTimeout(end, jobMs, 'hung');
      const onMessage = (message: unknown) => {
        const { id: of, ...result } = message as ResultMessage;
        if (of === id) end(result);
      };
      const onExit = () => end('died');
      started.on('message', onMessage).on('exit', onExit).on('error', onExit);
      started.send({ ...job, id } satisfies JobMessage, (error) => {
        if (error) end('died');
      });
    });
  }

  return {
    async run(job) {
      clearTimeout(idle);
      child ??= start();
      const result = await ask(child, job);
      if (typeof result !== 'string') {
        idle = setTimeout(stop, IDLE_MS).unref();
        return result;
      }
      stop();
      log.warn({ bytes: job.bytes, how: result }, 'a file stopped the process that reads pictures');
      return { fault: 'UPLOAD_DAMAGED' };
    },
    close: stop,
  };
}

export function createImagePool(options: ImagePoolOptions): ImagePool {
  const count = options.processes ?? Math.max(1, Math.floor(availableParallelism() / 2));
  const processes = Array.from({ length: count }, () => createProcess(options));
  const free = [...processes];
  const queue = createFairQueue({
    running: count,
    waiting: WAITING,
    full: () => appError('OVERLOADED', { seconds: OVERLOADED_SECONDS }),
  });
  return {
    run: (job, share) =>
      queue.run(async () => {
        const one = free.pop();
        if (!one) throw new RangeError('the queue lets no more run than there are processes');
        try {
          return await one.run(job);
        } finally {
          free.push(one);
        }
      }, share),
    close: () => processes.forEach((each) => each.close()),
  };
}
