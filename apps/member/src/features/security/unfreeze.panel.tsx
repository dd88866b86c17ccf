import { Button, Field, Panel, PasswordField } from '@holdfast/ui';
import { useState, type FormEvent } from 'react';
import { useAction } from '#platform/calls/use-action.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { useServices, useSettings } from '#platform/services.tsx';
import { CODE_ERRORS, CODE_SEND_ERRORS, CodeEntry } from '#platform/shown/code-entry.tsx';
import { Refusal } from '#platform/shown/refusal.tsx';
import { useToast } from '#platform/shown/toast.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

/** Lifts a freeze with the password and a code. The code is sent for any account, so nothing is told of which are frozen. */
export function UnfreezePanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const { callApi } = useServices();
  const { language: lang } = useSettings();
  const showToast = useToast();
  const [typed, setTyped] = useState({ account: '', password: '' });
  const [sent, setSent] = useState<{ id: string; resendAt: string }>();
  const account = typed.account.trim().toLowerCase();
  const send = useAction(
    async () => {
      const input = { purpose: 'unfreeze' as const, account, channel: 'mobile' as const, lang };
      setSent(await callApi('/utils/otp/mobile/send', { input }));
    },
    { shows: CODE_SEND_ERRORS },
  );
  const check = useAction(
    async (code: string) => {
      const { ticket } = await callApi('/utils/otp/mobile/verify', { input: { id: sent?.id ?? '', code } });
      await callApi('/member/security/unfreeze', {
        input: { account, password: typed.password, ticket },
      });
      showToast(say('unfrozen'));
      onClose();
    },
    { shows: [...CODE_ERRORS, 'SIGN_IN_FAILED', 'SIGN_IN_DELAYED', 'TICKET_INVALID'] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (account !== '' && typed.password !== '') void send.run();
  };
  return (
    <Panel title={say('unfreeze')} onClose={onClose}>
      {sent ? (
        <CodeEntry where={say('yourMobile')} resendAt={sent.resendAt} resend={send} check={check} />
      ) : (
        <form className={styles.stack} onSubmit={submit} noValidate>
          <p className={styles.intro}>{say('unfreezeIntro')}</p>
          <Field
            label={say('account')}
            autoComplete="username"
            autoCapitalize="none"
            value={typed.account}
            onChange={(event) => setTyped({ ...typed, account: event.target.value })}
            data-autofocus
          />
          <PasswordField
            label={say('loginPassword')}
            autoComplete="current-password"
            value={typed.password}
            onChange={(event) => setTyped({ ...typed, password: event.target.value })}
          />
          <Refusal error={send.error} />
          <Button type="submit" block large busy={send.isBusy}>
            {say('sendCode')}
          </Button>
        </form>
      )}
    </Panel>
  );
}
