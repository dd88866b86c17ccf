import { Button, Panel } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import stepStyles from '#components/step.module.css';
import { Recovered } from './forgotten.panel.tsx';
import { NEW_PASSWORD_ERRORS, NewPasswordStep } from './parts.tsx';
import { passwordsWords } from './passwords.words.ts';

/** What a sign-in leads to when its password has to be changed first. */
export function ForcedResetPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const { callApi, pendingReset } = useServices();
  // A reload forgets the token on purpose: the member signs in again and gets another.
  const [signIn] = useState(pendingReset.read);
  const [isDone, setDone] = useState(false);
  const save = useAction(
    async (newPassword: string) => {
      if (!signIn) return;
      const { account, token: resetToken } = signIn;
      const path = '/member/reset-password/forced-set/{account}';
      await callApi(path, { params: { account }, input: { resetToken, newPassword } });
      pendingReset.keep(undefined);
      setDone(true);
    },
    { shows: ['TICKET_INVALID', ...NEW_PASSWORD_ERRORS] },
  );
  return (
    <Panel title={say('forcedTitle')} onClose={onClose}>
      <div className={stepStyles.column}>
        {isDone && <Recovered onClose={onClose} />}
        {!isDone && signIn && (
          <NewPasswordStep title={say('newPassword')} text={say('forcedText')} action={save} />
        )}
        {!isDone && !signIn && (
          <>
            <h3 className={stepStyles.heading}>{say('forcedAgainTitle')}</h3>
            <p className={stepStyles.text}>{say('forcedAgain')}</p>
            <Button block large onClick={onClose} data-autofocus>
              {say('toLogin')}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}
