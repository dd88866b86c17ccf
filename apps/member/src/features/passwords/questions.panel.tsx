import type { SecurityQuestion } from '@holdfast/contract/calls';
import { QUESTIONS_CHOSEN } from '@holdfast/contract/member';
import { Field, Panel, SelectField, Skeleton } from '@holdfast/ui';
import { useState } from 'react';
import { useRead, useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords, inLanguage } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { SECRET_ERRORS, useSecretSheet } from '#components/secret-sheet.tsx';
import stepStyles from '#components/step.module.css';
import { StepForm } from '#components/step-form.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './passwords.module.css';
import { passwordsWords } from './passwords.words.ts';

const NUMBERS = Array.from({ length: QUESTIONS_CHOSEN }, (_, index) => index);
const EMPTY = NUMBERS.map(() => ({ id: '', answer: '' }));

/** The member's own three questions. Answers are typed, saved and never shown again. */
export function QuestionsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(passwordsWords);
  const read = useRead('/member/securityquestion/list', {});
  const { data, isError } = read;
  return (
    <Panel title={say('questionsTitle')} onClose={onClose}>
      <div className={stepStyles.column} aria-busy={!data && !isError}>
        {data && <Choose catalogue={data.questions} hasOwn={data.chosen.length > 0} onDone={onClose} />}
        {!data && isError && <ReadFailed read={read} />}
        {!data && !isError && NUMBERS.map((at) => <QuestionSkeleton key={at} />)}
      </div>
    </Panel>
  );
}

function Choose({
  catalogue,
  hasOwn,
  onDone,
}: {
  catalogue: readonly SecurityQuestion[];
  hasOwn: boolean;
  onDone: () => void;
}) {
  const say = useWords(passwordsWords);
  const showToast = useToast();
  const refresh = useRefresh();
  const { callApi } = useServices();
  const [answers, setAnswers] = useState(EMPTY);
  const save = useAction(
    async (transpass: string) => {
      await callApi('/member/security/questions-set', { input: { answers }, transpass });
      refresh('/member/securityquestion/list');
      showToast(say('questionsDone'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, 'QUESTION_NOT_FOUND', 'PARAMETERS_INVALID', 'RATE_LIMITED'] },
  );
  const { refusal, sheet, ask, leave } = useSecretSheet(save, say('questionsPurpose'));
  const put = (at: number, change: Partial<(typeof EMPTY)[number]>) => {
    leave();
    setAnswers(answers.map((one, index) => (index === at ? { ...one, ...change } : one)));
  };
  return (
    <>
      <StepForm
        title={say('questionsHeading')}
        text={say(hasOwn ? 'questionsAgain' : 'questionsText')}
        submit={say('questionsSave')}
        isReady={answers.every(({ id, answer }) => id !== '' && answer.trim() !== '')}
        onSubmit={ask}
      >
        {NUMBERS.map((at) => (
          <OneQuestion
            key={at}
            number={at + 1}
            // What another line asks already cannot be asked twice.
            catalogue={catalogue.filter(({ id }) =>
              answers.every((other, index) => index === at || other.id !== id),
            )}
            value={answers[at] ?? { id: '', answer: '' }}
            onChange={(change) => put(at, change)}
          />
        ))}
        <Refusal error={refusal} />
      </StepForm>
      {sheet}
    </>
  );
}

function QuestionSkeleton() {
  return (
    <div className={styles.question}>
      <Skeleton width="20%" />
      <Skeleton height="3.25rem" />
      <Skeleton width="20%" />
      <Skeleton height="3.25rem" />
    </div>
  );
}

function OneQuestion({
  number,
  catalogue,
  value,
  onChange,
}: {
  number: number;
  catalogue: readonly SecurityQuestion[];
  value: { id: string; answer: string };
  onChange: (change: { id?: string; answer?: string }) => void;
}) {
  const say = useWords(passwordsWords);
  const { language } = useSettings();
  return (
    <div className={styles.question}>
      <SelectField
        label={say('question', { number })}
        value={value.id}
        onChange={(event) => onChange({ id: event.target.value })}
      >
        <option value="">{say('chooseQuestion')}</option>
        {catalogue.map((question) => (
          <option key={question.id} value={question.id}>
            {inLanguage(question, language)}
          </option>
        ))}
      </SelectField>
      <Field
        label={say('answer', { number })}
        autoComplete="off"
        maxLength={64}
        value={value.answer}
        onChange={(event) => onChange({ answer: event.target.value })}
      />
    </div>
  );
}
