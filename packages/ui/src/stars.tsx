import { useId } from 'react';
import { cx } from './cx.ts';
import styles from './stars.module.css';

const SHAPE = 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z';

function Star({ isFull, size }: { isFull: boolean; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
      className={cx(styles.star, isFull && styles.full)}
    >
      <path d={SHAPE} strokeWidth="1.6" strokeLinejoin="round" />
    </svg>
  );
}

/** How many of five, to look at. `label` says it in words. */
export function Stars({ count, label, size = 18 }: { count: number; label: string; size?: number }) {
  return (
    <span role="img" aria-label={label} className={styles.row}>
      {[1, 2, 3, 4, 5].map((nth) => (
        <Star key={nth} isFull={nth <= count} size={size} />
      ))}
    </span>
  );
}

interface StarChoiceProps<T extends string> {
  /** The name of the group, on the screen and for screen readers. */
  label: string;
  /** In order, each with the words for screen readers. */
  options: readonly { value: T; label: string }[];
  value: T | undefined;
  onChange: (value: T) => void;
}

/** One to five stars. Radio buttons underneath, so arrows and screen readers work as they do everywhere. */
export function StarChoice<T extends string>({ label, options, value, onChange }: StarChoiceProps<T>) {
  const name = useId();
  const chosen = options.findIndex((option) => option.value === value);
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="visually-hidden">{option.label}</span>
          <Star isFull={at <= chosen} size={32} />
        </label>
      ))}
    </fieldset>
  );
}
