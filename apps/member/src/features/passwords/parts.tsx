import type { ErrorName } from '@holdfast/contract/errors';
import type { SecretForm } from '@holdfast/contract/member';
import { allHold, isTransactionCode, passwordClauses } from '@holdfast/contract/rules';
import { PasswordField, RuleTicks, SecretField, Segmented, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { type Action, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Refusal } from '#components/refusal.tsx';
import { SentCode } from '#components/sent-code.tsx';
import stepStyles from '#components/step.module.css';
import { StepForm } from '#components/step-form.tsx';
import type { OneTimeCode } from '#components/use-one-time-code.ts';
import { passwordsWords } from './passwords.words.ts';

/** The refusals of a new password; an action that sets one lists them among those it shows. */
export const NEW_PASSWORD_ERRORS = [
  'PASSWORD_BREACHED',
  'PASSWORD_UNCHANGED',
  'PARAMETERS_INVALID',
  'RATE_LIMITED',
] as const satisfies ErrorName[];
export const NEW_SECRET_ERRORS = [
  'TRANSACTION_SECRET_UNCHANGED',
  ...NEW_PASSWORD_ERRORS,
] as const satisfies ErrorName[];

/** The refusals of the code that a marked password is changed with. */
export const MARKED_ERRORS = [
  'PASSWORD_CODE_REQUIRED',
  'CODE_ADDRESSES_TOO_NEW',
  'TICKET_INVALID',
] as const satisfies ErrorName[];

/** A marked password is presumed to be known to somebody else, so it does not say who asks. */
export function MarkedCodeStep({ code }: { code: OneTimeCode }) {
  const say = useWords(passwordsWords);
  if (code.sent) return <SentCode code={code} />;
  return (
    <StepForm
      title={say('forcedCodeTitle')}
      text={say('forcedCodeText')}
      submit={say('send')}
      isReady
      isBusy={code.send.isBusy}
      onSubmit={() => void code.send.run()}
    >
      <Refusal error={code.send.error} />
    </StepForm>
  );
}

/** A password to be chosen: its rules tick while one types. */
export function NewPasswordField({
  label,
  value,
  onChange,
  error,
  isFirst = false,
}: {
  label: string;
  value: string;
  onChange: (password: string) => void;
  error?: string | undefined;
  /** It is what the step asks first. */
  isFirst?: boolean;
}) {
  const say = useWords(passwordsWords);
  return (
    <PasswordField
      label={label}
      name="new-password"
      autoComplete="new-password"
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={<RuleTicks rules={passwordClauses(value)} textOf={(name) => say(`password.${name}`)} />}
      error={error}
      data-autofocus={isFirst || undefined}
    />
  );
}

export const isNewPassword = (password: string): boolean => allHold(passwordClauses(password));

/** The step that sets a login password. */
export function NewPasswordStep({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action: Action<[password: string]>;
}) {
  const say = useWords(passwordsWords);
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  return (
    <StepForm
      title={title}
      text={text}
      submit={say('save')}
      isReady={isNewPassword(password)}
      isBusy={action.isBusy}
      onSubmit={() => void action.run(password)}
    >
      <NewPasswordField
        label={say('newPassword')}
        value={password}
        onChange={(next) => {
          action.forgetError();
          setPassword(next);
        }}
        error={action.error && errorText(action.error)}
        isFirst
      />
    </StepForm>
  );
}

/** The step that sets a transaction secret, in the form that the member likes better. */
export function NewSecretStep({ action }: { action: Action<[secret: string]> }) {
  const say = useWords(passwordsWords);
  const [form, setForm] = useState<SecretForm>('six-digit');
  return (
    <div className={stackClass}>
      <h3 className={stepStyles.heading}>{say('newSecretTitle')}</h3>
      <p className={stepStyles.text}>{say('newSecretText')}</p>
      <Segmented
        stretch
        label={say('form')}
        value={form}
        onChange={(next) => {
          action.forgetError();
          setForm(next);
        }}
        options={[
          { value: 'six-digit', label: say('form.six-digit') },
          { value: 'password', label: say('form.password') },
        ]}
      />
      {form === 'six-digit' ? <NewDigits action={action} /> : <NewSecretPassword action={action} />}
    </div>
  );
}

/** The digits twice: a slip of the thumb must not lock the money away. */
function NewDigits({ action }: { action: Action<[secret: string]> }) {
  const say = useWords(passwordsWords);
  const errorText = useErrorText();
  const [digits, setDigits] = useState('');
  const [first, setFirst] = useState<string>();
  const [slip, setSlip] = useState<string>();
  const complete = (entered: string) => {
    setDigits('');
    setSlip(undefined);
    action.forgetError();
    if (first === undefined) {
      if (isTransactionCode(entered)) setFirst(entered);
      else setSlip(say('zero'));
      return;
    }
    setFirst(undefined);
    if (entered === first) void action.run(entered);
    else setSlip(say('different'));
  };
  return (
    <SecretField
      label={say(first === undefined ? 'newDigits' : 'newDigitsAgain')}
      error={slip ?? (action.error && errorText(action.error))}
      value={digits}
      busy={action.isBusy}
      onChange={setDigits}
      onComplete={complete}
    />
  );
}

function NewSecretPassword({ action }: { action: Action<[secret: string]> }) {
  const say = useWords(passwordsWords);
  const errorText = useErrorText();
  const [secret, setSecret] = useState('');
  return (
    <StepForm
      submit={say('secretSave')}
      isReady={isNewPassword(secret)}
      isBusy={action.isBusy}
      onSubmit={() => void action.run(secret)}
    >
      <NewPasswordField
        label={say('newSecretPassword')}
        value={secret}
        onChange={setSecret}
        error={action.error && errorText(action.error)}
      />
    </StepForm>
  );
}
