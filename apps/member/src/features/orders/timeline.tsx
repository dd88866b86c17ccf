import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Card } from '@holdfast/ui';
import { exactTime, useWords, inLanguage } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import styles from './orders.module.css';
import { ordersWords } from './orders.words.ts';

type EventKey = Extract<keyof (typeof ordersWords)['zh-TW'], `event.${string}`>;

/** The event in words; one that has none is told by the state it led to. */
function isSpoken(key: string): key is EventKey {
  return Object.hasOwn(ordersWords['zh-TW'], key);
}

/** What happened, newest first, each with who and when. */
export function Timeline({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
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
                {isSpoken(key) ? say(key) : inLanguage(label, language)}
              </span>
              <time dateTime={entry.at}>{exactTime(entry.at, language)}</time>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
