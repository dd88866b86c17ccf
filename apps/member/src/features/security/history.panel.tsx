import type { CallOutput } from '@holdfast/contract/calls';
import type { SignInOutcome } from '@holdfast/contract/member';
import {
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
import { usePages } from '@holdfast/client/queries';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { LoadMore } from '#components/load-more.tsx';
import { placeText } from '#components/place-text.ts';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import styles from './security.module.css';
import { securityWords } from './security.words.ts';

type SignIn = CallOutput<'/member/security/history'>['items'][number];

const TONES: Readonly<Record<SignInOutcome, Tone>> = {
  success: 'free',
  'wrong-password': 'refused',
  forbidden: 'held',
  'no-session': 'held',
  'code-asked': 'refused',
  'wrong-code': 'refused',
};

/** Who signed in, or tried to: the place where somebody else's try is noticed. */
export function HistoryPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(securityWords);
  const panelAddress = usePanelAddress();
  const read = usePages('/member/security/history', {});
  const { data, isError } = read;
  return (
    <Panel title={say('history')} onClose={onClose}>
      <div className={stackClass}>
        <p className={styles.intro}>{say('historyIntro')}</p>
        <Link className={buttonClass({ look: 'quiet', block: true })} to={panelAddress('freeze')}>
          {say('notMe')}
        </Link>
        {data ? (
          <>
            <Rows rows={data} />
            <LoadMore pages={read} />
            <ZoneNote isCentered />
          </>
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

function Rows({ rows }: { rows: readonly SignIn[] }) {
  const say = useWords(securityWords);
  const { serverNow } = useServices();
  const { language } = useSettings();
  if (rows.length === 0) return <EmptyState title={say('noHistory')} />;
  return (
    <Card flush>
      <RowList label={say('history')}>
        {rows.map((row) => (
          <li key={row.id}>
            <ListRow
              title={dayAndTime(row.at, serverNow(), language)}
              note={say('historyRow', { place: placeText(row, language), device: row.device })}
              end={<Pill tone={TONES[row.outcome]}>{say(`outcome.${row.outcome}`)}</Pill>}
            />
          </li>
        ))}
      </RowList>
    </Card>
  );
}
