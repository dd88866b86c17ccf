import { fail } from '@holdfast/contract/errors';
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

/** One use of a limit by a command, for whoever counts it. */
export interface Use {
  readonly counter: string;
  readonly points: number;
  readonly windowMs: number;
  /** The counter is known to be over its limit: whoever was not counted before is not counted any more. */
  readonly isBlocked: boolean;
}

/** Counts a use in the database, once per RID. Answers how many milliseconds to wait; 0 lets it pass, null: blocked, and not counted before. */
export type CountUse = (use: Use) => Promise<number | null>;

export interface Limiter {
  /** Counts one use of `name` by `key`; throws RATE_LIMITED with the seconds to wait when there were too many. A name has one limit. */
  consume(name: string, limit: Limit, key: string): Promise<void>;
  /** The same for a command, whose copies are one use: of parallel ones none is refused while another one passes. */
  consumeOnce(name: string, limit: Limit, key: string, count: CountUse): Promise<void>;
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

/** Has commands counted. Once a key is over its limit, this process refuses it and writes nothing. */
function countCommands(): Limiter['consumeOnce'] {
  const blocks = createBlocks();
  return async (name, limit, key, count) => {
    const counter = `${name}:${key}`;
    const blockedMs = blocks.waitMs(counter);
    const isBlocked = blockedMs > 0;
    const waitMs = await count({ counter, points: limit.points, windowMs: limit.seconds * 1000, isBlocked });
    if (waitMs === 0) return;
    if (waitMs === null) refuse(blockedMs);
    blocks.add(counter, waitMs);
    refuse(waitMs);
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
    consumeOnce: countCommands(),
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
