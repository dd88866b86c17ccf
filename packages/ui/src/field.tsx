import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { AlertIcon, CheckIcon, ExpandIcon, HideIcon, ShowIcon } from './first-icons.tsx';
import { useUiWords } from './ui-words.tsx';

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  /** Shown in place of the hint and tied to the input; an empty string or undefined is no error. */
  error?: string | undefined;
}

interface FieldProps extends FieldFrame, Omit<ComponentProps<'input'>, 'size'> {
  /** A unit at the end of the well: `TWD`. */
  unit?: string;
  big?: boolean;
  trailing?: ReactNode;
}

function useFieldIds(given: string | undefined, { hint, error }: Pick<FieldFrame, 'hint' | 'error'>) {
  const own = useId();
  const id = given ?? own;
  return {
    id,
    noteId: `${id}-note`,
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || hint ? `${id}-note` : undefined,
    },
  };
}

function Note({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  if (error)
    return (
      <p id={id} className={styles.error}>
        <AlertIcon size={16} />
        {error}
      </p>
    );
  return hint ? (
    <div id={id} className={styles.hint}>
      {hint}
    </div>
  ) : null;
}

/** A labelled text field; its hint or its error is read out with it. */
export function Field({ label, hint, error, unit, big, trailing, className, id, ...input }: FieldProps) {
  const ids = useFieldIds(id, { hint, error });
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={ids.id}>
        {label}
      </label>
      <div className={styles.well}>
        <input {...input} {...ids.aria} id={ids.id} className={cx(styles.input, big && styles.big)} />
        {unit && <span className={styles.side}>{unit}</span>}
        {trailing}
      </div>
      <Note id={ids.noteId} hint={hint} error={error} />
    </div>
  );
}

/** A labelled field for several lines. */
export function LongField({ label, hint, error, id, ...area }: FieldFrame & ComponentProps<'textarea'>) {
  const ids = useFieldIds(id, { hint, error });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={ids.id}>
        {label}
      </label>
      <div className={styles.well}>
        <textarea rows={4} {...area} {...ids.aria} id={ids.id} className={cx(styles.input, styles.long)} />
      </div>
      <Note id={ids.noteId} hint={hint} error={error} />
    </div>
  );
}

/** A password field whose text can be shown; it hides again when the form is left. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const words = useUiWords();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton label={isShown ? words.hide : words.show} onClick={() => setShown(!isShown)}>
          {isShown ? <HideIcon size={20} /> : <ShowIcon size={20} />}
        </IconButton>
      }
    />
  );
}

/** A labelled choice from a list, on the device's own picker. */
export function SelectField({
  label,
  hint,
  error,
  id,
  children,
  ...select
}: FieldFrame & ComponentProps<'select'>) {
  const ids = useFieldIds(id, { hint, error });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={ids.id}>
        {label}
      </label>
      <div className={styles.well}>
        <select {...select} {...ids.aria} id={ids.id} className={styles.input}>
          {children}
        </select>
        <span className={styles.side}>
          <ExpandIcon size={18} />
        </span>
      </div>
      <Note id={ids.noteId} hint={hint} error={error} />
    </div>
  );
}

/** `note`: what ticking it means, below its label and read out with it. */
export function Checkbox({
  label,
  note,
  ...input
}: { label: ReactNode; note?: string | undefined } & ComponentProps<'input'>) {
  const noteId = useId();
  return (
    <div>
      <label className={styles.checkbox}>
        <input {...input} type="checkbox" aria-describedby={note && noteId} />
        <span>{label}</span>
      </label>
      {note && (
        <p id={noteId} className={styles.checkboxNote}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Rules of a field that tick themselves while one types. A rule says by its text, not by colour alone, what it asks. */
export function RuleTicks<Name extends string>({
  rules,
  textOf,
}: {
  /** Which of them hold. */
  rules: Readonly<Record<Name, boolean>>;
  textOf: (name: Name) => string;
}) {
  const words = useUiWords();
  const named = Object.entries(rules) as [name: Name, isMet: boolean][];
  return (
    <ul className={styles.rules}>
      {named.map(([name, isMet]) => (
        <li key={name} className={cx(styles.rule, isMet && styles.met)}>
          <span className={styles.tick} aria-hidden>
            {isMet && <CheckIcon size={11} strokeWidth={3.5} />}
          </span>
          {textOf(name)}
          {isMet && <span className="visually-hidden">{words.ruleMet}</span>}
        </li>
      ))}
    </ul>
  );
}
