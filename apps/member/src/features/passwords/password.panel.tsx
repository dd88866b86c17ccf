import { Notice, Panel, PasswordField } from '@holdfast/ui';
import { useState } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useAccount, useServices } from '#state/services.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import stepStyles from '#components/step.module.css';
import { StepForm } from '#components/step-form.tsx';
import { useToast } from '#components/toast.tsx';
import { isNewPassword, NEW_PASSWORD_ERRORS, NewPasswordField } from './parts.tsx';
import { passwordsWords } from './passwords.words.ts';

/** The login password, changed by who knows it. The transaction secret is asked before anything happens. */
export function PasswordPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const errorText = useErrorText();
  const showToast = useToast();
  const refresh = useRefresh();
  const { callApi } = useServices();
  const account = useAccount();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useAction(
    async (transpass: string) => {
      const input = { password, newPassword };
      await callApi('/member/changepass/{account}', { params: { account }, input, transpass });
      refresh('/member/account/permissions', '/member/account/passwordExpired');
      showToast(say('passwordDone'));
      onClose();
    },
    { shows: [...SECRET_ERRORS, 'PASSWORD_WRONG', 'SIGN_IN_DELAYED', ...NEW_PASSWORD_ERRORS] },
  );
  const { refusal, sheet, ask, leave } = useSecretSheet(change, say('passwordPurpose'));
  const isOldWrong = refusal?.code === 'PASSWORD_WRONG' || refusal?.code === 'SIGN_IN_DELAYED';
  const typing = (put: (text: string) => void) => (text: string) => {
    leave();
    put(text);
  };
  return (
    <Panel title={say('passwordTitle')} onClose={onClose}>
      <div className={stepStyles.column}>
        <StepForm
          title={say('newPassword')}
          text={say('newPasswordText')}
          submit={say('save')}
          isReady={password !== '' && isNewPassword(newPassword)}
          onSubmit={ask}
        >
          <PasswordField
            label={say('current')}
            name="password"
            autoComplete="current-password"
            maxLength={64}
            value={password}
            onChange={(event) => typing(setPassword)(event.target.value)}
            error={isOldWrong ? errorText(refusal) : undefined}
            data-autofocus
          />
          <NewPasswordField
            label={say('newPassword')}
            value={newPassword}
            onChange={typing(setNewPassword)}
            error={refusal && !isOldWrong ? errorText(refusal) : undefined}
          />
          <Notice tone="held">{say('cooled')}</Notice>
        </StepForm>
      </div>
      {sheet}
    </Panel>
  );
}
