import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Card } from '@holdfast/ui';
import { exactTime } from '#platform/i18n/times.ts';
import { useWords } from '#platform/i18n/use-words.ts';
import { useSettings } from '#platform/services.tsx';
import styles from './order.module.css';
import { orderWords } from './order.words.ts';

type EventKey = Extract<keyof (typeof orderWords)['zh-TW'], `event.${string}`>;

/** The event in words; one that has none is told by the state it led to. */
function isSpoken(key: string): key is EventKey {
  return Object.hasOwn(orderWords['zh-TW'], key);
}

/** What happened, newest first, each with who and when. */
export function Timeline({ order }: { order: OrderDetail }) {
  const say = useWords(orderWords);
  const { language } = useSettings();
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say('timeline')}</h2>
      <ol className={styles.timeline}>
        {order.timeline.toReversed().map((entry) => {
          const key = `event.${entry.event}`;
          const label = ORDER_STATE_INFO[entry.state];
          return (
            <li key={`${entry.at} ${entry.event}`} className={styles.event}>
              <span>
                <strong>{say(`by.${entry.by}`)}</strong>{' '}
                {isSpoken(key) ? say(key) : language === 'en' ? label.en : label.zhTW}
              </span>
              <time dateTime={entry.at}>{exactTime(entry.at, language)}</time>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
