import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Button, buttonClass, Card, Fact, Facts, stackClass } from '@holdfast/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { Sheet, type QuestionSheet } from './question-sheets.tsx';
import { QuestionState } from './questions.screen.tsx';
import { questionsWords } from './questions.words.ts';

/** One question, and what can be done with it. */
export function QuestionScreen() {
  const say = useWords(questionsWords);
  const { id = '' } = useSearch({ from: '/shell/question' });
  const read = useRead('/member/securityquestion/list/{id}', { params: { id } });
  const [sheet, setSheet] = useState<QuestionSheet>();
  return (
    <Page
      title={read.data?.zhTW ?? say('title')}
      note={
        <Link to="/questions" search={{}} className={styles.rowLink}>
          {say('back')}
        </Link>
      }
    >
      <ReadState read={read}>
        {(question) => (
          <>
            <Card className={stackClass}>
              <Facts>
                <Fact name={say('number')}>{question.id}</Fact>
                <Fact name={say('zhTW')}>{question.zhTW}</Fact>
                <Fact name={say('en')}>{question.en}</Fact>
                <Fact name={say('state')}>
                  <QuestionState question={question} />
                </Fact>
                <Fact name={say('usedBy')}>{question.usedBy}</Fact>
              </Facts>
            </Card>
            <div className={styles.actions}>
              <Button look="quiet" onClick={() => setSheet({ kind: 'edit', question })}>
                {say('edit')}
              </Button>
              {question.isOffered && (
                <Button look="quiet" onClick={() => setSheet({ kind: 'remove', question })}>
                  {say('remove')}
                </Button>
              )}
              <Link
                to="/audit"
                search={{ subject: `question:${question.id}` }}
                className={buttonClass({ look: 'quiet' })}
              >
                {say('history')}
              </Link>
            </div>
          </>
        )}
      </ReadState>
      {sheet && <Sheet sheet={sheet} onClose={() => setSheet(undefined)} />}
    </Page>
  );
}
