import type { AppError } from '@holdfast/kernel';
import { buttonClass, cx, PasswordField, SecretField, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useRead } from '@holdfast/client/queries';
import { type Action, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import styles from './components.module.css';
import { formPartWords } from './form-parts.words.ts';
import { StepForm } from './step-form.tsx';

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
  const say = useWords(formPartWords);
  const errorText = useErrorText();
  const [secret, setSecret] = useState('');
  // Six digits until the server has said otherwise: that is what nearly everybody has.
  const form = useRead('/member/account/permissions', {}).data?.secretForm;
  const error = action.error && errorText(action.error);
  const isMissing = form === 'none' || action.error?.code === 'TRANSACTION_SECRET_MISSING';
  const run = (entered: string) => void action.run(entered).finally(() => setSecret(''));
  if (isMissing || action.error?.code === 'TRANSACTION_SECRET_LOCKED')
    return (
      <Sheet title={say('secretTitle')} onClose={onClose}>
        <div className={stackClass}>
          <p role="alert">{isMissing ? say('secretNone') : error}</p>
          <SecretWay way={isMissing ? 'set' : 'anew'} />
        </div>
      </Sheet>
    );
  if (form === 'password')
    return (
      <Sheet title={say('secretTitle')} onClose={action.isBusy ? undefined : onClose}>
        <div className={stackClass}>
          <StepForm
            submit={say('secretConfirm')}
            isReady={secret !== ''}
            isBusy={action.isBusy}
            onSubmit={() => run(secret)}
          >
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
          </StepForm>
          {!action.isBusy && <SecretWay way="forgotten" />}
        </div>
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
      {/* It keeps its room while it cannot be taken, and with it the keypad its place. */}
      <div className={cx(action.isBusy && styles.hidden)}>
        <SecretWay way="forgotten" />
      </div>
    </Sheet>
  );
}

/** What an action that asked the secret was refused for otherwise: that is for its form to say. */
export function refusalBesides(error: AppError | undefined): AppError | undefined {
  return SECRET_ERRORS.some((name) => name === error?.code) ? undefined : error;
}

/** The secret asked over a form, before its action runs. A refusal that is not of the secret closes the sheet. */
export function useSecretSheet(action: Action<[secret: string]>, purpose: string) {
  const [isAsking, setAsking] = useState(false);
  const refusal = refusalBesides(action.error);
  const turn = (isOn: boolean) => {
    action.forgetError();
    setAsking(isOn);
  };
  const leave = () => turn(false);
  const sheet = isAsking && !refusal && <SecretSheet purpose={purpose} action={action} onClose={leave} />;
  return { refusal, sheet, ask: () => turn(true), leave };
}

const SECRET_WAYS = {
  set: { to: 'transaction-secret', isButton: true, text: 'secretSet' },
  anew: { to: 'forgotten-secret', isButton: true, text: 'secretAnew' },
  forgotten: { to: 'forgotten-secret', isButton: false, text: 'secretForgotten' },
} as const;

/** Where a secret is set: without it the sheet would be the end of the way for who has none, no longer knows it, or has locked it. */
export function SecretWay({ way, replace = false }: { way: keyof typeof SECRET_WAYS; replace?: boolean }) {
  const say = useWords(formPartWords);
  const panelAddress = usePanelAddress();
  const { to, isButton, text } = SECRET_WAYS[way];
  const className = buttonClass(isButton ? { block: true, large: true } : { look: 'text', block: true });
  return (
    <Link
      to={panelAddress(to)}
      replace={replace}
      className={className}
      data-autofocus={isButton || undefined}
    >
      {say(text)}
    </Link>
  );
}
