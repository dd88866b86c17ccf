import type { ComponentProps, ReactNode } from 'react';
import { useServerTime } from './clock.tsx';
import { announcedMinute, formatLeft, secondsLeft, shareLeft } from './countdown.rules.ts';
import { cx } from './cx.ts';
import styles from './duty.module.css';
import { CheckIcon, ClockIcon, CloseIcon } from './first-icons.tsx';
import type { Tone } from './surface.tsx';
import { useUiWords } from './ui-words.tsx';

/**
 * The time left until a deadline of the server. The digits are silent for screen readers, who are told at five and at one
 * minute and when it is over.
 */
export function Countdown({ deadlineMs, className }: { deadlineMs: number; className?: string | undefined }) {
  const words = useUiWords();
  const text = useServerTime((now) => formatLeft(secondsLeft(deadlineMs, now)));
  const minute = useServerTime((now) => announcedMinute(secondsLeft(deadlineMs, now)));
  return (
    <span className={cx(styles.time, className)}>
      <span role="timer" aria-live="off">
        {text}
      </span>
      <span className="visually-hidden" role="status">
        {minute === undefined ? '' : minute === 0 ? words.timeOver : words.minutesLeft(minute)}
      </span>
    </span>
  );
}

/** A ring that empties as the time runs. Only a picture; a Countdown beside it says it. */
function DeadlineRing({ sinceMs, deadlineMs }: { sinceMs: number; deadlineMs: number }) {
  const share = useServerTime((now) => Math.round(shareLeft(sinceMs, deadlineMs, now) * 500) / 500);
  return (
    <span className={styles.ring} aria-hidden>
      <svg viewBox="0 0 44 44" fill="none" strokeWidth="4" strokeLinecap="round">
        <circle className={styles.track} cx="22" cy="22" r="19" />
        {share > 0 && (
          <circle
            className={styles.arc}
            cx="22"
            cy="22"
            r="19"
            pathLength="1"
            strokeDasharray="1 1"
            style={{ strokeDashoffset: 1 - share }}
          />
        )}
      </svg>
      <ClockIcon size={18} />
    </span>
  );
}

interface DutyCardParts {
  title: ReactNode;
  note: ReactNode;
  sinceMs: number | undefined;
  deadlineMs: number | undefined;
}

/** What stands inside a duty card, for a link around it (`dutyCardClass`). */
export function DutyCardBody({ title, note, sinceMs, deadlineMs }: DutyCardParts) {
  return (
    <>
      {deadlineMs !== undefined && <DeadlineRing sinceMs={sinceMs ?? deadlineMs} deadlineMs={deadlineMs} />}
      <span className={styles.dutyText}>
        <span className={styles.dutyTitle}>{title}</span>
        <span className={styles.dutyNote}>{note}</span>
      </span>
      {deadlineMs !== undefined && <Countdown deadlineMs={deadlineMs} className={styles.dutyTime} />}
    </>
  );
}

export function dutyCardClass({ isYours, isSelected }: { isYours: boolean; isSelected?: boolean }): string {
  return cx(styles.duty, isYours && styles.isYours, isSelected && styles.selected);
}

/** The first line of an order: whose turn it is, what for, and until when. Amber in the reader's own turn, calm in another's. */
export function DutyLine({
  tone,
  title,
  note,
  deadlineMs,
}: {
  tone: Exclude<Tone, 'refused'> | 'calm';
  title: ReactNode;
  note?: ReactNode;
  deadlineMs?: number | undefined;
}) {
  return (
    <div className={cx(styles.line, styles[tone])}>
      {deadlineMs !== undefined && <Countdown deadlineMs={deadlineMs} className={styles.lineTime} />}
      <div className={styles.lineText}>
        <h2 className={styles.lineTitle}>{title}</h2>
        {note && <p className={styles.lineNote}>{note}</p>}
      </div>
    </div>
  );
}

export interface Step {
  name: string;
  note?: string | undefined;
  /** `waiting` is the present step too: the one that somebody else has to take. */
  state: 'done' | 'current' | 'waiting' | 'open' | 'broken';
}

/** The way of an order in its few steps; the present one is marked for screen readers too. */
export function StepRail({ steps, ...rest }: { steps: readonly Step[] } & ComponentProps<'ol'>) {
  return (
    <ol {...rest} className={styles.rail}>
      {steps.map((step, index) => (
        <li
          key={step.name}
          className={cx(styles.step, styles[step.state])}
          aria-current={step.state === 'current' || step.state === 'waiting' ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden>
            {step.state === 'done' ? (
              <CheckIcon size={15} strokeWidth={3} />
            ) : step.state === 'broken' ? (
              <CloseIcon size={15} strokeWidth={3} />
            ) : (
              index + 1
            )}
          </span>
          <span className={styles.stepName}>{step.name}</span>
          {step.note && <span className={styles.stepNote}>{step.note}</span>}
        </li>
      ))}
    </ol>
  );
}
