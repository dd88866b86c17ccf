import type { SecurityQuestion } from '@holdfast/contract/calls';
import type { OtpChannel } from '@holdfast/contract/member';
import { isAccount } from '@holdfast/contract/rules';
import { Button, Checkbox, Field, Panel, Segmented, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction, type Action } from '@holdfast/client/calls';
import { useWords, inLanguage, messageLanguage } from '@holdfast/client/i18n';
import { useBackSteps } from '#platform/router/use-back-steps.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { CODE_ERRORS, CODE_SEND_ERRORS, CodeEntry } from '#components/code-entry.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SupportLink } from '#components/support-link.tsx';
import stepStyles from '#components/step.module.css';
import { StepForm } from '#components/step-form.tsx';
import { NEW_PASSWORD_ERRORS, NEW_SECRET_ERRORS, NewPasswordStep, NewSecretStep } from './parts.tsx';
import { passwordsWords } from './passwords.words.ts';
import { recoverBoth, recoverPassword, type Answers, type Recovery } from './recovery.ts';

interface Who {
  readonly account: string;
  readonly channel: OtpChannel;
  readonly isBoth: boolean;
}

type Step = 'who' | 'code' | 'answers' | 'password' | 'secret' | 'half-done' | 'done';

/** The way through a recovery: what is asked now, and what each step does. */
function useRecovery(who: Who) {
  const { callApi, installId } = useServices();
  const lang = messageLanguage(useSettings().language);
  const [step, setStep] = useState<Step>('who');
  const [recovery, setRecovery] = useState<Recovery>();
  const [resendAt, setResendAt] = useState('');
  const [questions, setQuestions] = useState<readonly SecurityQuestion[]>([]);
  const send = useAction(
    async () => {
      const { account, channel, isBoth } = who;
      const recover = isBoth ? recoverBoth : recoverPassword;
      const next = recover(callApi, { account, channel, lang, installId: installId() });
      setResendAt(await next.send());
      setRecovery(next);
      setStep('code');
    },
    { shows: CODE_SEND_ERRORS },
  );
  const resend = useAction(async () => recovery && setResendAt(await recovery.send()), {
    shows: CODE_SEND_ERRORS,
  });
  const check = useAction(
    async (code: string) => {
      const asked = (await recovery?.takeCode(code)) ?? [];
      setQuestions(asked);
      setStep(asked.length > 0 ? 'answers' : 'password');
    },
    { shows: [...CODE_ERRORS, 'TICKET_INVALID'] },
  );
  const answer = useAction(
    async (answers: Answers) => {
      await recovery?.takeAnswers(answers);
      setStep('password');
    },
    { shows: ['ANSWERS_WRONG', 'ANSWERS_LIMIT', 'TICKET_INVALID', ...CODE_ERRORS] },
  );
  const setPassword = useAction(
    async (password: string) => {
      await recovery?.setPassword(password);
      setStep(recovery?.setSecret ? 'secret' : 'done');
    },
    { shows: ['TICKET_INVALID', ...NEW_PASSWORD_ERRORS] },
  );
  const setSecret = useAction(
    async (secret: string) => {
      await recovery?.setSecret?.(secret);
      setStep('done');
    },
    { shows: ['TICKET_INVALID', ...NEW_SECRET_ERRORS] },
  );
  const leave = () => {
    for (const action of [send, resend, check, answer, setPassword, setSecret]) action.forgetError();
    // The password is set by then, and the door asks for it.
    setStep(step === 'secret' ? 'half-done' : 'who');
  };
  return { step, resendAt, questions, send, resend, check, answer, setPassword, setSecret, leave };
}

/** Back into an account without its password: a code, the answers where there are questions, a new password. */
export function ForgottenPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const { typedAccount } = useServices();
  const [who, setWho] = useState<Who>(() => ({
    account: typedAccount.read() ?? '',
    channel: 'mobile',
    isBoth: false,
  }));
  const way = useRecovery(who);
  const { step } = way;
  const isOver = step === 'who' || step === 'half-done' || step === 'done';
  useBackSteps(isOver ? 0 : 1, way.leave);
  const where = say(who.channel === 'mobile' ? 'whereMobile' : 'whereMail', { account: who.account });
  return (
    <Panel title={say('forgottenTitle')} onClose={isOver ? onClose : way.leave}>
      <div className={stepStyles.column}>
        {step === 'who' && <WhoStep who={who} onChange={setWho} send={way.send} />}
        {step === 'code' && (
          <>
            <h3 className={stepStyles.heading}>{say('codeTitle')}</h3>
            <CodeEntry where={where} resendAt={way.resendAt} resend={way.resend} check={way.check}>
              <p>{say('codeMissing')}</p>
              <SupportLink />
            </CodeEntry>
          </>
        )}
        {step === 'answers' && <AnswersStep questions={way.questions} action={way.answer} />}
        {step === 'password' && (
          <NewPasswordStep
            title={say('newPassword')}
            text={say('newPasswordText')}
            action={way.setPassword}
          />
        )}
        {step === 'secret' && <NewSecretStep action={way.setSecret} />}
        {step === 'half-done' && <Recovered text={say('recoveredHalf')} onClose={onClose} />}
        {step === 'done' && <Recovered onClose={onClose} />}
      </div>
    </Panel>
  );
}

function WhoStep({ who, onChange, send }: { who: Who; onChange: (who: Who) => void; send: Action<[]> }) {
  const say = useWords(passwordsWords);
  return (
    <StepForm
      title={say('whoTitle')}
      text={say('whoText')}
      submit={say('send')}
      isReady={isAccount(who.account)}
      isBusy={send.isBusy}
      onSubmit={() => void send.run()}
    >
      <Field
        label={say('account')}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={15}
        value={who.account}
        onChange={(event) => onChange({ ...who, account: event.target.value.trim().toLowerCase() })}
        data-autofocus
      />
      <Segmented
        stretch
        label={say('channel')}
        value={who.channel}
        onChange={(channel) => onChange({ ...who, channel })}
        options={[
          { value: 'mobile', label: say('mobile') },
          { value: 'mail', label: say('mail') },
        ]}
      />
      <Checkbox
        label={say('alsoSecret')}
        checked={who.isBoth}
        onChange={(event) => onChange({ ...who, isBoth: event.target.checked })}
      />
      <Refusal error={send.error} />
    </StepForm>
  );
}

function AnswersStep({
  questions,
  action,
}: {
  questions: readonly SecurityQuestion[];
  action: Action<[answers: Answers]>;
}) {
  const say = useWords(passwordsWords);
  const { language } = useSettings();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const answers = questions.map(({ id }) => ({ id, answer: typed[id] ?? '' }));
  return (
    <StepForm
      title={say('answersTitle')}
      text={say('answersText')}
      submit={say('next')}
      isReady={answers.every(({ answer }) => answer.trim() !== '')}
      isBusy={action.isBusy}
      onSubmit={() => void action.run(answers)}
    >
      {questions.map((question, index) => (
        <Field
          key={question.id}
          label={inLanguage(question, language)}
          autoComplete="off"
          maxLength={64}
          value={typed[question.id] ?? ''}
          onChange={(event) => setTyped({ ...typed, [question.id]: event.target.value })}
          data-autofocus={index === 0 || undefined}
        />
      ))}
      <Refusal error={action.error} />
    </StepForm>
  );
}

/** Nobody is signed in by a recovery: who has the new password shows it at the door. */
export function Recovered({ text, onClose }: { text?: string; onClose: () => void }) {
  const say = useWords(passwordsWords);
  return (
    <div className={stackClass}>
      <h3 className={stepStyles.heading}>{say('recoveredTitle')}</h3>
      <p className={stepStyles.text} role="status">
        {text ?? say('recoveredText')}
      </p>
      <Button block large onClick={onClose} data-autofocus>
        {say('toLogin')}
      </Button>
    </div>
  );
}
