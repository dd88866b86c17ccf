import { AppError } from '@holdfast/kernel';
import { Button, Field, Panel, PasswordField, stackClass } from '@holdfast/ui';
import { useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { SentCode } from '#components/sent-code.tsx';
import { useAccountCode } from '#components/use-one-time-code.ts';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

/** What has been typed, sent and proven on the way, and what each step does. */
function useUnfreezing(onDone: () => void) {
  const { callApi, installId, typedAccount } = useServices();
  const [typed, setTyped] = useState(() => ({ account: typedAccount.read() ?? '', password: '' }));
  const [isEntering, setEntering] = useState(false);
  const account = typed.account.trim().toLowerCase();
  const code = useAccountCode('unfreeze', account, {
    onSent: () => setEntering(true),
    onTicket: (proof) => {
      setEntering(false);
      return lift.run(proof);
    },
  });
  const { sent, ticket, send, forget } = code;
  const lift = useAction(
    async (proof: string) => {
      try {
        await callApi('/member/security/unfreeze', {
          input: { account, password: typed.password, ticket: proof, installId: installId() },
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'TICKET_INVALID') forget();
        throw error;
      }
      onDone();
    },
    { shows: ['SIGN_IN_FAILED', 'SIGN_IN_DELAYED', 'TICKET_INVALID', 'RATE_LIMITED'] },
  );
  const put = (change: Partial<typeof typed>) => {
    // The code of one account opens no other.
    if (change.account !== undefined) forget();
    lift.forgetError();
    setTyped({ ...typed, ...change });
  };
  const goOn = () => {
    if (account === '' || typed.password === '') return;
    if (ticket !== undefined) void lift.run(ticket);
    else if (sent) setEntering(true);
    else {
      lift.forgetError();
      void send.run();
    }
  };
  const isCodeOpen = isEntering && sent !== undefined;
  const isProven = ticket !== undefined;
  return {
    typed,
    put,
    goOn,
    code,
    lift,
    isCodeOpen,
    isProven,
    leaveCode: () => setEntering(false),
  };
}

/**
 * Lifts a freeze with the password and a code. The code is sent for any account, so nothing is told of which are frozen. A password that
 * was wrong is mended where it was typed, and the code was not in vain.
 */
export function UnfreezePanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const showToast = useToast();
  const { typed, put, goOn, code, lift, isCodeOpen, isProven, leaveCode } = useUnfreezing(() => {
    showToast(say('unfrozen'));
    onClose();
  });
  const [isAccountKnown] = useState(typed.account !== '');
  useBackSteps(isCodeOpen ? 1 : 0, leaveCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    goOn();
  };
  return (
    <Panel title={say('unfreeze')} onClose={isCodeOpen ? leaveCode : onClose}>
      {isCodeOpen ? (
        <SentCode code={code} />
      ) : (
        <form className={stackClass} onSubmit={submit} noValidate>
          <p className={styles.intro}>{say('unfreezeIntro')}</p>
          <Field
            label={say('account')}
            autoComplete="username"
            autoCapitalize="none"
            value={typed.account}
            onChange={(event) => put({ account: event.target.value })}
            data-autofocus={!isAccountKnown || undefined}
          />
          <PasswordField
            label={say('loginPassword')}
            autoComplete="current-password"
            value={typed.password}
            onChange={(event) => put({ password: event.target.value })}
            data-autofocus={isAccountKnown || undefined}
          />
          <Refusal error={lift.error ?? code.send.error} />
          <Button
            type="submit"
            block
            large
            disabled={typed.account.trim() === '' || typed.password === ''}
            busy={code.send.isBusy || lift.isBusy}
          >
            {say(isProven ? 'unfreeze' : 'sendCode')}
          </Button>
        </form>
      )}
    </Panel>
  );
}
