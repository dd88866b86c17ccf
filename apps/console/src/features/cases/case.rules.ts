import { paceOf, type CaseDuty, type CasePace, type Permission } from '@holdfast/contract/operators';
import type { Tone } from '@holdfast/ui';

/** How long something takes or waits, as words say it. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Span =
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'days'; readonly days: number; readonly hours: number };

export function spanOf(ms: number): Span {
  const length = Math.max(0, ms);
  const minutes = Math.floor((length % HOUR_MS) / MINUTE_MS);
  if (length < HOUR_MS) return { unit: 'minutes', minutes };
  if (length < DAY_MS) return { unit: 'hours', hours: Math.floor(length / HOUR_MS), minutes };
  return {
    unit: 'days',
    days: Math.floor(length / DAY_MS),
    hours: Math.floor((length % DAY_MS) / HOUR_MS),
  };
}

/** The colour of a pace; the word beside it says the same. */
const TONES: Readonly<Record<CasePace, Tone>> = { inTime: 'free', soon: 'held', late: 'refused' };

/** Where a duty stands now. */
export function dueOf({ duty, dueAt }: { duty: CaseDuty; dueAt: string }, now: number) {
  const at = Date.parse(dueAt);
  const pace = paceOf({ duty, dueAt: at }, now);
  return { pace, tone: TONES[pace], isOver: now >= at, span: spanOf(Math.abs(at - now)) };
}

/** What a role needs to work on an order: one that nobody has ruled in time is for who leads. */
export const permissionFor = ({ isEscalated }: { readonly isEscalated: boolean }): Permission =>
  isEscalated ? 'cases.lead' : 'cases.decide';

/** What operators call each other: their address at work without its house. */
export const callName = (mail: string): string => mail.replace(/@.*$/, '');
