import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Card } from '@holdfast/ui';
import { exactTime, useWords, inLanguage } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import styles from './orders.module.css';
import { timelineWords } from './timeline.words.ts';

type EventKey = Extract<keyof (typeof timelineWords)['zh-TW'], `event.${string}`>;

/** The event in words; one that has none is told by the state it led to. */
function eventKey(event: string): EventKey {
  const key = `event.${event}`;
  return Object.hasOwn(timelineWords['zh-TW'], key) ? (key as EventKey) : 'event.other';
}

/** What happened, newest first, each with who and when. */
export function Timeline({ order }: { order: OrderDetail }) {
  const say = useWords(timelineWords);
  const { language } = useSettings();
  const theirs = order.role === 'payer' ? 'payee' : 'payer';
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say('timeline')}</h2>
      <ol className={styles.timeline}>
        {order.timeline.toReversed().map(({ at, event, by, state, minutes }) => (
          <li key={`${at} ${event}`} className={styles.event}>
            <span>
              {say(eventKey(event), {
                who: say(`who.${by === 'counterparty' ? theirs : by}`),
                coin: order.coin,
                minutes: minutes ?? '',
                state: inLanguage(ORDER_STATE_INFO[state], language),
              })}
            </span>
            <time dateTime={at}>{exactTime(at, language)}</time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
