import { useWords } from '@holdfast/client/i18n';
import { useErrorText } from '@holdfast/client/calls';
import type { AppError } from '@holdfast/kernel';
import { Button, Notice } from '@holdfast/ui';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import componentStyles from '#components/components.module.css';
import styles from './decide.module.css';
import { reviewWords } from './reviews.words.ts';

interface ReasonChoice {
  readonly reason: string;
  /** What the member reads. */
  readonly text: string;
  readonly key?: string;
}

/** Why something is refused: the member reads exactly what is chosen here. Takes the focus when it has come by a key. */
export function Reasons({
  legend,
  choices,
  value,
  takesFocus,
  onChoose,
}: {
  legend: string;
  choices: readonly ReasonChoice[];
  value: string | undefined;
  takesFocus?: boolean;
  onChoose: (reason: string) => void;
}) {
  const name = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (takesFocus) group.current?.querySelector<HTMLInputElement>('input:checked, input')?.focus();
  }, [takesFocus]);
  return (
    <fieldset ref={group} className={styles.reasons}>
      <legend>{legend}</legend>
      {choices.map(({ reason, text, key }) => (
        <label key={reason} className={styles.reason}>
          <input type="radio" name={name} checked={reason === value} onChange={() => onChoose(reason)} />
          <span>{text}</span>
          {key !== undefined && <kbd className={componentStyles.kbd}>{key}</kbd>}
        </label>
      ))}
    </fieldset>
  );
}

interface Act {
  readonly run: () => void;
  readonly isOff: boolean;
}

/** The two ends of a review, each by a button and by a key, and why it is not possible now. */
export function Acts({
  approve,
  refuse,
  isBusy,
  why,
  error,
}: {
  /** Absent where it is approved already. */
  approve: Act | undefined;
  refuse: Act & { readonly label: string };
  isBusy: boolean;
  why: ReactNode;
  error: AppError | undefined;
}) {
  const say = useWords(reviewWords);
  const errorText = useErrorText();
  return (
    <>
      {error && (
        <Notice tone="refused" isAlert>
          {errorText(error)}
        </Notice>
      )}
      <p className={componentStyles.quiet}>{why}</p>
      <div className={styles.acts}>
        <Button look="quiet" busy={isBusy} disabled={refuse.isOff} onClick={refuse.run}>
          {refuse.label} <kbd aria-hidden>R</kbd>
        </Button>
        {approve && (
          <Button busy={isBusy} disabled={approve.isOff} onClick={approve.run}>
            {say('approve')} <kbd aria-hidden>A</kbd>
          </Button>
        )}
      </div>
    </>
  );
}
