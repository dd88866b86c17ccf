import type { CallOutput } from '@holdfast/contract/calls';
import type { AppError } from '@holdfast/kernel';
import { Panel, PasswordField, SecretField, Skeleton } from '@holdfast/ui';
import { useState } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useAccount, useServices } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, SecretWay } from '#components/secret-sheet.tsx';
import stepStyles from '#components/step.module.css';
import { StepForm, type StepFormProps } from '#components/step-form.tsx';
import { useToast } from '#components/toast.tsx';
import { SentCode } from '#components/sent-code.tsx';
import { useMemberCode } from '#components/use-one-time-code.ts';
import { NEW_SECRET_ERRORS, NewSecretStep } from './parts.tsx';
import { passwordsWords } from './passwords.words.ts';

const PASSWORD_ERRORS = ['PASSWORD_WRONG', 'SIGN_IN_DELAYED'] as const;
const PROOF_ERRORS = [...SECRET_ERRORS, ...PASSWORD_ERRORS] as const;

type SecretForm = CallOutput<'/member/account/permissions'>['secretForm'];
type Proof = { oldTranspass: string } | { password: string };

function useDone(onClose: () => void): () => void {
  const say = useWords(passwordsWords);
  const showToast = useToast();
  const refresh = useRefresh();
  return () => {
    refresh('/member/account/permissions');
    showToast(say('secretDone'));
    onClose();
  };
}

/** Opened from where the secret was asked, by who no longer knows it: it asks for no old one. */
export function ForgottenSecretPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  return (
    <Panel title={say('secretTitle')} onClose={onClose}>
      <Forgotten onDone={useDone(onClose)} />
    </Panel>
  );
}

/** The transaction secret: set or changed. Whoever has forgotten it goes on at the panel for that. */
export function TransactionSecretPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const read = useRead('/member/account/permissions', {});
  const change = useChange(useDone(onClose));
  const { data, isError } = read;
  useBackSteps(change.asksProof ? 0 : 1, change.proveAnew);
  return (
    <Panel title={say('secretTitle')} onClose={change.asksProof ? onClose : change.proveAnew}>
      {!data && isError && <ReadFailed read={read} />}
      {!data && !isError && (
        <div aria-busy>
          <Skeleton height="12rem" />
        </div>
      )}
      {data && <Change form={data.secretForm} change={change} />}
    </Panel>
  );
}

/** What shows that the member asks, then the new one. A first that was wrong is asked again, and what was chosen is saved with it. */
function useChange(onDone: () => void) {
  const { callApi } = useServices();
  const account = useAccount();
  const [proof, setProof] = useState<Proof>();
  const [chosen, setChosen] = useState('');
  const save = useAction(
    async (newTranspass: string, proved: Proof | undefined = proof) => {
      setChosen(newTranspass);
      const input = { newTranspass, ...proved };
      await callApi('/member/settranspass/{account}', { params: { account }, input });
      onDone();
    },
    { shows: [...PROOF_ERRORS, ...NEW_SECRET_ERRORS] },
  );
  const isProofWrong = PROOF_ERRORS.some((name) => name === save.error?.code);
  const prove = (given: Proof): void => {
    setProof(given);
    if (isProofWrong) void save.run(chosen, given);
  };
  const proveAnew = (): void => {
    save.forgetError();
    setProof(undefined);
  };
  const asksProof = proof === undefined || isProofWrong;
  return { save, asksProof, proofError: isProofWrong ? save.error : undefined, prove, proveAnew };
}

function Change({ form, change }: { form: SecretForm; change: ReturnType<typeof useChange> }) {
  const say = useWords(passwordsWords);
  const { save, asksProof, proofError: error, prove } = change;
  return (
    <div className={stepStyles.column}>
      {!asksProof && <NewSecretStep action={save} />}
      {asksProof && form === 'none' && (
        <AskPassword
          title={say('firstSecretTitle')}
          text={say('firstSecretText')}
          submit={say('next')}
          label={say('loginPassword')}
          autoComplete="current-password"
          error={error}
          onEntered={(password) => prove({ password })}
        />
      )}
      {asksProof && form !== 'none' && (
        <>
          <OldSecret form={form} error={error} onEntered={(oldTranspass) => prove({ oldTranspass })} />
          {/* In this one's place, because it leads to the same end. */}
          <SecretWay way="forgotten" replace />
        </>
      )}
    </div>
  );
}

interface ProofProps {
  error: AppError | undefined;
  onEntered: (proof: string) => void;
}

interface AskPasswordProps extends ProofProps, Omit<StepFormProps, 'isReady' | 'onSubmit'> {
  label: string;
  autoComplete: 'current-password' | 'off';
}

/** A password that shows who asks. One that was wrong is typed anew. */
function AskPassword({ label, autoComplete, error, onEntered, children, ...step }: AskPasswordProps) {
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  return (
    <StepForm {...step} isReady={password !== ''} onSubmit={() => onEntered(password)}>
      <PasswordField
        label={label}
        autoComplete={autoComplete}
        maxLength={64}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error && errorText(error)}
        data-autofocus
      />
      {children}
    </StepForm>
  );
}

function OldSecret({ form, error, onEntered }: ProofProps & { form: 'six-digit' | 'password' }) {
  const say = useWords(passwordsWords);
  const errorText = useErrorText();
  const [digits, setDigits] = useState('');
  if (form === 'password')
    return (
      <AskPassword
        title={say('oldSecretTitle')}
        submit={say('next')}
        label={say('oldPassword')}
        autoComplete="off"
        error={error}
        onEntered={onEntered}
      />
    );
  return (
    <>
      <h3 className={stepStyles.heading}>{say('oldSecretTitle')}</h3>
      <SecretField
        label={say('oldDigits')}
        error={error && errorText(error)}
        value={digits}
        onChange={setDigits}
        onComplete={onEntered}
      />
    </>
  );
}

/** Login password, code, new secret. The ticket of the code and the password go out together with the new secret. */
function Forgotten({ onDone }: { onDone: () => void }) {
  const say = useWords(passwordsWords);
  const { callApi } = useServices();
  const account = useAccount();
  const [password, setPassword] = useState('');
  const code = useMemberCode('transpass');
  const { sent, ticket, send } = code;
  const [chosen, setChosen] = useState('');
  const save = useAction(
    async (newTranspass: string, entered: string = password) => {
      setChosen(newTranspass);
      const input = { password: entered, ticket: ticket ?? '', newTranspass };
      await callApi('/member/forgettranspass/{account}', { params: { account }, input });
      onDone();
    },
    { shows: [...PASSWORD_ERRORS, 'TICKET_INVALID', ...NEW_SECRET_ERRORS] },
  );
  const isPasswordWrong = PASSWORD_ERRORS.some((name) => name === save.error?.code);
  const step = isPasswordWrong || !sent ? 'password' : ticket === undefined ? 'code' : 'secret';
  const goOn = (entered: string) => {
    setPassword(entered);
    if (!sent) void send.run();
    else if (isPasswordWrong) void save.run(chosen, entered);
  };
  return (
    <div className={stepStyles.column}>
      {step === 'password' && (
        <AskPassword
          title={say('forgotSecretTitle')}
          text={say('forgotSecretText')}
          submit={say(isPasswordWrong ? 'secretSave' : 'send')}
          isBusy={send.isBusy}
          label={say('loginPassword')}
          autoComplete="current-password"
          error={isPasswordWrong ? save.error : undefined}
          onEntered={goOn}
        >
          <Refusal error={send.error} />
        </AskPassword>
      )}
      {step === 'code' && <SentCode code={code} />}
      {step === 'secret' && <NewSecretStep action={save} />}
    </div>
  );
}
