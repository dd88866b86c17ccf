/** Milliseconds since 1970 UTC as this process sees them. Deadlines never use it: those read `app_now()` in the database. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
