import { Panel, stackClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { TradeRecord } from '#components/trade-record.tsx';
import { useMemberData } from '#state/services.tsx';
import { LevelPart } from './level-part.tsx';
import { ReceivedRatings } from './received-ratings.tsx';
import { recordWords } from './record.words.ts';
import styles from './settings.module.css';

const EXPLAINED = ['counted', 'lately', 'completion', 'disputes', 'times', 'few', 'rated'] as const;

/** What others see of the member's trading, how each figure comes about, and what the member has of the next level. */
export function RecordPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(recordWords);
  const uid = useMemberData()?.login.uid;
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        {uid !== undefined && <TradeRecord uid={uid} isOwn />}
        <LevelPart />
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
    </Panel>
  );
}
