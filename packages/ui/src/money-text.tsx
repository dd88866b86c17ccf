import type { CSSProperties } from 'react';
import { useIsAmountHidden } from './amount-privacy.tsx';
import { cx } from './cx.ts';
import { formatMoney, toMoneyParts } from './money-format.ts';
import styles from './money-text.module.css';
import { useUiWords } from './ui-words.tsx';

const DOTS = '••••••';

/** The member's own wealth inside a sentence: as a number, or as dots while amounts are hidden. */
export function useOwnMoney(): (value: string) => string {
  const isHidden = useIsAmountHidden();
  return (value) => (isHidden ? DOTS : formatMoney(value));
}

interface MoneyTextProps {
  /** A decimal of the wire; undefined is unknown and is shown as a dash, never as a zero. */
  value: string | undefined;
  size?: 'inherit' | 'row' | 'title' | 'hero';
  unit?: string;
  signed?: boolean;
  trim?: boolean;
  /** Worked out from what is being typed: undefined until that can be read. */
  isQuote?: boolean;
  /** The member's own wealth: hidden while amounts are hidden. */
  own?: boolean;
  className?: string | undefined;
}

/** An amount as typography: grouped, tabular, decimals smaller, on one line. */
export function MoneyText({
  value,
  size = 'row',
  unit,
  signed,
  trim,
  isQuote,
  own,
  className,
}: MoneyTextProps) {
  const words = useUiWords();
  const isHidden = useIsAmountHidden() && own;
  const classes = cx(styles.money, styles[size], className);
  const unknown = isQuote ? words.afterTyping : words.unknown;
  const parts =
    value === undefined ? undefined : toMoneyParts(value, { signed: signed ?? false, trim: trim ?? false });
  if (isHidden || !parts)
    return (
      <span className={classes} style={size === 'hero' ? ({ '--digits': 6 } as CSSProperties) : undefined}>
        <span aria-hidden>{isHidden ? DOTS : '—'}</span>
        <span className="visually-hidden">{isHidden ? words.hidden : unknown}</span>
      </span>
    );
  // The fraction is set smaller, so its digits count for about half.
  const digits = Math.max(parts.whole.length + parts.fraction.length * 0.6, 6);
  return (
    <span className={classes} style={size === 'hero' ? ({ '--digits': digits } as CSSProperties) : undefined}>
      {parts.sign}
      {parts.whole}
      {parts.fraction && <span className={styles.fraction}>{parts.fraction}</span>}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
