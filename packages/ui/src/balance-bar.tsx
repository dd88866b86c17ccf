import { cx } from './cx.ts';
import styles from './balance-bar.module.css';
import { useIsAmountHidden } from './amount-privacy.tsx';

/** The part of `whole` that `part` is, from 0 to 1, as far as the eye can tell; 0 for anything unreadable. */
function shareOf(part: string | undefined, whole: string | undefined): number {
  const share = Number(part) / Number(whole);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
}

/**
 * What is free beside what is held. Only a picture: the legend beneath says the same in words and numbers, so it is hidden
 * from screen readers. Widths are the one place where an amount becomes a float.
 */
export function BalanceBar({ free, total }: { free: string | undefined; total: string | undefined }) {
  // A picture of the shares would tell what the dots beneath it hide.
  const isHidden = useIsAmountHidden();
  const share = isHidden ? 0 : shareOf(free, total);
  const hasAny = !isHidden && total !== undefined && Number(total) > 0;
  return (
    <div className={styles.bar} aria-hidden data-share={share.toFixed(3)}>
      {hasAny && share > 0 && (
        <span className={cx(styles.part, styles.free)} style={{ flexGrow: share, flexBasis: 0 }} />
      )}
      {hasAny && share < 1 && (
        <span className={cx(styles.part, styles.held)} style={{ flexGrow: 1 - share, flexBasis: 0 }} />
      )}
    </div>
  );
}
