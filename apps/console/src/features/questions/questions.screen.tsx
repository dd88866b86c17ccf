import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Pill, SelectField } from '@holdfast/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { Sheet, type Question, type QuestionSheet } from './question-sheets.tsx';
import { questionsWords } from './questions.words.ts';

const STATES = ['offered', 'retired'] as const;

/** The questions that members choose from, and those that they could choose once. */
export function QuestionsScreen() {
  const say = useWords(questionsWords);
  const navigate = useNavigate();
  const filters = useSearch({ from: '/shell/questions' });
  const list = usePages('/operator/security-question/list', filters, { keepsPrevious: true });
  const [sheet, setSheet] = useState<QuestionSheet>();
  const columns = useColumns();
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={<Button onClick={() => setSheet({ kind: 'add' })}>{say('add')}</Button>}
    >
      <div className={styles.filters}>
        <SelectField
          label={say('state')}
          value={filters.state ?? ''}
          onChange={(event) => {
            const state = STATES.find((one) => one === event.target.value);
            void navigate({ to: '/questions', search: state ? { state } : {} });
          }}
        >
          <option value="">{say('all')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {say(state)}
            </option>
          ))}
        </SelectField>
      </div>
      <ReadState read={list}>
        {(rows) => (
          <LongTable
            label={say('title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            pages={list}
            onClear={filters.state ? () => void navigate({ to: '/questions', search: {} }) : undefined}
          />
        )}
      </ReadState>
      {sheet && <Sheet sheet={sheet} onClose={() => setSheet(undefined)} />}
    </Page>
  );
}

function useColumns(): readonly Column<Question>[] {
  const say = useWords(questionsWords);
  return [
    {
      name: say('zhTW'),
      cell: ({ id, zhTW }) => (
        <Link to="/question" search={{ id }} className={styles.rowLink}>
          {zhTW}
        </Link>
      ),
    },
    { name: say('en'), isExtra: true, cell: ({ en }) => en },
    { name: say('state'), cell: (question) => <QuestionState question={question} /> },
    { name: say('usedBy'), cell: ({ usedBy }) => usedBy },
  ];
}

export function QuestionState({ question: { isOffered } }: { question: Pick<Question, 'isOffered'> }) {
  const say = useWords(questionsWords);
  return <Pill tone={isOffered ? 'free' : 'neutral'}>{say(isOffered ? 'offered' : 'retired')}</Pill>;
}
