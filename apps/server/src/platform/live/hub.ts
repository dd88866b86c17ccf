import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Log } from '#platform/log/log.ts';
import {
  OPERATOR_TOPICS,
  TOPICS,
  type Audience,
  type OperatorTopic,
  type Topic,
} from '#platform/outbox/outbox.store.ts';

/** What a stream can be told. */
export type LiveTopic = Topic | OperatorTopic;
const ALL: ReadonlySet<LiveTopic> = new Set([...TOPICS, ...OPERATOR_TOPICS]);

/** A process of another version may send topics that this one does not know: ignored. */
const isTopic = (text: string): text is LiveTopic => (ALL as ReadonlySet<string>).has(text);
/** For each audience its topics, with spaces between them. */
const payload = z.array(z.tuple([z.string(), z.string()]));
const RECONNECT_MS = 1000;
/** How many streams are told at once, and after which pause the next ones, that hints may have been missed: their devices ask for everything again. */
const CATCH_UP = { streams: 20, pauseMs: 100 } as const;

type Listener = (topics: ReadonlySet<LiveTopic>) => void;

/** Publish/subscribe of hints inside this process, by whom they are for. The relay's NOTIFY feeds the hubs of all processes. */
export interface Hub {
  subscribe(audience: Audience, listener: Listener): () => void;
  stop(): Promise<void>;
}

/** The listeners of this process, by what they are told of. */
function createListeners() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    subscribe(audience: Audience, listener: Listener): () => void {
      const set = listeners.get(audience) ?? new Set();
      listeners.set(audience, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(audience);
      };
    },

    deliver(text: string): void {
      for (const [audience, words] of payload.parse(JSON.parse(text))) {
        const topics = new Set(words.split(' ').filter(isTopic));
        if (topics.size === 0) continue;
        for (const listener of listeners.get(audience) ?? []) listener(topics);
      }
    },

    /**
     * Tells every listener that everything may have changed: hints were possibly missed. A few at a time, or thousands of devices would ask at the same
     * moment and keep the database from everybody else. Until `over`: then it is not worth going on.
     */
    async notifyAll(over: AbortSignal): Promise<void> {
      const all = new Set([...listeners.values()].flatMap((set) => [...set]));
      let told = 0;
      for (const listener of all) {
        if (told > 0 && told % CATCH_UP.streams === 0)
          await sleep(CATCH_UP.pauseMs, undefined, { signal: over, ref: false }).catch(() => {});
        if (over.aborted) return;
        listener(ALL); // one that has closed meanwhile does nothing
        told += 1;
      }
    },
  };
}

/** Starts the hub. It keeps one connection of the pool for LISTEN and reconnects when that breaks. */
export function startHub({ pool, log }: { pool: Pool; log: Log }): Hub {
  const listeners = createListeners();
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });

  /** Listens on one connection; resolves when that has ended for any reason. */
  async function listen(): Promise<void> {
    const opened = await pool.connect();
    const over = new AbortController();
    try {
      const ended = new Promise<void>((resolve) => {
        opened.once('end', resolve);
        opened.on('error', () => resolve());
      });
      opened.on('notification', (message) => {
        try {
          listeners.deliver(message.payload ?? '[]');
        } catch (error) {
          log.error({ err: error }, 'a hint could not be parsed');
        }
      });
      await opened.query('listen holdfast_live');
      void listeners.notifyAll(over.signal); // at the start too: a stream may have been opened earlier
      await Promise.race([ended, stopped]);
    } finally {
      over.abort();
      opened.release(true);
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listen();
        if (stop.signal.aborted) return;
        log.warn('the LISTEN connection ended; reconnecting');
      } catch (error) {
        log.warn({ err: error }, 'the LISTEN connection could not be opened; retrying');
      }
      await Promise.race([sleep(RECONNECT_MS, undefined, { ref: false }), stopped]);
    }
  }
  const listening = keepListening();

  return {
    subscribe: (audience, listener) => listeners.subscribe(audience, listener),
    async stop() {
      stop.abort();
      await listening;
    },
  };
}
