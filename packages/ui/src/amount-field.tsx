import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { cleanAmount, editAmount, groupAmount, settleAmount } from './amount-typing.rules.ts';
import { QuickValues, type QuickValue } from './chips.tsx';
import { cx } from './cx.ts';
import styles from './field.module.css';
import { AlertIcon } from './first-icons.tsx';

interface AmountFieldProps {
  label: string;
  /** The amount without groups, `3000.5`; empty for nothing. */
  value: string;
  onChange: (value: string) => void;
  decimals: number;
  /** What stands behind the number, `TWD`, or before it, `NT$`. */
  unit?: string;
  lead?: string;
  big?: boolean;
  hint?: ReactNode;
  /** Given at all, also as undefined, it has a line of its own: neither the hint nor what follows gives way to it. */
  error?: string | undefined;
  /** Amounts to take with one tap: the least, the most. */
  quick?: readonly QuickValue[];
  /** Whether somebody is at it, so that half a number need not be blamed. */
  onTyping?: (isTyping: boolean) => void;
}

const ERASERS: Readonly<Record<string, 'backward' | 'forward'>> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
};

/**
 * An amount of money, its digits grouped while one types. On focus all of it is selected, so that the first digit replaces what stands
 * there instead of being appended to it.
 */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, decimals, unit, lead, big, hint, error, quick = [], onTyping } = props;
  const id = useId();
  const input = useTypedAmount({ value, onChange, decimals });
  const describedBy = cx(hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.well}>
        {lead && <span className={styles.lead}>{lead}</span>}
        <input
          {...input.props}
          id={id}
          className={cx(styles.input, styles.amount, big && styles.big)}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onFocus={(event) => {
            input.props.onFocus(event);
            onTyping?.(true);
          }}
          onBlur={() => {
            input.props.onBlur();
            onTyping?.(false);
          }}
        />
        {unit && <span className={styles.side}>{unit}</span>}
      </div>
      {(hint || quick.length > 0) && (
        <div className={styles.amountFoot}>
          {hint && (
            <div id={`${id}-hint`} className={styles.hint}>
              {hint}
            </div>
          )}
          {quick.length > 0 && <QuickValues options={quick} value={value} onChoose={onChange} />}
        </div>
      )}
      {'error' in props && (
        <p id={`${id}-error`} className={cx(styles.error, styles.reserved)} aria-live="polite">
          {error && (
            <>
              <AlertIcon size={16} />
              {error}
            </>
          )}
        </p>
      )}
    </div>
  );
}

type InputEvent = { currentTarget: HTMLInputElement; nativeEvent: Event };

/** The text in the field while it is typed, and the caret in it; the form keeps only what is an amount. */
function useTypedAmount({
  value,
  onChange,
  decimals,
}: Pick<AmountFieldProps, 'value' | 'onChange' | 'decimals'>) {
  const element = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  // Between the keys of an input method the text is not ours to change.
  const [composed, setComposed] = useState<string>();
  const [place, setPlace] = useState<{ caret: number }>();
  const isFresh = useRef(false);
  // What the form holds has the last word: a tap on "all", another coin.
  const current = settleAmount(typed) === value ? typed : value;
  const shown = composed ?? groupAmount(current);

  useLayoutEffect(() => {
    if (place && document.activeElement === element.current)
      element.current?.setSelectionRange(place.caret, place.caret);
  }, [place]);

  const take = ({ currentTarget, nativeEvent }: InputEvent) => {
    const { value: text, selectionStart } = currentTarget;
    const kind = 'inputType' in nativeEvent ? String(nativeEvent.inputType) : '';
    const edit = { before: groupAmount(current), text, caret: selectionStart ?? text.length };
    const next = editAmount({ ...edit, erased: ERASERS[kind] }, decimals);
    setComposed(undefined);
    setTyped(next.typed);
    setPlace({ caret: next.caret });
    onChange(settleAmount(next.typed));
  };
  return {
    props: {
      ref: element,
      value: shown,
      onChange: (event: InputEvent) => {
        const { nativeEvent, currentTarget } = event;
        if ('isComposing' in nativeEvent && nativeEvent.isComposing) setComposed(currentTarget.value);
        else take(event);
      },
      onCompositionEnd: take,
      onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        isFresh.current = true;
        currentTarget.select();
      },
      // A press puts the caret where it lands, after the focus: the first one selects all the same, the next ones do not.
      onClick: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd)
          currentTarget.select();
        isFresh.current = false;
      },
      onKeyDown: () => {
        isFresh.current = false;
      },
      onBlur: () => setTyped(cleanAmount(value, decimals)),
    },
  };
}
