import { AppError } from '@holdfast/kernel';
import { Notice, Panel, PasswordField } from '@holdfast/ui';
import { useState } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useAccount, useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import stepStyles from '#components/step.module.css';
import { StepForm } from '#components/step-form.tsx';
import { useToast } from '#components/toast.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import {
  isNewPassword,
  MARKED_ERRORS,
  MarkedCodeStep,
  NEW_PASSWORD_ERRORS,
  NewPasswordField,
} from './parts.tsx';
import { passwordsWords } from './passwords.words.ts';

const OLD_ERRORS = ['PASSWORD_WRONG', 'SIGN_IN_DELAYED'] as const;
const SHOWN = [...SECRET_ERRORS, ...OLD_ERRORS, ...MARKED_ERRORS, ...NEW_PASSWORD_ERRORS];

/** The login password, changed by who knows it. The transaction secret is asked before anything happens. */
export function PasswordPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { change, code } = useChange({ password, newPassword }, onClose);
  const { refusal, sheet, ask, leave } = useSecretSheet(change, say('passwordPurpose'));
  const isCodeAsked = refusal?.code === 'PASSWORD_CODE_REQUIRED';
  useBackSteps(isCodeAsked ? 1 : 0, leave);
  const errorOf = (codes: readonly string[]) =>
    refusal && codes.includes(refusal.code) ? refusal : undefined;
  const textOf = (codes: readonly string[]) => {
    const error = errorOf(codes);
    return error && errorText(error);
  };
  const typing = (put: (text: string) => void) => (text: string) => {
    leave();
    put(text);
  };
  if (isCodeAsked)
    return (
      <Panel title={say('passwordTitle')} onClose={leave}>
        <div className={stepStyles.column}>
          <MarkedCodeStep code={code} />
        </div>
      </Panel>
    );
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
            error={textOf(OLD_ERRORS)}
            data-autofocus
          />
          <NewPasswordField
            label={say('newPassword')}
            value={newPassword}
            onChange={typing(setNewPassword)}
            error={textOf(NEW_PASSWORD_ERRORS)}
          />
          <Notice tone="held">{say('cooled')}</Notice>
          <Refusal error={errorOf(MARKED_ERRORS)} />
        </StepForm>
      </div>
      {sheet}
    </Panel>
  );
}

/** The change, and the code that it asks where the password is marked: once that is right, the change goes on with the secret that was typed. */
function useChange(passwords: { password: string; newPassword: string }, onClose: () => void) {
  const say = useWords(passwordsWords);
  const showToast = useToast();
  const refresh = useRefresh();
  const { callApi } = useServices();
  const account = useAccount();
  const [secret, setSecret] = useState('');
  const code = useMemberCode('forced-set', { onTicket: async (ticket) => change.run(secret, ticket) });
  const change = useAction(
    async (transpass: string, otpTicket: string | undefined = code.ticket) => {
      setSecret(transpass);
      const input = { ...passwords, ...(otpTicket !== undefined && { otpTicket }) };
      try {
        await callApi('/member/changepass/{account}', { params: { account }, input, transpass });
      } catch (error) {
        if (error instanceof AppError && error.code === 'TICKET_INVALID') code.forget();
        throw error;
      }
      refresh('/member/account/permissions', '/member/account/passwordExpired');
      showToast(say('passwordDone'));
      onClose();
    },
    { shows: SHOWN },
  );
  return { change, code };
}
