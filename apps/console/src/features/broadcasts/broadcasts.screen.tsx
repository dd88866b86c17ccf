import { useWords } from '@holdfast/client/i18n';
import { usePages, useRead } from '@holdfast/client/queries';
import { Button, Card, EmptyState, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useMay } from '#state/services.tsx';
import { useDraft } from '#state/use-draft.ts';
import { BroadcastCard } from './broadcast-card.tsx';
import { StopSheet } from './broadcast-sheets.tsx';
import type { Broadcast } from './broadcast.ts';
import styles from './broadcasts.module.css';
import { broadcastWords } from './broadcasts.words.ts';
import { draftOf } from './read-form.ts';
import { WriteForm } from './write-form.tsx';

const REFRESH_MS = 10_000;

/** What many members are told at once: writing one, and how far each has gone. */
export function BroadcastsScreen() {
  const say = useWords(broadcastWords);
  const may = useMay();
  const [draft, setDraft] = useDraft('broadcast');
  const [isOpen, setOpen] = useState(false);
  // What is typed and not sent is in the way until it is sent or discarded: it would be forgotten.
  const isWriting = isOpen || Object.keys(draft).length > 0;
  // The first page once more, while something may be going out.
  const first = useRead('/operator/broadcast/list', {}, { refetchMs: REFRESH_MS });
  const list = usePages('/operator/broadcast/list', {});
  const fill = (filled: ReturnType<typeof draftOf>) => {
    setDraft(filled);
    globalThis.scrollTo({ top: 0 });
  };
  return (
    <Page
      title={say('title')}
      note={say('note')}
      actions={
        may('broadcasts.manage') &&
        !isWriting && <Button onClick={() => setOpen(true)}>{say('write')}</Button>
      }
    >
      <ReadState read={first}>
        {({ items, hasFilm }) => (
          <>
            {may('broadcasts.manage') && isWriting && (
              <WriteForm
                draft={draft}
                setDraft={setDraft}
                hasFilm={hasFilm}
                onClose={() => {
                  setDraft({});
                  setOpen(false);
                }}
              />
            )}
            <List
              broadcasts={joined(items, list.data ?? [])}
              onChange={(one) => fill(draftOf(one, one.id))}
              onAgain={(one) => fill(draftOf(one, undefined))}
            />
          </>
        )}
      </ReadState>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      )}
    </Page>
  );
}

/** The newest as they are now, behind them the older ones as they were read. */
function joined(newest: readonly Broadcast[], read: readonly Broadcast[]): readonly Broadcast[] {
  const last = newest.at(-1);
  return [...newest, ...read.filter(({ id }) => last !== undefined && BigInt(id) < BigInt(last.id))];
}

interface ListProps {
  broadcasts: readonly Broadcast[];
  onChange: (broadcast: Broadcast) => void;
  onAgain: (broadcast: Broadcast) => void;
}

function List({ broadcasts, onChange, onAgain }: ListProps) {
  const say = useWords(broadcastWords);
  const [stopping, setStopping] = useState<Broadcast>();
  return (
    <section className={stackClass} aria-label={say('list')}>
      <h2>{say('list')}</h2>
      {broadcasts.length === 0 && (
        <Card>
          <EmptyState title={say('none')} />
        </Card>
      )}
      <ul className={styles.list}>
        {broadcasts.map((broadcast) => (
          <li key={broadcast.id}>
            <BroadcastCard
              broadcast={broadcast}
              onStop={() => setStopping(broadcast)}
              onChange={() => onChange(broadcast)}
              onAgain={() => onAgain(broadcast)}
            />
          </li>
        ))}
      </ul>
      {stopping && <StopSheet broadcast={stopping} onClose={() => setStopping(undefined)} />}
    </section>
  );
}
