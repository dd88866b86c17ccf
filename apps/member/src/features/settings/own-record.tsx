import { ListingsIcon, ListRow, NextIcon, RowIcon, rowClass, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { TradeRecord } from '#components/trade-record.tsx';
import { ownRecordWords } from './own-record.words.ts';
import { ReceivedRatings } from './received-ratings.tsx';
import styles from './settings.module.css';

const EXPLAINED = ['counted', 'lately', 'completion', 'times', 'few', 'rated'] as const;

/** What others see of the member's trading, and how each figure comes about. */
export function OwnRecord({ uid }: { uid: string }) {
  const say = useWords(ownRecordWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className={rowClass} onClick={() => setOpen(true)}>
        <ListRow.Body
          lead={
            <RowIcon>
              <ListingsIcon size={20} />
            </RowIcon>
          }
          title={say('title')}
          note={say('note')}
          end={<NextIcon size={18} />}
        />
      </button>
      {isOpen && (
        <Sheet title={say('title')} onClose={() => setOpen(false)}>
          <div className={stackClass}>
            <TradeRecord uid={uid} isOwn />
            <ReceivedRatings />
            <details className={styles.explained}>
              <summary>{say('explained')}</summary>
              <div className={stackClass}>
                {EXPLAINED.map((word) => (
                  <p key={word}>{say(word)}</p>
                ))}
              </div>
            </details>
          </div>
        </Sheet>
      )}
    </li>
  );
}
