import { Pill } from '@holdfast/ui';
import type { ReactNode } from 'react';
import componentStyles from '#components/components.module.css';
import styles from './flags.module.css';

/** What can be said of an item of a queue. Once it is said, it stands in the room of the buttons: what lies below does not move under a hand. */
export function Decision({ given, children }: { given: string | undefined; children: ReactNode }) {
  const isGiven = given !== undefined;
  return (
    <span className={styles.decision}>
      {/* The key: other buttons take the room, and no focus stays on one that cannot be seen. */}
      <span
        key={String(isGiven)}
        className={componentStyles.actions}
        style={{ visibility: isGiven ? 'hidden' : undefined }}
      >
        {children}
      </span>
      <span role="status">{isGiven && <Pill tone="neutral">{given}</Pill>}</span>
    </span>
  );
}
