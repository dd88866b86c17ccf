import type { CallOutput, SignInOutcome } from '@holdfast/contract';
import {
  Button,
  buttonClass,
  Card,
  EmptyState,
  ListRow,
  Panel,
  Pill,
  RowList,
  Skeleton,
  stackClass,
  type Tone,
} from '@holdfast/ui';
import { useState } from 'react';
import { useRead } from '#platform/calls/queries.ts';
import { useAction } from '#platform/calls/use-action.ts';
import { dayAndTime } from '#platform/i18n/times.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices, useSettings } from '#platform/services.tsx';
import { ReadFailed } from '#platform/shown/read-failed.tsx';
import { shownWords } from '#platform/shown/shown.words.ts';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type Page = CallOutput<'/member/security/history'>;

const TONES: Readonly<Record<SignInOutcome, Tone>> = {
  success: 'free',
  'wrong-password': 'refused',
  forbidden: 'held',
};

/** Who signed in, or tried to: the place where somebody else's try is noticed. */
export function HistoryPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const panelAddress = usePanelAddress();
  const read = useRead('/member/security/history', { input: {} });
  const { data, isError } = read;
  return (
    <Panel title={say('history')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('historyIntro')}</p>
        <Link className={buttonClass({ look: 'quiet', block: true })} to={panelAddress('freeze')}>
          {say('notMe')}
        </Link>
        {data ? (
          <Rows first={data} />
        ) : isError ? (
          <ReadFailed read={read} />
        ) : (
          <Card flush aria-busy>
            <ListRow title={<Skeleton width="30%" />} note={<Skeleton width="70%" />} />
          </Card>
        )}
      </div>
    </Panel>
  );
}

function Rows({ first }: { first: Page }) {
  const say = useWords(securityWords);
  const sayShown = useWords(shownWords);
  const { callApi, serverNow } = useServices();
  const { language } = useSettings();
  const [older, setOlder] = useState<Page[]>([]);
  const pages = [first, ...older];
  const next = pages.at(-1)?.next;
  const more = useAction(async () => {
    if (next === undefined) return;
    const page = await callApi('/member/security/history', { input: { cursor: next } });
    setOlder((pagesSoFar) => [...pagesSoFar, page]);
  });
  const rows = pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title={say('noHistory')} />;
  return (
    <>
      <Card flush>
        <RowList label={say('history')}>
          {rows.map((row) => (
            <li key={row.id}>
              <ListRow
                title={dayAndTime(row.at, serverNow(), language)}
                note={say('historyRow', { place: row.place, device: row.device })}
                end={<Pill tone={TONES[row.outcome]}>{say(`outcome.${row.outcome}`)}</Pill>}
              />
            </li>
          ))}
        </RowList>
      </Card>
      {next !== undefined && (
        <Button look="quiet" block busy={more.isBusy} onClick={() => void more.run()}>
          {sayShown('more')}
        </Button>
      )}
    </>
  );
}
