import { TIMERS } from '../orders/machine.ts';

/** Orders that wait for a person: what the stuck board and the case room go by. */

/**
 * `self`: stuck, and the two parties still talk; a case opens by itself at the end of that time. `case`: an operator has to rule. `beside`: a
 * question about an order that is over, which moves nothing by itself. `escalated`: nobody has ruled in time, and whoever leads the operators has to.
 */
export const CASE_STAGES = ['self', 'case', 'beside', 'escalated'] as const;
export type CaseStage = (typeof CASE_STAGES)[number];

/** What has to happen next, by the order of the three times of a case; `self` is the end of the parties' own time. */
export const CASE_DUTIES = ['self', 'firstAnswer', 'ruling', 'escalation'] as const;
export type CaseDuty = (typeof CASE_DUTIES)[number];

export type CasePace = 'inTime' | 'soon' | 'late';

/** How long a claim of an order lasts after the last sign of work on it: longer than a review's, because members are asked and answer. */
export const CASE_CLAIM_MINUTES = 30;

/** When operators are there to answer, in hours of the day in Taipei. The time of a first answer runs in them alone; rulings are made at any hour. */
export const SERVICE_HOURS = { opens: 9, closes: 21 } as const;

/** What of an order is masked, and can be seen for a reason. */
export const CASE_REVEALS = ['payer-name', 'payee-name', 'declared-name', 'pay-to'] as const;
export type CaseReveal = (typeof CASE_REVEALS)[number];

/** Whose claim the board is narrowed to. */
export const CASE_HOLDERS = ['mine', 'nobody'] as const;

/** What is due soon is said to be so when less than this part of its time is left. */
const SOON_PART = 1 / 3;

const LENGTHS: Readonly<Record<CaseDuty, number>> = {
  self: TIMERS.self.defaultMs,
  firstAnswer: TIMERS.firstAnswer.defaultMs,
  ruling: TIMERS.ruling.defaultMs,
  escalation: TIMERS.escalation.defaultMs,
};

/** How far a duty is at an instant, in ms since 1970 UTC. A duty of the parties is never late by an operator. */
export function paceOf({ duty, dueAt }: { duty: CaseDuty; dueAt: number }, now: number): CasePace {
  if (now >= dueAt) return duty === 'self' ? 'soon' : 'late';
  return duty !== 'self' && dueAt - now < LENGTHS[duty] * SOON_PART ? 'soon' : 'inTime';
}
