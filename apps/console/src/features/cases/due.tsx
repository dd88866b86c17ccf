import { useWords } from '@holdfast/client/i18n';
import type { CaseDuty } from '@holdfast/contract/operators';
import { Pill, useServerTime } from '@holdfast/ui';
import { dueOf, type Span } from './case.rules.ts';
import styles from './cases.module.css';
import { caseWords } from './cases.words.ts';

const MINUTE_MS = 60_000;
export const toMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** A length of time in words. */
export function useSpanText(): (span: Span) => string {
  const say = useWords(caseWords);
  return (span) => {
    if (span.unit === 'minutes') return say('minutes', { minutes: span.minutes });
    if (span.unit === 'hours') return say('hours', { hours: span.hours, minutes: span.minutes });
    return say('days', { days: span.days, hours: span.hours });
  };
}

/** Until when what has to happen, and how far that is: in colour, and in words. */
export function Due({ next }: { next: { readonly duty: CaseDuty; readonly dueAt: string } }) {
  const say = useWords(caseWords);
  const spanText = useSpanText();
  const now = useServerTime(toMinute);
  const { pace, tone, isOver, span } = dueOf(next, now);
  return (
    <span className={styles.due}>
      <Pill tone={tone}>{say(`pace-${pace}`)}</Pill>
      <small>
        {say(isOver ? 'dueSince' : 'dueIn', { duty: say(`duty-${next.duty}`), age: spanText(span) })}
      </small>
    </span>
  );
}
