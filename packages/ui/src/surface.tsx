import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './surface.module.css';

export type Tone = 'neutral' | 'free' | 'held' | 'refused';

/** A sentence that must not be overlooked: a warning, a refusal. `isAlert` reads it out at once. */
export function Notice({ tone, isAlert, children }: { tone: Tone; isAlert?: boolean; children: ReactNode }) {
  return (
    <p role={isAlert ? 'alert' : undefined} className={cx(styles.notice, styles[tone])}>
      {children}
    </p>
  );
}

/** For what holds parts one under the other, at the usual distance. */
export const stackClass = cx(styles.stack);

/** A grey shape that holds the place and the size of what is loading. Purely visual; the region says it is busy. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

export interface StateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet: says why, and what to do about it. */
export function EmptyState({ icon, title, text, action }: StateProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.stateIcon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles.stateTitle}>{title}</p>
      {text && <p className={styles.stateText}>{text}</p>}
      {action && <div className={styles.stateAction}>{action}</div>}
    </div>
  );
}
