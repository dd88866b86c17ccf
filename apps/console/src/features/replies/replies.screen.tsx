import type { ReplyTemplate } from '@holdfast/contract/calls';
import { useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { Button, Card, cx, EmptyState, Segmented, stackClass } from '@holdfast/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import styles from './replies.module.css';
import { repliesWords } from './replies.words.ts';
import { OpenSheet, type ReplySheet } from './reply-sheets.tsx';

/** The texts that operators answer both sides of an order with. */
export function RepliesScreen() {
  const say = useWords(repliesWords);
  const navigate = useNavigate();
  const filter = useSearch({ from: '/shell/replies' });
  const list = usePages('/operator/reply-template/list', filter);
  const [sheet, setSheet] = useState<ReplySheet>();
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={<Button onClick={() => setSheet({ kind: 'add' })}>{say('add')}</Button>}
    >
      <div className={componentStyles.filters}>
        <Segmented
          label={say('state')}
          value={filter.state ?? 'inUse'}
          options={[
            { value: 'inUse', label: say('inUse') },
            { value: 'retired', label: say('retired') },
          ]}
          onChange={(state) =>
            void navigate({ to: '/replies', search: state === 'retired' ? { state } : {} })
          }
        />
      </div>
      <ReadState read={list}>
        {(replies) =>
          replies.length === 0 ? (
            <Card>
              <EmptyState title={say('none')} />
            </Card>
          ) : (
            <ol className={cx(stackClass, styles.list)} aria-label={say('list')}>
              {replies.map((reply) => (
                <li key={reply.id}>
                  <Reply reply={reply} onOpen={setSheet} />
                </li>
              ))}
            </ol>
          )
        }
      </ReadState>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      )}
      {sheet && <OpenSheet sheet={sheet} replies={list.data ?? []} onClose={() => setSheet(undefined)} />}
    </Page>
  );
}

function Reply({ reply, onOpen }: { reply: ReplyTemplate; onOpen: (sheet: ReplySheet) => void }) {
  const say = useWords(repliesWords);
  const when = useWhen();
  const { name, zhTW, en, version, changedBy, changedAt, isOffered } = reply;
  const label = (act: 'edit' | 'retire' | 'offer' | 'history') => ({ 'aria-label': `${say(act)} · ${name}` });
  const offer = isOffered ? 'retire' : 'offer';
  return (
    <Card className={stackClass}>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.text}>{zhTW}</p>
      <p className={styles.text} lang="en">
        {en}
      </p>
      <small className={componentStyles.quiet}>
        {say('changed', { version, who: changedBy.replace(/@.*$/, ''), when: when(changedAt) })}
      </small>
      <div className={styles.acts}>
        <Button look="quiet" {...label('edit')} onClick={() => onOpen({ kind: 'text', reply })}>
          {say('edit')}
        </Button>
        <Button look="quiet" {...label(offer)} onClick={() => onOpen({ kind: 'offer', reply })}>
          {say(offer)}
        </Button>
        <Button look="text" {...label('history')} onClick={() => onOpen({ kind: 'history', reply })}>
          {say('history')}
        </Button>
      </div>
    </Card>
  );
}
