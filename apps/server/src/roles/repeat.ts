import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` in a loop with pauses; after a failure it calls `onError` and goes on. */
export function repeat(
  work: () => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  const rounds = (async () => {
    while (!stop.signal.aborted) {
      await work().catch(onError);
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return async () => {
    stop.abort();
    await rounds;
  };
}
