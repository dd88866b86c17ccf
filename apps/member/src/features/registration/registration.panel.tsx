import { BrandMark, Button, Panel } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '#platform/calls/use-error-text.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { useServices } from '#platform/services.tsx';
import { CodeEntry } from '#platform/shown/code-entry.tsx';
import { MobileStep } from './mobile-step.tsx';
import { SecretSteps } from './secret-steps.tsx';
import { PasswordStep, WhoStep, type Who } from './steps.tsx';
import { useRegistration } from './use-registration.ts';
import styles from './registration.module.css';
import { registrationWords } from './registration.words.ts';

/** Both ways to become a member, step by step; a way's last step before `done` is always the code that was sent. */
const WAYS = {
  full: ['who', 'password', 'secret', 'secret-again', 'mobile', 'code', 'done'],
  fast: ['password', 'mobile', 'code', 'done'],
} as const;
type Way = keyof typeof WAYS;
type Step = (typeof WAYS)['full'][number];

/** Where a refusal of the server can be mended; what is not named here is shown where the member is. */
const MENDED_AT: Readonly<Record<string, Step>> = {
  ACCOUNT_TAKEN: 'who',
  NICKNAME_TAKEN: 'who',
  PARAMETERS_INVALID: 'who',
  PASSWORD_BREACHED: 'password',
};

/** Registration, one thing per step. What the server refuses leads back to the step where it can be changed. */
export function RegistrationPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(registrationWords);
  const errorText = useErrorText();
  const { session, device } = useServices();
  const [way, setWay] = useState<Way>('full');
  const [step, setStep] = useState<Step>('who');
  const [who, setWho] = useState<Who>({ account: '', nick: '' });
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState('');
  const [typed, setTyped] = useState('');
  const isFast = way === 'fast';
  const registration = useRegistration({
    password,
    ...(!isFast && { ...who, newTranspass: secret }),
    onSent: () => setStep('code'),
    onDone: () => setStep('done'),
  });
  const { send, check, register, login, sent } = registration;

  const { error } = register;
  const refusal = error && errorText(error);
  const steps: readonly Step[] = WAYS[way];
  const mendedAt = error && (MENDED_AT[error.code] ?? 'mobile');
  const shown = mendedAt && steps.includes(mendedAt) ? mendedAt : error ? 'mobile' : step;
  const box = useFocusOnChange(shown);

  const goTo = (next: Step) => {
    register.forgetError();
    send.forgetError();
    setStep(next);
  };
  const isBusy = register.isBusy || send.isBusy || check.isBusy;
  const leave = () => {
    const back = steps[steps.indexOf(shown) - 1];
    if (login) session.signIn(login, device());
    else if (isBusy) onClose();
    else if (back) goTo(back);
    else if (isFast) {
      setWay('full');
      goTo('who');
    } else onClose();
  };
  const startFast = () => {
    setWay('fast');
    goTo('password');
  };

  return (
    <Panel title={say(isFast ? 'fastTitle' : 'title')} onClose={leave}>
      <div ref={box} className={styles.step}>
        <Progress steps={steps} step={shown} />
        {shown === 'who' && (
          <>
            <WhoStep who={who} onChange={setWho} refusal={refusal} onNext={() => goTo('password')} />
            <Button look="text" block onClick={startFast}>
              {say('fast')}
            </Button>
          </>
        )}
        {shown === 'password' && (
          <PasswordStep
            password={password}
            isPlain={isFast}
            onChange={setPassword}
            refusal={refusal}
            onNext={() => goTo(isFast ? 'mobile' : 'secret')}
          />
        )}
        {(shown === 'secret' || shown === 'secret-again') && (
          <SecretSteps
            isAgain={shown === 'secret-again'}
            first={secret}
            onFirst={(digits) => {
              setSecret(digits);
              setStep('secret-again');
            }}
            onDifferent={() => setStep('secret')}
            onSame={() => goTo('mobile')}
          />
        )}
        {shown === 'mobile' && (
          <MobileStep
            typed={typed}
            onChange={setTyped}
            error={error ?? send.error}
            isBusy={isBusy}
            onNext={(mobile) => void registration.proceed(mobile)}
          />
        )}
        {shown === 'code' && sent && (
          <>
            <h3 className={styles.heading}>{say('codeTitle')}</h3>
            <CodeEntry where={sent.mobile} resendAt={sent.resendAt} resend={send} check={check} />
          </>
        )}
        {shown === 'done' && login && (
          <Done nick={login.nick} account={login.account} isFast={isFast} onEnter={leave} />
        )}
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

interface DoneProps {
  nick: string;
  account: string;
  isFast: boolean;
  onEnter: () => void;
}

function Done({ nick, account, isFast, onEnter }: DoneProps) {
  const say = useWords(registrationWords);
  return (
    <div className={styles.done}>
      <span className={styles.mark}>
        <BrandMark size={56} />
      </span>
      <h3 className={styles.heading}>{say('doneTitle', { nick })}</h3>
      <p className={styles.text}>{say(isFast ? 'fastDoneText' : 'doneText', { account })}</p>
      <Button block large onClick={onEnter} data-autofocus>
        {say('enter')}
      </Button>
    </div>
  );
}

/** One mark for each thing that is asked; typing something twice, or the code of a number, is not another thing. */
function Progress({ steps, step }: { steps: readonly Step[]; step: Step }) {
  const things = steps.filter(
    (one) => one === 'who' || one === 'password' || one === 'secret' || one === 'mobile',
  );
  const at = steps.indexOf(step);
  return (
    <div className={styles.progress} aria-hidden>
      {things.map((thing) => (
        <span key={thing} className={steps.indexOf(thing) <= at ? styles.reached : styles.ahead} />
      ))}
    </div>
  );
}
