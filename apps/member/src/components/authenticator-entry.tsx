import { codeKindOf, foldCode } from '@holdfast/contract/rules';
import { Button, Field, stackClass } from '@holdfast/ui';
import { useState, type FormEvent } from 'react';
import { useErrorText, type Action } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import codeStyles from './code-entry.module.css';
import { authenticatorEntryWords } from './authenticator-entry.words.ts';

const CODE_LENGTH = 6;

/** Where a code of the authenticator is typed, checked with its sixth digit, or a recovery code in its place. */
export function AuthenticatorEntry({
  check,
  mayRecover = true,
}: {
  check: Action<[code: string]>;
  /** There are recovery codes. */
  mayRecover?: boolean;
}) {
  const say = useWords(authenticatorEntryWords);
  const [isRecovery, setRecovery] = useState(false);
  const turn = () => {
    check.forgetError();
    setRecovery(!isRecovery);
  };
  return (
    <div className={stackClass}>
      {isRecovery ? <RecoveryCode check={check} /> : <Digits check={check} />}
      {mayRecover && (
        <Button look="text" block onClick={turn}>
          {say(isRecovery ? 'toCode' : 'toRecovery')}
        </Button>
      )}
    </div>
  );
}

function Digits({ check }: { check: Action<[code: string]> }) {
  const say = useWords(authenticatorEntryWords);
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const take = (text: string) => {
    if (check.isBusy) return;
    const digits = text
      .normalize('NFKC')
      .replace(/[^0-9]/g, '')
      .slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH) void check.run(digits).finally(() => setCode(''));
  };
  return (
    <div className={codeStyles.entry}>
      <Field
        big
        label={say('code')}
        name="one-time-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => take(event.target.value)}
        hint={check.isBusy ? say('checking') : say('hint')}
        error={check.error && errorText(check.error)}
        aria-busy={check.isBusy || undefined}
        data-autofocus
      />
      <p className="visually-hidden" role="status">
        {check.error && errorText(check.error)}
      </p>
    </div>
  );
}

function RecoveryCode({ check }: { check: Action<[code: string]> }) {
  const say = useWords(authenticatorEntryWords);
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (codeKindOf(foldCode(code)) === 'recovery') void check.run(code);
  };
  return (
    <form className={stackClass} onSubmit={submit} noValidate>
      <Field
        label={say('recovery')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        hint={say('recoveryHint')}
        error={check.error && errorText(check.error)}
        data-autofocus
      />
      <Button
        type="submit"
        block
        large
        busy={check.isBusy}
        disabled={codeKindOf(foldCode(code)) !== 'recovery'}
      >
        {say('submit')}
      </Button>
    </form>
  );
}
