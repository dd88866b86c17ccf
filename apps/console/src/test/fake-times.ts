/** When the fake world of the console is. */
export const FAKE_NOW = Date.parse('2026-08-17T06:02:00.000Z'); // 14:02 in Taipei

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** An instant so long before now. */
export const ago = (ms: number): string => new Date(FAKE_NOW - ms).toISOString();
export const ahead = (ms: number): string => ago(-ms);
