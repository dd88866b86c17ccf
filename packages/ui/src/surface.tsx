import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { AlertIcon } from './first-icons.tsx';
import styles from './surface.module.css';
import { useUiWords } from './ui-words.tsx';

/** A white surface on paper. `flush` for lists, whose rows bring their own padding. */
export function Card({ flush, className, ...rest }: { flush?: boolean } & ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.card, flush && styles.flush, className)} />;
}

export type Tone = 'neutral' | 'free' | 'held' | 'refused';

/** A state in one or two words. Amber and green only for what is held and what is free. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.pill, styles[tone])}>{children}</span>;
}

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

interface StateProps {
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

/** It could not be loaded: says so, and offers to try again. */
export function ErrorState({
  title,
  text,
  onRetry,
  busy,
}: Omit<StateProps, 'icon' | 'action'> & {
  onRetry: () => void;
  busy?: boolean;
}) {
  const words = useUiWords();
  return (
    <div role="alert">
      <EmptyState
        icon={<AlertIcon />}
        title={title}
        text={text}
        action={
          <Button look="quiet" busy={busy ?? false} onClick={onRetry}>
            {words.retry}
          </Button>
        }
      />
    </div>
  );
}
