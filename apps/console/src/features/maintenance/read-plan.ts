import { instantOf } from '#components/taipei-time.ts';
import type { Draft } from '#state/drafts.ts';

/** What the form says. Without a beginning it is now. */
export interface Plan {
  readonly from: string | undefined;
  readonly until: string;
  readonly messageZh: string;
  readonly messageEn: string;
}

export type PlanField = 'from' | 'until' | 'messageZh' | 'messageEn';
type Problem = 'needsUntil' | 'needsTime' | 'needsLater' | 'needsFuture' | 'needsBoth';
export type Problems = Readonly<Partial<Record<PlanField, Problem>>>;

function untilProblem(until: string | undefined, from: number, now: number): Problem | undefined {
  if (until === undefined) return 'needsUntil';
  if (Date.parse(until) <= now) return 'needsFuture';
  return Date.parse(until) <= from ? 'needsLater' : undefined;
}

function fromProblem(typed: string, from: string | undefined, now: number): Problem | undefined {
  if (typed === '') return undefined;
  if (from === undefined) return 'needsTime';
  return Date.parse(from) < now ? 'needsFuture' : undefined;
}

/** Reads the form; what is wrong stands beside its field. The server decides the same again. */
export function readPlan(draft: Draft, now: number): { readonly plan?: Plan; readonly problems: Problems } {
  const typed = (name: PlanField) => (draft[name] ?? '').trim();
  const [from, until] = [instantOf(typed('from')), instantOf(typed('until'))];
  const [messageZh, messageEn] = [typed('messageZh'), typed('messageEn')];
  const beginsAt = from === undefined ? now : Date.parse(from);
  const found: [PlanField, Problem | undefined][] = [
    ['from', fromProblem(typed('from'), from, now)],
    ['until', untilProblem(until, beginsAt, now)],
    ['messageZh', messageZh === '' && messageEn !== '' ? 'needsBoth' : undefined],
    ['messageEn', messageEn === '' && messageZh !== '' ? 'needsBoth' : undefined],
  ];
  const problems: Problems = Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
  const isWhole = Object.keys(problems).length === 0 && until !== undefined;
  return { problems, ...(isWhole && { plan: { from, until, messageZh, messageEn } }) };
}
