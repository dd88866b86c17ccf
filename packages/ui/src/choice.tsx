import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';
import { cx } from './cx.ts';

export interface Option<T extends string> {
  value: T;
  label: ReactNode;
}

interface ChoiceProps<T extends string> {
  /** The name of the group for screen readers. */
  label: string;
  options: readonly Option<T>[];
  /** Undefined: nothing has been chosen yet. */
  value: T | undefined;
  onChange: (value: T) => void;
}

function Radios<T extends string>({
  label,
  options,
  value,
  onChange,
  groupClass,
  optionClass,
}: ChoiceProps<T> & { groupClass: string; optionClass: string | undefined }) {
  const name = useId();
  return (
    <fieldset className={groupClass}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={optionClass}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

/** One of a few, side by side. Radio buttons underneath, so arrows and screen readers work as they do everywhere. */
export function Segmented<T extends string>({
  stretch,
  onHero,
  ...choice
}: ChoiceProps<T> & { stretch?: boolean; onHero?: boolean }) {
  return (
    <Radios
      {...choice}
      groupClass={cx(styles.segmented, stretch && styles.stretch, onHero && styles.onHero)}
      optionClass={styles.option}
    />
  );
}

/** One of several that may wrap: filters, quick amounts, reasons. */
export function Chips<T extends string>(choice: ChoiceProps<T>) {
  return <Radios {...choice} groupClass={cx(styles.chips)} optionClass={styles.chip} />;
}
