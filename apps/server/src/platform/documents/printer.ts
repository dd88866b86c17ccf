import { appError } from '@holdfast/contract/errors';
import type { PrintedDocument } from '@holdfast/documents';
import { createFairQueue, OVERLOADED_SECONDS } from '#platform/queues/fair-queue.ts';
import { createJobThread } from '#platform/threads/job-thread.ts';

/** A document takes up to a second of a core; those that wait hold a minute at the most. */
const QUEUE = { running: 1, waiting: 30 };

/** Draws and signs documents in a thread of its own (`print-worker.ts`), one after the other. */
export interface Printer {
  /** The PDF. `share`: for whom; nobody holds up another one with many. Throws OVERLOADED while too many wait. */
  print(document: PrintedDocument, share: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** `seed`: of the key of evidence. */
export function createPrinter(seed: Buffer): Printer {
  const queue = createFairQueue({
    ...QUEUE,
    full: () => appError('OVERLOADED', { seconds: OVERLOADED_SECONDS }),
  });
  const thread = createJobThread<PrintedDocument, Uint8Array>(new URL('print-worker.ts', import.meta.url), {
    seed,
  });
  return {
    print: async (document, share) => Buffer.from(await queue.run(() => thread.run(document), share)),
    close: () => thread.close(),
  };
}
