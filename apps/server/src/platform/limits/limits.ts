import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { Pool } from 'pg';
import { DatabaseUnavailableError } from '#platform/db/db.ts';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** A rate limit: `points` uses in `seconds`. `scope` says who shares a counter. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
  /** `actor`: the member, or the device before sign-in. `address`: the network of the request. */
  readonly scope: 'actor' | 'address';
  /** `shared`: counted in PostgreSQL for all processes. `local`: counted in this process, for cheap reads. */
  readonly store: 'shared' | 'local';
}

export const perMinute = (points: number, scope: Limit['scope'] = 'actor'): Limit => ({
  points,
  seconds: 60,
  scope,
  store: 'shared',
});

/** For cheap reads: slows down a client in a loop. Not a security measure. */
export const readsPerMinute = (points: number): Limit => ({
  points,
  seconds: 60,
  scope: 'actor',
  store: 'local',
});

/** Names a command: its copies, sent at once or one after the other, are one use of a limit. */
export interface CountedOnce {
  readonly actor: string;
  readonly rid: string;
}

export interface Limiter {
  /** Counts one use of `name` by `key`; throws RATE_LIMITED with the seconds to wait when there were too many. A name has one limit. */
  consume(name: string, limit: Limit, key: string): Promise<void>;
  /** The same for a command, once per RID: of parallel copies none is refused while another one passes. */
  consumeOnce(name: string, limit: Limit, key: string, command: CountedOnce): Promise<void>;
}

function refuse(waitMs: number): never {
  throw fail('RATE_LIMITED', { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** The keys that are over their limit, as far as this process knows. */
function createBlocks() {
  const until = new Map<string, number>();
  return {
    waitMs: (key: string): number => (until.get(key) ?? 0) - Date.now(),
    add(key: string, waitMs: number): void {
      const now = Date.now();
      for (const [other, ends] of until) if (ends <= now) until.delete(other);
      until.set(key, now + waitMs);
    },
  };
}

async function query<Row extends object>(pool: Pool, text: string, values: unknown[]): Promise<Row> {
  try {
    const { rows } = await pool.query<Row>(text, values);
    return defined(rows[0], 'a select of one row');
  } catch (error) {
    throw new DatabaseUnavailableError('a rate limit could not be counted', { cause: error });
  }
}

/** Counts commands in PostgreSQL, each once. Once a key is over its limit, this process refuses it without writing anything. */
function countCommands(pool: Pool): Limiter['consumeOnce'] {
  const blocks = createBlocks();
  return async (name, limit, key, { actor, rid }) => {
    const counter = `${name}:${key}`;
    const blockedMs = blocks.waitMs(counter);
    if (blockedMs > 0) {
      const { passed } = await query<{ passed: boolean }>(
        pool,
        'select exists (select from platform.counted_command where actor = $1 and rid = $2) as passed',
        [actor, rid],
      );
      return passed ? undefined : refuse(blockedMs);
    }
    const { wait } = await query<{ wait: number }>(
      pool,
      'select platform.count_command($1, $2, $3, $4, $5) as wait',
      [counter, limit.points, limit.seconds * 1000, actor, rid],
    );
    if (wait === 0) return undefined;
    blocks.add(counter, wait);
    return refuse(wait);
  };
}

export function createLimiter(pool: Pool): Limiter {
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterFor(name: string, limit: Limit): RateLimiterAbstract {
    const known = limiters.get(name);
    if (known) return known;
    const options = { points: limit.points, duration: limit.seconds, keyPrefix: name };
    const made =
      limit.store === 'local'
        ? new RateLimiterMemory(options)
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            schemaName: 'platform',
            tableName: 'rate_limit',
            // Cache: once a key is over the limit, this process refuses it without asking the database.
            inMemoryBlockOnConsumed: limit.points + 1,
            tableCreated: true, // a migration creates it: the application's role may not create tables
            clearExpiredByTimeout: false, // the worker deletes expired rows
          });
    limiters.set(name, made);
    return made;
  }

  return {
    consumeOnce: countCommands(pool),
    async consume(name, limit, key) {
      try {
        await limiterFor(name, limit).consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(error.msBeforeNext);
        // The library throws its own errors; a database fault must look like any other.
        throw new DatabaseUnavailableError('a rate limit could not be counted', { cause: error });
      }
    },
  };
}
