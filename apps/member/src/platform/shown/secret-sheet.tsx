import { Button, PasswordField, SecretField, Sheet } from '@holdfast/ui';
import { useState, type FormEvent } from 'react';
import { useRead } from '../calls/queries.ts';
import type { Action } from '../calls/use-action.ts';
import { useErrorText } from '../calls/use-error-text.ts';
import { useWords } from '../i18n/use-words.ts';
import styles from './shown.module.css';
import { shownWords } from './shown.words.ts';

/** The errors of a transaction secret belong to its sheet; an action run from here lists them among those it shows. */
export const SECRET_ERRORS = [
  'TRANSACTION_SECRET_WRONG',
  'TRANSACTION_SECRET_LOCKED',
  'TRANSACTION_SECRET_MISSING',
] as const;

/** Asks the transaction secret for one action, in the form that the member has, and runs it. A wrong one is asked again. */
export function SecretSheet({
  purpose,
  action,
  onClose,
}: {
  /** What will happen, as a sentence: nobody should type a secret without knowing what for. */
  purpose: string;
  action: Action<[secret: string]>;
  onClose: () => void;
}) {
  const say = useWords(shownWords);
  const errorText = useErrorText();
  const [secret, setSecret] = useState('');
  // Six digits until the server has said otherwise: that is what nearly everybody has.
  const isPassword = useRead('/member/account/permissions', {}).data?.secretForm === 'password';
  const error = action.error && errorText(action.error);
  const run = (entered: string) => void action.run(entered).finally(() => setSecret(''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret !== '' && !action.isBusy) run(secret);
  };
  if (isPassword)
    return (
      <Sheet title={say('secretTitle')} onClose={action.isBusy ? undefined : onClose}>
        <form className={styles.secretForm} onSubmit={submit} noValidate>
          <p>{purpose}</p>
          <PasswordField
            label={say('secretTitle')}
            autoComplete="off"
            maxLength={64}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
            error={error}
            data-autofocus
          />
          <Button type="submit" block large disabled={secret === ''} busy={action.isBusy}>
            {say('secretConfirm')}
          </Button>
        </form>
      </Sheet>
    );
  return (
    <Sheet title={say('secretTitle')} onClose={action.isBusy ? undefined : onClose}>
      <SecretField
        label={say('secretLabel')}
        note={action.isBusy ? say('secretBusy') : purpose}
        error={error}
        value={secret}
        busy={action.isBusy}
        onChange={setSecret}
        onComplete={run}
      />
    </Sheet>
  );
}
