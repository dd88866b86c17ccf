import { isTransactionCode, type CallOutput } from '@holdfast/contract';
import { BrandMark, Button, Panel, SecretField } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#platform/calls/use-action.ts';
import { useErrorText } from '#platform/calls/use-error-text.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { useServices } from '#platform/services.tsx';
import { PasswordStep, WhoStep, type Who } from './steps.tsx';
import styles from './registration.module.css';
import { registrationWords } from './registration.words.ts';

const STEPS = ['who', 'password', 'secret', 'secret-again', 'done'] as const;
type Step = (typeof STEPS)[number];

/** Registration, one thing per step. What the server refuses leads back to the step where it can be changed. */
export function RegistrationPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(registrationWords);
  const errorText = useErrorText();
  const { callApi, session, device, installId } = useServices();
  const [step, setStep] = useState<Step>('who');
  const [who, setWho] = useState<Who>({ account: '', nick: '' });
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState('');
  const [login, setLogin] = useState<CallOutput<'/member/register'>>();

  const register = useAction(
    async (newTranspass: string) => {
      const input = { ...who, password, newTranspass, installId: installId() };
      setLogin(await callApi('/member/register', { input }));
      setStep('done');
    },
    { shows: ['ACCOUNT_TAKEN', 'NICKNAME_TAKEN', 'PASSWORD_BREACHED', 'RATE_LIMITED', 'PARAMETERS_INVALID'] },
  );
  const refusal = register.error && errorText(register.error);
  const isPasswordRefused = register.error?.code === 'PASSWORD_BREACHED';
  const shown = refusal === undefined ? step : isPasswordRefused ? 'password' : 'who';
  const box = useFocusOnChange(shown);

  const goTo = (next: Step) => {
    register.forgetError();
    setStep(next);
  };
  const leave = () => {
    if (login) session.signIn(login, device());
    else if (shown === 'who' || register.isBusy) onClose();
    else goTo(STEPS[STEPS.indexOf(shown) - 1] ?? 'who');
  };

  return (
    <Panel title={say('title')} onClose={leave}>
      <div ref={box} className={styles.step}>
        <Progress step={shown} />
        {shown === 'who' && (
          <WhoStep who={who} onChange={setWho} refusal={refusal} onNext={() => goTo('password')} />
        )}
        {shown === 'password' && (
          <PasswordStep
            password={password}
            onChange={setPassword}
            refusal={isPasswordRefused ? refusal : undefined}
            onNext={() => goTo('secret')}
          />
        )}
        {(shown === 'secret' || shown === 'secret-again') && (
          <SecretSteps
            isAgain={shown === 'secret-again'}
            isBusy={register.isBusy}
            first={secret}
            onFirst={(digits) => {
              setSecret(digits);
              setStep('secret-again');
            }}
            onDifferent={() => setStep('secret')}
            onSame={(digits) => void register.run(digits)}
          />
        )}
        {shown === 'done' && login && <Done login={login} onEnter={leave} />}
      </div>
    </Panel>
  );
}

/** When `shown` changes, the button that led on is gone and the focus with it: it goes to where the next thing is asked. */
function useFocusOnChange(shown: Step) {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(shown);
  useEffect(() => {
    if (focused.current === shown) return;
    focused.current = shown;
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [shown]);
  return box;
}

function Done({ login, onEnter }: { login: CallOutput<'/member/register'>; onEnter: () => void }) {
  const say = useWords(registrationWords);
  return (
    <div className={styles.done}>
      <span className={styles.mark}>
        <BrandMark size={56} />
      </span>
      <h3 className={styles.heading}>{say('doneTitle', { nick: login.nick })}</h3>
      <p className={styles.text}>{say('doneText', { account: login.account })}</p>
      <Button block large onClick={onEnter} data-autofocus>
        {say('enter')}
      </Button>
    </div>
  );
}

function Progress({ step }: { step: Step }) {
  const at = Math.min(STEPS.indexOf(step), 2);
  return (
    <div className={styles.progress} aria-hidden>
      {[0, 1, 2].map((index) => (
        <span key={index} className={index <= at ? styles.reached : styles.ahead} />
      ))}
    </div>
  );
}

/** The code twice: a slip of the thumb must not lock the money away. */
function SecretSteps({
  isAgain,
  isBusy,
  first,
  onFirst,
  onSame,
  onDifferent,
}: {
  isAgain: boolean;
  isBusy: boolean;
  first: string;
  onFirst: (digits: string) => void;
  onSame: (digits: string) => void;
  onDifferent: () => void;
}) {
  const say = useWords(registrationWords);
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<string>();
  const complete = (entered: string) => {
    setDigits('');
    setError(undefined);
    if (isAgain && entered === first) onSame(entered);
    else if (isAgain) {
      setError(say('secretDifferent'));
      onDifferent();
    } else if (isTransactionCode(entered)) onFirst(entered);
    else setError(say('secretZero'));
  };
  return (
    <>
      <h3 className={styles.heading}>{say('secretTitle')}</h3>
      <p className={styles.text}>{say('secretText')}</p>
      <SecretField
        label={say(isAgain ? 'secretAgain' : 'secret')}
        value={digits}
        error={error}
        busy={isBusy}
        onChange={setDigits}
        onComplete={complete}
      />
    </>
  );
}
