const MINUTE_MS = 60_000;

/**
 * The instant of a time of day (`14:05`) that lies between the lock and the end of the time to pay, as a screen shows both; undefined if none
 * does. `clock` says the time of day of an instant, so the zone stands in one place.
 */
export function instantInPayTime(
  time: string,
  { lockedAt, endedAt }: { readonly lockedAt: string; readonly endedAt: string },
  clock: (instant: string) => string,
): string | undefined {
  const first = Math.floor(Date.parse(lockedAt) / MINUTE_MS) * MINUTE_MS;
  const last = Date.parse(endedAt);
  for (let at = Math.floor(last / MINUTE_MS) * MINUTE_MS; at >= first; at -= MINUTE_MS) {
    const instant = new Date(at).toISOString();
    if (clock(instant) === time) return instant;
  }
  return undefined;
}
