import type { MemberId } from '@holdfast/kernel';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod/mini';
import type { Log } from '#platform/log/log.ts';
import type { Topic } from '#platform/outbox/outbox.store.ts';

const payload = z.array(
  z.tuple([z.string(), z.enum(['inbox', 'orders', 'balance', 'listings', 'market', 'ended'])]),
);
const RECONNECT_MS = 1000;

type Listener = (topics: ReadonlySet<Topic>) => void;

/** Who in this process wants to hear of which member. Fed by the relay's NOTIFY, which reaches every process. */
export interface Hub {
  subscribe(memberId: MemberId, listener: Listener): () => void;
  stop(): Promise<void>;
}

/** Holds one connection of the pool for LISTEN for as long as it runs. */
export function startHub({ pool, log }: { pool: Pool; log: Log }): Hub {
  const listeners = new Map<string, Set<Listener>>();
  let client: PoolClient | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function deliver(text: string): void {
    const byMember = new Map<string, Set<Topic>>();
    for (const [memberId, topic] of payload.parse(JSON.parse(text))) {
      byMember.set(memberId, (byMember.get(memberId) ?? new Set<Topic>()).add(topic));
    }
    for (const [memberId, topics] of byMember) {
      for (const listener of listeners.get(memberId) ?? []) listener(topics);
    }
  }

  /** After a gap nobody knows what was missed, so everybody is told to look again. */
  function tellEverybody(): void {
    const all: ReadonlySet<Topic> = new Set<Topic>(['inbox', 'orders', 'balance', 'listings', 'market']);
    for (const set of listeners.values()) for (const listener of set) listener(all);
  }

  async function listen(afterGap: boolean): Promise<void> {
    try {
      const opened = await pool.connect();
      if (stopped) return opened.release(true);
      client = opened;
      opened.on('notification', (message) => deliver(message.payload ?? '[]'));
      opened.on('error', () => {});
      opened.on('end', () => {
        client = undefined;
        if (stopped) return;
        opened.release(true);
        log.warn('the live connection to the database ended; it is opened again');
        timer = setTimeout(() => void listen(true), RECONNECT_MS);
      });
      await opened.query('listen holdfast_live');
      if (afterGap) tellEverybody();
    } catch (error) {
      if (stopped) return;
      log.warn({ err: error }, 'the live connection to the database did not open');
      timer = setTimeout(() => void listen(true), RECONNECT_MS);
    }
  }
  const started = listen(false);

  return {
    subscribe(memberId, listener) {
      const set = listeners.get(memberId) ?? new Set();
      listeners.set(memberId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(memberId);
      };
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await started;
      client?.release(true);
    },
  };
}
