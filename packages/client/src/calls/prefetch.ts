import type { BuiltPath } from '@holdfast/contract/calls';
import type { CallApi, CallArguments } from './call-api.ts';

/** An answer that no screen has taken by then is dropped: it would be older than the screen believes. */
const KEPT_MS = 5000;

export interface Prefetch {
  /** The same calls; a read that was prefetched is answered from that, once. */
  readonly callApi: CallApi;
  /** Sends a read of the next screen now, so that it is on its way while that screen's code loads and renders. */
  readonly prefetch: <P extends BuiltPath>(path: P, args: CallArguments<P>) => void;
  /** Drops what was prefetched: the member who asked is gone. */
  readonly clear: () => void;
}

/** Prefetches reads for a screen that is about to be shown. They are sent as its own reads would be, in the background. */
export function createPrefetch(callApi: CallApi): Prefetch {
  const answers = new Map<string, Promise<unknown>>();
  const keyOf = (path: string, { params, input }: { params?: unknown; input?: unknown }) =>
    JSON.stringify([path, params ?? {}, input ?? {}]);
  return {
    callApi: async (path, args) => {
      const key = keyOf(path, args);
      const early = args.isBackground ? answers.get(key) : undefined;
      answers.delete(key);
      return (early ?? callApi(path, args)) as ReturnType<typeof callApi<typeof path>>;
    },
    prefetch(path, args) {
      const key = keyOf(path, args);
      const answer = callApi(path, { ...args, isBackground: true });
      answers.set(key, answer);
      const drop = () => {
        if (answers.get(key) === answer) answers.delete(key);
      };
      // Whoever takes the answer hears of a failure. One that nobody has taken yet is dropped, and the screen asks anew.
      answer.then(() => setTimeout(drop, KEPT_MS), drop);
    },
    clear: () => answers.clear(),
  };
}
