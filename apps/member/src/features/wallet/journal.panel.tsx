import { COINS, type Coin } from '@holdfast/kernel';
import { Card, EmptyState, ListRow, Panel, RecordsIcon, Segmented, Skeleton, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { usePages } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { JournalList } from '#components/journal-list.tsx';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { walletWords } from './journal.words.ts';

const JOURNALS = { TWD: '/api/wallet/get-journal', USDT: '/api/wallet/get-journal-usdt' } as const;

/** Every movement of one coin, newest first, with the available balance after it. */
export function JournalPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(walletWords);
  const [coin, setCoin] = useState<Coin>('TWD');
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        <Segmented
          stretch
          label={say('coin')}
          value={coin}
          onChange={setCoin}
          options={COINS.map((one) => ({ value: one, label: one }))}
        />
        <Entries key={coin} coin={coin} />
      </div>
    </Panel>
  );
}

function Entries({ coin }: { coin: Coin }) {
  const say = useWords(walletWords);
  const read = usePages(JOURNALS[coin], {});
  const { data: entries, isError } = read;
  if (isError && !entries) return <ReadFailed read={read} />;
  if (entries?.length === 0)
    return (
      <Card>
        <EmptyState icon={<RecordsIcon />} title={say('none', { coin })} text={say('noneText')} />
      </Card>
    );
  return (
    <>
      <Card flush aria-busy={!entries}>
        {entries ? (
          <JournalList coin={coin} entries={entries} showsBalance />
        ) : (
          [0, 1, 2, 3].map((row) => (
            <ListRow
              key={row}
              lead={<Skeleton width="40px" height="40px" />}
              title={<Skeleton width="40%" />}
              note={<Skeleton width="60%" />}
              end={<Skeleton width="96px" height="2em" />}
            />
          ))
        )}
      </Card>
      <LoadMore pages={read} />
      <ZoneNote isCentered />
    </>
  );
}
