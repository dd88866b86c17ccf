import type { ErrorName } from '@holdfast/contract/errors';
import { isOneTimeCode } from '@holdfast/contract/rules';
import { Button, Field, useServerTime } from '@holdfast/ui';
import { useState, type ReactNode } from 'react';
import { type Action, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { codeEntryWords } from './code-entry.words.ts';
import { Refusal } from './refusal.tsx';
import styles from './code-entry.module.css';

/** The refusals of sending a code; an action that sends one lists them among those it shows. */
export const CODE_SEND_ERRORS = [
  'CODE_TOO_SOON',
  'CODE_LIMIT',
  'RATE_LIMITED',
] as const satisfies ErrorName[];
/** The refusals of a typed code; the same for an action that checks one. */
export const CODE_ERRORS = ['CODE_WRONG', 'CODE_DEAD', 'RATE_LIMITED'] as const satisfies ErrorName[];

const CODE_LENGTH = 6;

/** Whole seconds until another code may be sent. It steps with the server's time, once a second. */
function useSecondsUntil(instant: string): number {
  return useServerTime((now) => Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000)));
}

/**
 * Where a one-time code is typed that has been sent: checked with its sixth digit, and sent anew once a minute. Digits are shown as they
 * are: a code is good once, and most people copy it from another screen.
 */
export function CodeEntry({
  where,
  intro,
  resendAt,
  resend,
  check,
  children,
}: {
  /** The address as the member may see it. */
  where?: string;
  /** What stands above the field instead, where it is not said that a code was sent. */
  intro?: string;
  /** From when on another code may be sent. */
  resendAt: string;
  resend: Action<[]>;
  check: Action<[code: string]>;
  /** What else belongs to this step, below the field. */
  children?: ReactNode;
}) {
  const say = useWords(codeEntryWords);
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [firstResendAt] = useState(resendAt);
  const isResent = resendAt !== firstResendAt;
  const seconds = useSecondsUntil(resendAt);
  const take = (text: string) => {
    if (check.isBusy) return;
    const digits = text
      .normalize('NFKC')
      .replace(/[^0-9]/g, '')
      .slice(0, CODE_LENGTH);
    setCode(digits);
    if (isOneTimeCode(digits)) void check.run(digits).finally(() => setCode(''));
  };
  const sendAgain = () => {
    check.forgetError();
    void resend.run();
  };
  const note = check.isBusy ? say('checking') : say('never');
  return (
    <div className={styles.entry}>
      <p className={styles.text}>{intro ?? say('sent', { where: where ?? '' })}</p>
      <Field
        big
        label={say('code')}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => take(event.target.value)}
        hint={note}
        error={check.error && errorText(check.error)}
        aria-busy={check.isBusy || undefined}
        data-autofocus
      />
      <p className="visually-hidden" role="status">
        {check.error ? errorText(check.error) : isResent && !resend.error && say('resent')}
      </p>
      {children}
      <Refusal error={resend.error} />
      <Button look="quiet" block busy={resend.isBusy} disabled={seconds > 0} onClick={sendAgain}>
        {seconds > 0 ? say('resendIn', { seconds }) : say('resend')}
      </Button>
    </div>
  );
}
