/** When every fake world is. */
export const FAKE_NOW = Date.parse('2026-08-17T06:02:00.000Z'); // 14:02 in Taipei

export function instantAt(ms: number): string {
  return new Date(ms).toISOString();
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
