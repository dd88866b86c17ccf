import { Button, Panel } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import stepStyles from '#components/step.module.css';
import { useOneTimeCode } from '#components/use-one-time-code.ts';
import { Recovered } from './forgotten.panel.tsx';
import { MARKED_ERRORS, MarkedCodeStep, NEW_PASSWORD_ERRORS, NewPasswordStep } from './parts.tsx';
import { passwordsWords } from './passwords.words.ts';

/** What a sign-in leads to when its password has to be changed first. */
export function ForcedResetPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const { callApi, pendingReset } = useServices();
  // A reload forgets the token on purpose: the member signs in again and gets another.
  const [signIn] = useState(pendingReset.read);
  const [isDone, setDone] = useState(false);
  const codesTo = signIn?.codesTo ?? [];
  const code = useOneTimeCode('forced-set', signIn?.account ?? '', { addresses: async () => codesTo });
  const step = isDone ? 'done' : !signIn ? 'again' : codesTo.length > 0 && !code.ticket ? 'code' : 'password';
  const save = useAction(
    async (newPassword: string) => {
      if (!signIn) return;
      const { account, token: resetToken } = signIn;
      const path = '/member/reset-password/forced-set/{account}';
      const input = { resetToken, newPassword, ...(code.ticket !== undefined && { otpTicket: code.ticket }) };
      await callApi(path, { params: { account }, input });
      pendingReset.keep(undefined);
      setDone(true);
    },
    { shows: [...MARKED_ERRORS, ...NEW_PASSWORD_ERRORS] },
  );
  return (
    <Panel title={say('forcedTitle')} onClose={onClose}>
      <div className={stepStyles.column}>
        {step === 'done' && <Recovered onClose={onClose} />}
        {step === 'code' && <MarkedCodeStep code={code} />}
        {step === 'password' && (
          <NewPasswordStep title={say('newPassword')} text={say('forcedText')} action={save} />
        )}
        {step === 'again' && (
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
