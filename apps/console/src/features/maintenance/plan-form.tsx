import { MAINTENANCE_MESSAGE_MAX } from '@holdfast/contract/member';
import { useWords } from '@holdfast/client/i18n';
import { Button, Card, Field, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { useServices } from '#state/services.tsx';
import { useDraft } from '#state/use-draft.ts';
import { maintenanceWords } from './maintenance.words.ts';
import { PlanSheet } from './maintenance-sheets.tsx';
import type { Known } from './known.ts';
import { readPlan, type Plan, type PlanField, type Problems } from './read-plan.ts';
import { Preview } from './preview.tsx';

const NONE: Problems = {};

/** Plans a maintenance. What is typed is there again after Back or a reload. */
export function PlanForm({ known }: { known: Known }) {
  const say = useWords(maintenanceWords);
  const { serverNow } = useServices();
  const [draft, setDraft] = useDraft('maintenance');
  const [problems, setProblems] = useState(NONE);
  const [asked, setAsked] = useState<Plan>();
  const field = (name: PlanField) => {
    const problem = problems[name];
    return {
      value: draft[name] ?? '',
      error: problem && say(problem),
      onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
    };
  };
  const clear = () => {
    setDraft({});
    setProblems(NONE);
  };
  const messageHint = say('messageHint', { max: MAINTENANCE_MESSAGE_MAX });
  return (
    <>
      <Card>
        <form
          className={stackClass}
          aria-label={say('plan')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const read = readPlan(draft, serverNow());
            setProblems(read.problems);
            setAsked(read.plan);
          }}
        >
          <h2>{say('plan')}</h2>
          <div className={styles.filters}>
            <Field {...field('from')} type="datetime-local" label={say('from')} hint={say('fromHint')} />
            <Field {...field('until')} type="datetime-local" label={say('until')} hint={say('untilHint')} />
          </div>
          <Field
            {...field('messageZh')}
            lang="zh-TW"
            label={say('messageZh')}
            hint={messageHint}
            maxLength={MAINTENANCE_MESSAGE_MAX}
          />
          <Field
            {...field('messageEn')}
            lang="en"
            label={say('messageEn')}
            hint={messageHint}
            maxLength={MAINTENANCE_MESSAGE_MAX}
          />
          <div className={styles.actions}>
            <Button type="submit">{say('next')}</Button>
            {Object.keys(draft).length > 0 && (
              <Button look="quiet" onClick={clear}>
                {say('clear')}
              </Button>
            )}
          </div>
        </form>
      </Card>
      <Preview plan={readPlan(draft, serverNow()).plan} />
      {asked && <PlanSheet plan={asked} known={known} onDone={clear} onClose={() => setAsked(undefined)} />}
    </>
  );
}
