import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@holdfast/contract/errors';
import type { Pool, PoolClient } from 'pg';
import { DatabaseUnavailableError } from '#platform/db/db.ts';
import { OVERLOADED_SECONDS } from '#platform/queues/fair-queue.ts';

/**
 * Serialises the copies of one command over all processes, by advisory locks of PostgreSQL. A connection that is kept for them holds those of this
 * process, so none of a command's own is held while it hashes, nothing is written, and what a process held is free once it is gone.
 */
export interface Turns {
  /** Runs `work` while no other process runs work of the same key. Refuses with OVERLOADED what would wait for too long. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** How often it is looked whether another process is done. */
const POLL_MS = 50;
/** Longer than any work runs: who holds a turn after that has been cut off from here. */
const WAIT_MS = 15_000;

export function createTurns(pool: Pool): Turns {
  let opened: Promise<PoolClient> | undefined;

  /** With a connection that has failed its advisory locks are gone; the next turn opens another one. */
  function drop(connection: Promise<PoolClient> | undefined): void {
    if (opened !== connection) return;
    opened = undefined;
    connection?.then((client) => client.release(true)).catch(() => {});
  }

  function connect(): Promise<PoolClient> {
    const connection = pool.connect();
    connection.then((client) => client.on('error', () => drop(connection))).catch(() => {});
    return connection;
  }

  async function query(connection: Promise<PoolClient>, text: string, key: string): Promise<boolean> {
    try {
      const { rows } = await (await connection).query<{ is: boolean }>(text, [key]);
      return rows[0]?.is === true;
    } catch (cause) {
      drop(connection);
      throw new DatabaseUnavailableError('no turn could be taken', { cause });
    }
  }

  /** Returns what gives the turn back; undefined while another process has it. */
  async function take(key: string): Promise<(() => void) | undefined> {
    const connection = (opened ??= connect());
    if (!(await query(connection, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as is', key)))
      return undefined;
    return () => {
      if (opened !== connection) return; // it was given back with the connection
      query(connection, 'select pg_advisory_unlock(hashtextextended($1, 0)) as is', key).catch(() => {});
    };
  }

  async function wait(key: string): Promise<() => void> {
    for (const until = performance.now() + WAIT_MS; performance.now() < until; await sleep(POLL_MS)) {
      const giveBack = await take(key);
      if (giveBack) return giveBack;
    }
    throw fail('OVERLOADED', { seconds: OVERLOADED_SECONDS });
  }

  return {
    async run(key, work) {
      const giveBack = await wait(key);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
    stop: () => drop(opened),
  };
}
