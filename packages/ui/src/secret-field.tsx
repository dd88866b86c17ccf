import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { DeleteDigitIcon } from './icons.tsx';
import styles from './secret.module.css';
import { useUiWords } from './ui-words.tsx';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The digits 0-9 in the order of a telephone, and a delete key where the PIN lock has its own. A press leaves the focus in the field, where a keyboard goes on. */
function Keypad({ onDigit, onDelete }: { onDigit: (digit: string) => void; onDelete: () => void }) {
  const words = useUiWords();
  const key = (digit: string) => (
    <button key={digit} type="button" className={styles.key} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  );
  return (
    <div className={styles.keypad} onMouseDown={(event) => event.preventDefault()}>
      {KEYS.map((digit) => key(digit))}
      <button
        type="button"
        className={cx(styles.key, styles.bare)}
        aria-label={words.deleteDigit}
        onClick={onDelete}
      >
        <DeleteDigitIcon size={24} />
      </button>
      {key('0')}
    </div>
  );
}

interface SecretFieldProps {
  label: string;
  note?: ReactNode;
  error?: string | undefined;
  value: string;
  onChange: (digits: string) => void;
  /** Called once with the last digit, so that nobody has to press a key more. */
  onComplete?: (digits: string) => void;
  length?: number;
  busy?: boolean;
}

/**
 * Digits that nobody may read over a shoulder: dots, filled from the keypad or from a keyboard. The input is a real one with
 * `inputmode="none"`, so a phone shows our keypad alone, and password managers and screen readers find what they expect.
 */
export function SecretField({
  label,
  note,
  error,
  value,
  onChange,
  onComplete,
  length = 6,
  busy = false,
}: SecretFieldProps) {
  const words = useUiWords();
  const noteId = useId();
  const take = (text: string) => {
    const digits = text.replace(/[^0-9]/g, '').slice(0, length);
    if (busy || digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  return (
    <div className={styles.secret}>
      <p className={styles.prompt} aria-hidden>
        {label}
      </p>
      <div className={styles.dotsWell}>
        <span className={styles.dots} aria-hidden>
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={cx(
                styles.dot,
                index < value.length && styles.filled,
                index === value.length && styles.next,
              )}
            />
          ))}
        </span>
        <input
          className={styles.input}
          type="password"
          inputMode="none"
          autoComplete="off"
          aria-label={label}
          aria-describedby={noteId}
          aria-invalid={error ? true : undefined}
          aria-busy={busy || undefined}
          value={value}
          onChange={(event) => take(event.target.value)}
          data-autofocus
        />
      </div>
      <p id={noteId} className={cx(styles.note, error && styles.error)} role="status">
        <span className={styles.said}>{error ?? note}</span>
        {/* Keeps the room of the note while an error stands in its place. */}
        {error && note && (
          <span className={cx(styles.said, styles.kept)} aria-hidden>
            {note}
          </span>
        )}
        <span className="visually-hidden">{value && words.digitsEntered(value.length, length)}</span>
      </p>
      <Keypad onDigit={(digit) => take(value + digit)} onDelete={() => take(value.slice(0, -1))} />
    </div>
  );
}
