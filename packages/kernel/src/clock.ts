/** The clock of this process, in milliseconds since 1970 UTC. Deadlines never use it: they read `app_now()` in the database. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
