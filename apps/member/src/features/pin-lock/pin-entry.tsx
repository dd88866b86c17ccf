import { catalogueText } from '@holdfast/client/calls';
import { PIN_LENGTH } from '@holdfast/contract/constants';
import { CheckIcon, cx, DeleteDigitIcon, useUiWords } from '@holdfast/ui';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { usePinLock, useServices, useSettings } from '#state/services.tsx';
import styles from './pin-lock.module.css';
import { pinLockWords } from './pin-lock.words.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The second stage (spec 2): four dots, a keypad with delete and submit, and the keys of a keyboard just the same. */
export function PinEntry() {
  const { pinLock } = useServices();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  /** Digits are digits wherever the focus is; Enter on a key of ours is that key. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === input.current) return;
    if (/^\d$/.test(event.key)) pinLock.digit(event.key);
    if (event.key === 'Backspace') pinLock.erase();
  };
  return (
    <div className={styles.pad} onKeyDown={onKeyDown}>
      <Dots input={input} />
      <Said />
      {/* A finger or a mouse on a key leaves the focus in the input, where a keyboard goes on. */}
      <div className={styles.keys} onMouseDown={(event) => event.preventDefault()}>
        {KEYS.map((digit) => (
          <Key key={digit} digit={digit} />
        ))}
        <EraseKey />
        <Key digit="0" />
        <SubmitKey onClick={pinLock.submit} />
      </div>
    </div>
  );
}

/**
 * A real input lies over the dots, so a screen reader takes keys as typing and a password manager keeps away. `inputmode="none"`
 * leaves the keypad to us.
 */
function Dots({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const say = useWords(pinLockWords);
  const { pinLock } = useServices();
  const { digits, alert, isChecking } = usePinLock();
  const take = (typed: string) => {
    const next = typed.replace(/\D/g, '').slice(0, PIN_LENGTH);
    let common = 0;
    while (common < digits.length && digits[common] === next[common]) common += 1;
    for (let left = digits.length; left > common; left -= 1) pinLock.erase();
    for (const digit of next.slice(common)) pinLock.digit(digit);
  };
  return (
    <div className={styles.well}>
      <span className={styles.dots} aria-hidden>
        {Array.from({ length: PIN_LENGTH }, (_, index) => (
          <span key={index} className={styles.dot} data-dot={dotState(index, digits.length)} />
        ))}
      </span>
      <input
        ref={input}
        className={styles.input}
        type="password"
        inputMode="none"
        autoComplete="off"
        aria-label={say('pin')}
        aria-invalid={alert ? true : undefined}
        aria-busy={isChecking || undefined}
        value={digits}
        onChange={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') pinLock.submit();
        }}
      />
    </div>
  );
}

/** The seed's three states of a dot. */
function dotState(index: number, entered: number): 'filled' | 'current' | 'empty' {
  if (index < entered) return 'filled';
  return index === entered ? 'current' : 'empty';
}

/** What was entered is counted aloud, never told; a refusal is read out at once. */
function Said() {
  const say = useWords(pinLockWords);
  const words = useUiWords();
  const { language } = useSettings();
  const { digits, alert, isChecking } = usePinLock();
  const refusal = alert === 'PIN_INCOMPLETE' || alert === 'PIN_WRONG' ? alert : undefined;
  return (
    <div className={styles.said}>
      {refusal && (
        <p role="alert" className={styles.alert}>
          {catalogueText(refusal, language)}
        </p>
      )}
      <p role="status">
        {isChecking && say('checking')}
        <span className="visually-hidden">
          {digits !== '' && words.digitsEntered(digits.length, PIN_LENGTH)}
        </span>
      </p>
    </div>
  );
}

function Key({ digit }: { digit: string }) {
  const { pinLock } = useServices();
  return (
    <button type="button" className={styles.key} onClick={() => pinLock.digit(digit)}>
      {digit}
    </button>
  );
}

function EraseKey() {
  const words = useUiWords();
  const { pinLock } = useServices();
  return (
    <button
      type="button"
      className={cx(styles.key, styles.bare)}
      aria-label={words.deleteDigit}
      onClick={pinLock.erase}
    >
      <DeleteDigitIcon size={26} />
    </button>
  );
}

function SubmitKey({ onClick }: { onClick: () => void }) {
  const say = useWords(pinLockWords);
  const { isChecking } = usePinLock();
  return (
    <button
      type="button"
      className={cx(styles.key, styles.go)}
      aria-label={say('submit')}
      aria-busy={isChecking || undefined}
      onClick={onClick}
    >
      <CheckIcon size={28} />
    </button>
  );
}
