import type { CallOutput } from '@holdfast/contract/calls';
import {
  accountNoticeTitle,
  isListingNotice,
  isOrderNotificationType,
  LISTING_NOTICES,
} from '@holdfast/contract/notifications';
import { ORDER_NOTICES } from '@holdfast/contract/orders';
import { inLanguage, useLanguage, useWords, type Language } from '@holdfast/client/i18n';
import { usePages, useRead } from '@holdfast/client/queries';
import { Button, Card, CheckIcon, EmptyState, Fact, Facts, Pill, stackClass } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import styles from '#components/components.module.css';
import { LongTable, type Column } from '#components/long-table.tsx';
import { Page } from '#components/page.tsx';
import { ReadState } from '#components/read-state.tsx';
import { useWhen } from '#components/use-when.ts';
import { useMay } from '#state/services.tsx';
import { LetterSheet, type LetterAct } from './letter-sheet.tsx';
import { deliveriesWords } from './deliveries.words.ts';

const REFRESH_MS = 20_000;

type State = CallOutput<'/operator/delivery/read'>;
type Letter = CallOutput<'/operator/dead-letter/list'>['items'][number];

/** How what members are told goes out by push, and what could not be sent. */
export function DeliveriesScreen() {
  const say = useWords(deliveriesWords);
  const state = useRead('/operator/delivery/read', {}, { refetchMs: REFRESH_MS });
  const letters = usePages('/operator/dead-letter/list', {});
  const [act, setAct] = useState<LetterAct>();
  const columns = useColumns(setAct);
  return (
    <Page title={say('title')} note={say('note')}>
      <ReadState read={state}>{(known) => <Services known={known} />}</ReadState>
      <section className={stackClass} aria-label={say('letters')}>
        <h2>{say('letters')}</h2>
        <p>{say('lettersNote')}</p>
        <ReadState read={letters}>
          {(rows) =>
            rows.length === 0 ? (
              <Card>
                <EmptyState icon={<CheckIcon />} title={say('noLetters')} />
              </Card>
            ) : (
              <LongTable
                name="dead-letters"
                label={say('letters')}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                pages={letters}
              />
            )
          }
        </ReadState>
      </section>
      {act && <LetterSheet act={act} onClose={() => setAct(undefined)} />}
    </Page>
  );
}

function Services({ known: { relaySeconds, lanes } }: { known: State }) {
  const say = useWords(deliveriesWords);
  const when = useWhen();
  return (
    <Card className={stackClass} role="region" aria-label={say('services')}>
      <h2>{say('services')}</h2>
      <Facts>
        <Fact name={say('relay')}>
          {relaySeconds < LATE_SECONDS ? (
            say('relayOnTime')
          ) : (
            <Pill tone="refused">{say('relayLate', { seconds: relaySeconds })}</Pill>
          )}
        </Fact>
      </Facts>
      {lanes.length === 0 && <p>{say('noServices')}</p>}
      {lanes.map(({ carrier, lane, waitingSince, failing }) => (
        <Facts key={`${carrier} ${lane}`}>
          <Fact name={say('service')}>
            <span className={styles.mono}>{lane}</span>
          </Fact>
          <Fact name={say('state')}>
            <Pill tone={failing ? 'refused' : 'free'}>{say(failing ? 'failing' : 'works')}</Pill>
          </Fact>
          {failing && (
            <>
              <Fact name={say('failingSince')}>{when(failing.since)}</Fact>
              <Fact name={say('reason')}>{failing.reason}</Fact>
              <Fact name={say('nextTry')}>{when(failing.nextTryAt)}</Fact>
            </>
          )}
          <Fact name={say('waiting')}>
            {waitingSince === null ? say('nothingWaits') : when(waitingSince)}
          </Fact>
        </Facts>
      ))}
    </Card>
  );
}

/** A hint is on its way for a moment; later than this is late. */
const LATE_SECONDS = 5;

function titleOf(type: string, language: Language): string {
  const title = isOrderNotificationType(type)
    ? ORDER_NOTICES[type].title
    : isListingNotice(type)
      ? LISTING_NOTICES[type]
      : accountNoticeTitle(type);
  return title ? inLanguage(title, language) : type;
}

function useColumns(onAct: (act: LetterAct) => void): readonly Column<Letter>[] {
  const say = useWords(deliveriesWords);
  const language = useLanguage();
  const when = useWhen();
  const may = useMay();
  const columns: readonly Column<Letter>[] = [
    {
      name: say('member'),
      cell: ({ account, nick }) => (
        <Link to="/member" search={{ account }} className={styles.rowLink}>
          {nick}
        </Link>
      ),
    },
    { name: say('message'), cell: ({ type }) => titleOf(type, language) },
    { id: 'service', name: say('service'), isExtra: true, cell: ({ lane }) => lane },
    { id: 'reason', name: say('reason'), cell: ({ reason }) => reason },
    { id: 'tries', name: say('tries'), isExtra: true, cell: ({ tries }) => tries },
    { id: 'when', name: say('when'), isExtra: true, cell: ({ at }) => when(at) },
  ];
  if (!may('deliveries.decide')) return columns;
  return [
    ...columns,
    {
      name: say('act'),
      isAct: true,
      cell: (letter) =>
        letter.isRetrying ? (
          <Pill tone="neutral">{say('retrying')}</Pill>
        ) : (
          <span className={styles.actions}>
            <Button look="quiet" onClick={() => onAct({ kind: 'retry', letter })}>
              {say('retry')}
            </Button>
            <Button look="text-danger" onClick={() => onAct({ kind: 'giveUp', letter })}>
              {say('giveUp')}
            </Button>
          </span>
        ),
    },
  ];
}
