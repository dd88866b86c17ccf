import { Button, Panel, Sheet, stackClass } from '@holdfast/ui';
import { useEffect, useMemo } from 'react';
import { useRead } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { safetyReadOf } from '#state/member-records.ts';
import { SupportLink } from '#components/support-link.tsx';
import { useMemberData, useServices } from '#state/services.tsx';
import styles from './market.module.css';
import { safetyWords } from './safety.words.ts';

type Word = keyof (typeof safetyWords)['zh-TW'];
type Point = readonly [title: Word, text: Word];

const BUYING: readonly Point[] = [
  ['payTo', 'payToText'],
  ['payThenSay', 'payThenSayText'],
  ['held', 'heldText'],
];
const SELLING: readonly Point[] = [
  ['check', 'checkText'],
  ['name', 'nameText'],
  ['final', 'finalText'],
];
const ALWAYS: readonly Point[] = [['code', 'codeText']];

/**
 * Whether somebody trades for the first time and has not read the lesson yet. An order of theirs says that they have traded, also on
 * another device; while that is not known, they are taught once more rather than not at all.
 */
export function useSafetyLesson() {
  const { shared } = useServices();
  const uid = useMemberData()?.login.uid ?? '';
  const record = useMemo(() => safetyReadOf(shared), [shared]);
  const options = { isEnabled: record.read() !== uid };
  const active = useRead('/order/list', { input: { scope: 'active' } }, options);
  const past = useRead('/order/list', { input: { scope: 'past' } }, options);
  const hasOrders = [active, past].some(({ data }) => data !== undefined && data.items.length > 0);
  // Known once, it need not be asked again.
  useEffect(() => {
    if (hasOrders) record.write(uid);
  }, [hasOrders, record, uid]);
  return {
    isNeeded: () => record.read() !== uid && !hasOrders,
    remember: () => record.write(uid),
  };
}

function Points({ points }: { points: readonly Point[] }) {
  const say = useWords(safetyWords);
  return (
    <ul className={styles.points}>
      {points.map(([title, text]) => (
        <li key={title}>
          <strong>{say(title)}</strong>
          <p className={styles.pointText}>{say(text)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Between the first 鎖定 and its sheet: what a buyer has to know, on one page. */
export function SafetyLesson({ onRead, onClose }: { onRead: () => void; onClose: () => void }) {
  const say = useWords(safetyWords);
  return (
    <Sheet
      title={say('first')}
      onClose={onClose}
      foot={
        <Button block large onClick={onRead}>
          {say('go')}
        </Button>
      }
    >
      <div className={stackClass}>
        <Points points={[...BUYING, ...ALWAYS]} />
        <p className={styles.note}>{say('again')}</p>
        <SupportLink />
      </div>
    </Sheet>
  );
}

/** The same to read again, for both sides. */
export function SafetyPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(safetyWords);
  return (
    <Panel title={say('title')} onClose={onClose}>
      <div className={stackClass}>
        <h3>{say('buying')}</h3>
        <Points points={BUYING} />
        <h3>{say('selling')}</h3>
        <Points points={SELLING} />
        <h3>{say('always')}</h3>
        <Points points={ALWAYS} />
        <SupportLink />
      </div>
    </Panel>
  );
}
