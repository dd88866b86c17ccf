import { fail } from '@holdfast/contract';
import type { Pool } from 'pg';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** How often something may happen: `points` in `seconds`. `scope` says whose counter it is. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
  /** `actor`: the member, or the device before sign-in. `address`: the network address. */
  readonly scope: 'actor' | 'address';
  /** `shared`: counted in PostgreSQL, felt by every process. `local`: this process only, for cheap reads. */
  readonly store: 'shared' | 'local';
}

export const perMinute = (points: number, scope: Limit['scope'] = 'actor'): Limit => ({
  points,
  seconds: 60,
  scope,
  store: 'shared',
});

/** For reads that cost little: a brake on a client gone wild, not a security measure. */
export const readsPerMinute = (points: number): Limit => ({
  points,
  seconds: 60,
  scope: 'actor',
  store: 'local',
});

export interface Limiter {
  /** Counts one use of `name` by `key`; throws RATE_LIMITED with the wait in seconds when there were too many. */
  consume(name: string, limit: Limit, key: string): Promise<void>;
  /** Forgets the uses of `key`: after a success that clears earlier failures. */
  clear(name: string, limit: Limit, key: string): Promise<void>;
  /** Throws RATE_LIMITED when `key` is over the limit already; counts nothing. */
  check(name: string, limit: Limit, key: string): Promise<void>;
}

function refuse(waitMs: number): never {
  throw fail('RATE_LIMITED', { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
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
            tableCreated: true, // by a migration: the application's role may not create tables
            clearExpiredByTimeout: false, // the worker does it
          });
    limiters.set(name, made);
    return made;
  }

  return {
    async consume(name, limit, key) {
      try {
        await limiterFor(name, limit).consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(error.msBeforeNext);
        throw error;
      }
    },
    async check(name, limit, key) {
      const state = await limiterFor(name, limit).get(key);
      if (state && state.consumedPoints >= limit.points) refuse(state.msBeforeNext);
    },
    async clear(name, limit, key) {
      await limiterFor(name, limit).delete(key);
    },
  };
}
