import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';
import { cx } from './cx.ts';

interface Option<T extends string> {
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

interface SeveralProps<T extends string> {
  /** The name of the group, on the screen and for screen readers. */
  label: string;
  options: readonly Option<T>[];
  values: readonly T[];
  onChange: (values: T[]) => void;
}

/** Any of several that may wrap: a filter. Checkboxes underneath. In the order of the options, however they were ticked. */
export function ChipSet<T extends string>({ label, options, values, onChange }: SeveralProps<T>) {
  const toggled = (value: T) =>
    options
      .map((option) => option.value)
      .filter((one) => (one === value ? !values.includes(one) : values.includes(one)));
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.legend}>{label}</legend>
      {options.map(({ value, label: name }) => (
        <label key={value} className={styles.chip}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={values.includes(value)}
            onChange={() => onChange(toggled(value))}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

export interface QuickValue {
  /** Differs from those beside it. */
  label: string;
  /** Undefined while it is being read: the button already takes its room, so that what follows does not move when the value comes. */
  value: string | undefined;
}

interface QuickValuesProps {
  options: readonly QuickValue[];
  /** What stands in the field. */
  value: string;
  onChoose: (value: string) => void;
}

/** Values that fill a field with one tap. Buttons and no choice: most values stand on none of them. */
export function QuickValues({ options, value, onChoose }: QuickValuesProps) {
  return (
    <div className={styles.quick}>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          className={styles.chip}
          aria-pressed={option.value === value}
          disabled={option.value === undefined}
          onClick={() => option.value !== undefined && onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
