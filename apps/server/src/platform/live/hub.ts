import { setTimeout as sleep } from 'node:timers/promises';
import type { MemberId } from '@holdfast/kernel';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Log } from '#platform/log/log.ts';
import { TOPICS, type Topic } from '#platform/outbox/outbox.store.ts';

/** A process of another version may send topics that this one does not know: ignored. */
const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text);
const payload = z.array(z.tuple([z.string(), z.string()]));
const RECONNECT_MS = 1000;

type Listener = (topics: ReadonlySet<Topic>) => void;

/** Publish/subscribe of hints inside this process, by member. The relay's NOTIFY feeds the hubs of all processes. */
export interface Hub {
  subscribe(memberId: MemberId, listener: Listener): () => void;
  stop(): Promise<void>;
}

/** The listeners of this process, by member. */
function createListeners() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    subscribe(memberId: MemberId, listener: Listener): () => void {
      const set = listeners.get(memberId) ?? new Set();
      listeners.set(memberId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(memberId);
      };
    },

    deliver(text: string): void {
      const byMember = new Map<string, Set<Topic>>();
      for (const [memberId, topic] of payload.parse(JSON.parse(text))) {
        if (!isTopic(topic)) continue;
        byMember.set(memberId, (byMember.get(memberId) ?? new Set<Topic>()).add(topic));
      }
      for (const [memberId, topics] of byMember) {
        for (const listener of listeners.get(memberId) ?? []) listener(topics);
      }
    },

    /** Tells every listener that everything may have changed: hints were possibly missed. */
    notifyAll(): void {
      const all: ReadonlySet<Topic> = new Set(TOPICS);
      for (const set of listeners.values()) for (const listener of set) listener(all);
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
      listeners.notifyAll(); // at the start too: a stream may have been opened earlier
      await Promise.race([ended, stopped]);
    } finally {
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
    subscribe: (memberId, listener) => listeners.subscribe(memberId, listener),
    async stop() {
      stop.abort();
      await listening;
    },
  };
}
