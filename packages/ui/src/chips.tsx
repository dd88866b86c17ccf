import styles from './choice.module.css';
import type { Option } from './choice.tsx';

// Choices that no first screen has, apart from those that the sign-in needs.

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
