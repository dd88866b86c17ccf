import { isIPv6 } from 'node:net';
import { fail } from '@holdfast/contract/errors';
import type { Pool } from 'pg';
import { DatabaseUnavailableError } from '#platform/db/db.ts';
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
  /** `actor`: the member, or the device before sign-in. `address`: the network that the request came from. */
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
  /** Counts one use of `name` by `key`; throws RATE_LIMITED with the wait in seconds when there were too many. A name has one limit. */
  consume(name: string, limit: Limit, key: string): Promise<void>;
}

/**
 * What an address is counted by: itself, or of IPv6 the /64. A customer is given that many addresses at the least, so one by one they
 * would be no limit at all, and a counter for each would fill the memory.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
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
            // Once somebody is over the limit, this process refuses by itself until the time is up.
            inMemoryBlockOnConsumed: limit.points + 1,
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
        // The counters have their own way to the database; that it does not answer must sound the same on both.
        throw new DatabaseUnavailableError('a rate limit could not be counted', { cause: error });
      }
    },
  };
}
