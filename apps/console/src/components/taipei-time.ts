const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The instant that a field for a day and a time of Taipei says; undefined where nothing is typed, or no time. */
export function instantOf(local: string): string | undefined {
  if (!LOCAL.test(local)) return undefined;
  const ms = Date.parse(`${local}:00+08:00`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
