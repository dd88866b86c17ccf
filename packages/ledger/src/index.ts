export { isLostRace, withRetry, type RetryOptions } from './retry.ts';
