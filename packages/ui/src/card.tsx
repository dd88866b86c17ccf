import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Tone } from './surface.tsx';
import styles from './surface.module.css';

/** A white surface on paper. `flush` for lists, whose rows bring their own padding. */
export function Card({ flush, className, ...rest }: { flush?: boolean } & ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.card, flush && styles.flush, className)} />;
}

/** A state in one or two words. Amber and green only for what is held and what is free. */
export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.pill, styles[tone])}>{children}</span>;
}
