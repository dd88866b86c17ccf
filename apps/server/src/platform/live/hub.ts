import { setTimeout as sleep } from 'node:timers/promises';
import type { MemberId } from '@holdfast/kernel';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Log } from '#platform/log/log.ts';
import { TOPICS, type Topic } from '#platform/outbox/outbox.store.ts';

/** A process of another version may know topics that this one does not: those are nobody's here. */
const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text);
const payload = z.array(z.tuple([z.string(), z.string()]));
const RECONNECT_MS = 1000;

type Listener = (topics: ReadonlySet<Topic>) => void;

/** Who in this process wants to hear of which member. Fed by the relay's NOTIFY, which reaches every process. */
export interface Hub {
  subscribe(memberId: MemberId, listener: Listener): () => void;
  stop(): Promise<void>;
}

/** Who listens in this process, by member. */
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

    /** Nobody knows what was missed before, so everybody is told to look again. */
    tellEverybody(): void {
      const all: ReadonlySet<Topic> = new Set(TOPICS);
      for (const set of listeners.values()) for (const listener of set) listener(all);
    },
  };
}

/** Holds one connection of the pool for LISTEN for as long as it runs. */
export function startHub({ pool, log }: { pool: Pool; log: Log }): Hub {
  const listeners = createListeners();
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
  });

  /** Opens the connection; resolves when it has ended, however that came. */
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
          log.error({ err: error }, 'a notification could not be read');
        }
      });
      await opened.query('listen holdfast_live');
      listeners.tellEverybody(); // at the start, too: a stream may have been opened before this
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
        log.warn('the live connection to the database ended; it is opened again');
      } catch (error) {
        log.warn({ err: error }, 'the live connection to the database did not open');
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
