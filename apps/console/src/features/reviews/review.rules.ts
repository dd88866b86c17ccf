import { REVIEW_LATE_HOURS } from '@holdfast/contract/operators';
import type { Tone } from '@holdfast/ui';

/** How long something waits, and what that means. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface Age {
  readonly hours: number;
  readonly minutes: number;
  readonly tone: Tone;
}

/** Late after the hours that the contract names, and soon so after half of them. */
export function ageOf(since: string, nowMs: number): Age {
  const ms = Math.max(0, nowMs - Date.parse(since));
  const late = REVIEW_LATE_HOURS * HOUR_MS;
  return {
    hours: Math.floor(ms / HOUR_MS),
    minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
    tone: ms >= late ? 'refused' : ms >= late / 2 ? 'held' : 'neutral',
  };
}

/** `2:14`, as a table has it. */
export const clockOf = ({ hours, minutes }: Age): string => `${hours}:${String(minutes).padStart(2, '0')}`;

/** What operators call each other: their address at work without its house. */
export const callName = (mail: string): string => mail.replace(/@.*$/, '');
