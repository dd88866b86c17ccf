import { ACTIVITY_REPORT_MS, INACTIVITY_TIMEOUT_MS } from '@holdfast/contract';

/** What the timer knows, in milliseconds of one clock. */
export interface Activity {
  /** When a person last did something, in any tab. */
  readonly lastActAt: number;
  /** When a call last told the server of a person. */
  readonly lastReportAt: number;
}

/**
 * What the moment asks for (spec 4, decision 4): `expire` after 60 minutes in which nobody did anything; `report` when somebody
 * did and no call has said so for 5 minutes, because the server counts by calls.
 */
export function decideInactivity(
  { lastActAt, lastReportAt }: Activity,
  now: number,
): 'expire' | 'report' | 'wait' {
  if (now - lastActAt >= INACTIVITY_TIMEOUT_MS) return 'expire';
  return lastActAt > lastReportAt && now - lastReportAt >= ACTIVITY_REPORT_MS ? 'report' : 'wait';
}
