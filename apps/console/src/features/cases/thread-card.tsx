import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Card, Pill, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { useWhen } from '#components/use-when.ts';
import { useUnlessLive } from '#state/live.tsx';
import { Answer } from './answer.tsx';
import styles from './cases.module.css';
import { useHeld } from '#components/in-hand.tsx';
import { roomWords } from './room.words.ts';
import { LineFile } from './thread-file.tsx';
import { threadWords } from './thread.words.ts';
import { useNames } from './use-names.ts';

/** Where there is no stream. */
const REFRESH_MS = 8000;

/** What both sides have written and shown, and where whoever works on the order writes to both. */
export function ThreadCard({ id, isClear }: { id: string; isClear: boolean }) {
  const say = useWords(threadWords);
  const sayRoom = useWords(roomWords);
  const when = useWhen();
  const name = useNames();
  const list = usePages('/operator/case/thread', { orderId: id }, { refetchMs: useUnlessLive(REFRESH_MS) });
  const [openLine, setOpenLine] = useState<number>();
  // A picture that somebody looks into stays where it is.
  const { shown, isBehind, catchUp } = useHeld(list.data, openLine !== undefined);
  const lines = shown ?? [];
  const more = isBehind
    ? (list.data ?? []).filter(({ number }) => number > (lines[0]?.number ?? 0)).length
    : 0;
  return (
    <Card className={stackClass}>
      <div className={styles.threadHead}>
        <h2>{say('title')}</h2>
        <div role="status">
          {more > 0 && (
            <Button look="quiet" onClick={catchUp}>
              {say('newLines', { count: more })}
            </Button>
          )}
        </div>
      </div>
      {isClear ? <Answer id={id} /> : <p className={componentStyles.quiet}>{sayRoom('statementHidden')}</p>}
      {lines.length === 0 && <p className={componentStyles.quiet}>{say('none')}</p>}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={line.number}>
            <small>
              #{line.number} · {name('by', line.author)} · {when(line.at)}
            </small>
            <p>
              {line.text ??
                (line.event === null ? say(line.file ? 'file' : 'hidden') : name('event', line.event))}
              {line.en !== null && (
                <>
                  <br />
                  <span lang="en">{line.en}</span>
                </>
              )}
              {line.suspicions.length > 0 && <Pill tone="refused">{say('suspicious')}</Pill>}
            </p>
            {isClear && line.file && (
              <LineFile
                id={id}
                line={line}
                isOpen={openLine === line.number}
                onOpen={(isOpen) => setOpenLine(isOpen ? line.number : undefined)}
              />
            )}
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      )}
    </Card>
  );
}
