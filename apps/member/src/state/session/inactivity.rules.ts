import { ACTIVITY_REPORT_MS, INACTIVITY_TIMEOUT_MS } from '@holdfast/contract/constants';

/** Before the timer fires a member is asked for this long whether to stay. */
export const STAY_WARNING_MS = 60_000;

/** A call and the act behind it are one moment, though two clocks tell of them. */
const SAME_MOMENT_MS = 1000;

/** What the timer knows, in milliseconds. */
export interface Activity {
  /** For how long nobody has done anything, in any tab. */
  readonly idleMs: number;
  /** For how long no call has told the server of a person. */
  readonly silentMs: number;
}

/**
 * What the moment asks for (spec 4, decision 4): `expire` after 60 minutes in which nobody did anything, `warn` in the last of them;
 * `report` when somebody did something and no call has said so for `ACTIVITY_REPORT_MS`, because the server counts by calls.
 */
export function decideInactivity({ idleMs, silentMs }: Activity): 'expire' | 'warn' | 'report' | 'wait' {
  if (idleMs >= INACTIVITY_TIMEOUT_MS) return 'expire';
  if (idleMs >= INACTIVITY_TIMEOUT_MS - STAY_WARNING_MS) return 'warn';
  return idleMs + SAME_MOMENT_MS < silentMs && silentMs >= ACTIVITY_REPORT_MS ? 'report' : 'wait';
}

export function secondsUntilExpiry(idleMs: number): number {
  return Math.max(0, Math.ceil((INACTIVITY_TIMEOUT_MS - idleMs) / 1000));
}
