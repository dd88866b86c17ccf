import { BrandMark, Button, Panel } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { CodeEntry } from '#components/code-entry.tsx';
import type { Registered } from '#state/device-records.ts';
import stepStyles from '#components/step.module.css';
import { MobileStep } from './mobile-step.tsx';
import { SecretSteps } from './secret-steps.tsx';
import { PasswordStep, WhoStep } from './steps.tsx';
import { useRegistrationForm, type RegistrationForm, type Step } from './use-registration-form.ts';
import type { Registration, Sent } from './use-registration.ts';
import styles from './registration.module.css';
import { registrationWords } from './registration.words.ts';

/** Registration, one thing per step. What the server refuses leads back to the step where it can be changed. */
export function RegistrationPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(registrationWords);
  const form = useRegistrationForm(onClose);
  return (
    <Panel title={say(form.isFast ? 'fastTitle' : 'title')} onClose={form.leave}>
      <div className={stepStyles.column}>
        <Progress steps={form.steps} step={form.shown} />
        <ShownStep form={form} />
      </div>
    </Panel>
  );
}

function ShownStep({ form }: { form: RegistrationForm }) {
  const say = useWords(registrationWords);
  const { shown, isFast, refusal, goTo, registration, registered } = form;
  const { sent, login, send, check, register } = registration;
  switch (shown) {
    case 'who':
      return (
        <>
          <WhoStep
            who={form.typed}
            onChange={(who) => form.setTyped({ ...form.typed, ...who })}
            error={register.error}
            onNext={() => goTo('password')}
          />
          <Button look="text" block onClick={form.startFast}>
            {say('fast')}
          </Button>
        </>
      );
    case 'password':
      return (
        <PasswordStep
          password={form.password}
          isPlain={isFast}
          onChange={form.setPassword}
          refusal={refusal}
          onNext={() => goTo(isFast ? 'mobile' : 'secret')}
        />
      );
    case 'secret':
    case 'secret-again':
      return (
        <SecretSteps
          isAgain={shown === 'secret-again'}
          first={form.secret}
          onFirst={(digits) => {
            form.setSecret(digits);
            goTo('secret-again');
          }}
          onDifferent={() => goTo('secret')}
          onSame={() => goTo('mobile')}
        />
      );
    case 'mobile':
      return (
        <MobileStep
          typed={form.typed.mobile}
          onChange={(mobile) => form.setTyped({ ...form.typed, mobile })}
          error={register.error ?? send.error}
          isBusy={form.isBusy}
          onNext={(mobile) => void registration.proceed(mobile)}
        />
      );
    case 'code':
      return sent ? <CodeStep sent={sent} send={send} check={check} /> : null;
    case 'done':
      return registered ? <Done who={registered} isIn={login !== undefined} onLeave={form.leave} /> : null;
    default:
      throw new TypeError(`there is no step ${String(shown satisfies never)}`);
  }
}

function CodeStep({ sent, send, check }: Pick<Registration, 'send' | 'check'> & { sent: Sent }) {
  const say = useWords(registrationWords);
  return (
    <>
      <h3 className={stepStyles.heading}>{say('codeTitle')}</h3>
      <CodeEntry where={sent.mobile} resendAt={sent.resendAt} resend={send} check={check} />
    </>
  );
}

function Done({ who, isIn, onLeave }: { who: Registered; isIn: boolean; onLeave: () => void }) {
  const say = useWords(registrationWords);
  return (
    <div className={styles.done}>
      <span className={styles.mark}>
        <BrandMark size={56} />
      </span>
      <h3 className={stepStyles.heading}>{say('doneTitle', { nick: who.nick })}</h3>
      <p className={stepStyles.text}>
        {say(who.isFast ? 'fastDoneText' : 'doneText', { account: who.account })}
      </p>
      {!isIn && <p>{say('doneReloaded')}</p>}
      <Button block large onClick={onLeave} data-autofocus>
        {say(isIn ? 'enter' : 'toSignIn')}
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
