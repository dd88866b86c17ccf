import { parseSetting, ruleOf, settingText, type SettingName } from '@holdfast/contract/settings';
import { instantOf } from '#components/taipei-time.ts';
import type { Draft } from '#state/drafts.ts';
import type { Setting } from './setting.ts';

/** What the form says. Without a start it is now, or the approval where two people are needed. */
export interface Change {
  readonly name: SettingName;
  readonly value: string;
  /** What it replaces. */
  readonly seen: string;
  readonly startsAt: string | undefined;
  /** When the next planned one takes its place. */
  readonly until: string | undefined;
}

type Problem = 'needsValue' | 'needsOther' | 'needsTime' | 'needsFuture';
export interface Problems {
  readonly value?: Problem;
  readonly startsAt?: Problem;
}

const PERCENT = /^(\d{1,3})(?:\.(\d{1,2}))?$/;

/** A percentage as it is typed, in basis points; as it is where it is none, which the rule then refuses. */
function inBasisPoints(typed: string): string {
  const [, whole, part = ''] = PERCENT.exec(typed) ?? [];
  return whole === undefined ? 'none' : String(Number(whole) * 100 + Number(part.padEnd(2, '0')));
}

/** The stored text of what is typed; undefined where the rule refuses it. */
function valueOf(name: SettingName, typed: string): string | undefined {
  const value = parseSetting(name, ruleOf(name).unit === 'basisPoints' ? inBasisPoints(typed) : typed);
  return value === undefined ? undefined : settingText(value);
}

/** What holds at an instant, or now, and until when. */
function heldAt({ value, planned }: Setting, at: string | undefined) {
  const earlier = planned.filter(({ startsAt }) => at !== undefined && startsAt <= at);
  const later = planned.filter(({ startsAt }) => at === undefined || startsAt > at);
  return { seen: earlier.at(-1)?.value ?? value, until: later[0]?.startsAt };
}

/** Reads the form; what is wrong stands beside its field. The server decides the same again. */
export function readChange(
  setting: Setting,
  draft: Draft,
  now: number,
): { readonly change?: Change; readonly problems: Problems } {
  const { name } = setting;
  const typed = (draft['startsAt'] ?? '').trim();
  const startsAt = instantOf(typed);
  // What nobody has ticked otherwise is as it is.
  const untouched = ruleOf(name).type === 'choices' ? setting.value : '';
  const value = valueOf(name, (draft['value'] ?? untouched).trim());
  const { seen, until } = heldAt(setting, startsAt);
  const problems: Problems = {
    ...(value === undefined && { value: 'needsValue' }),
    ...(value === seen && { value: 'needsOther' }),
    ...(typed !== '' && startsAt === undefined && { startsAt: 'needsTime' }),
    ...(startsAt !== undefined && Date.parse(startsAt) <= now && { startsAt: 'needsFuture' }),
  };
  if (value === undefined || Object.keys(problems).length > 0) return { problems };
  return { problems, change: { name, value, seen, startsAt, until } };
}
