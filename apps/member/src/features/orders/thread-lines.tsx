import type { OrderDetail, ThreadLine } from '@holdfast/contract/calls';
import { AlertIcon, Button, cx } from '@holdfast/ui';
import { clockTime, dayAndTime, useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { LinePdf, LinePicture } from './thread-file.tsx';
import type { Thread } from './thread.query.ts';
import styles from './thread.module.css';
import { timelineWords } from './timeline.words.ts';
import { threadWords } from './thread.words.ts';

type Party = Pick<OrderDetail, 'orderId' | 'role' | 'counterparty'>;

/** Who wrote a line, by name. */
function useWho({ counterparty }: Party) {
  const say = useWords(threadWords);
  return ({ by }: ThreadLine) => {
    if (by === 'you') return say('you');
    return by === 'operator' ? say('support') : say('them', { nick: counterparty.nick });
  };
}

/** Who did what a line tells of, as the timeline says it: the buyer or the seller. */
function useActor({ role }: Party) {
  const say = useWords(timelineWords);
  const theirs = role === 'payer' ? 'payee' : 'payer';
  return ({ by }: ThreadLine) => say(`who.${by === 'counterparty' ? theirs : by}`);
}

/** The lines, the oldest on top; the newest stand at the bottom and stay there as more come. */
export function ThreadLines({ order, thread }: { order: Party; thread: Thread }) {
  const say = useWords(threadWords);
  const { lines = [], read } = thread;
  return (
    <div className={styles.scroller} data-scroller>
      <div role="log" aria-label={say('title', { nick: order.counterparty.nick })}>
        {read.hasNextPage && (
          <Button look="text" block busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {say('earlier')}
          </Button>
        )}
        {lines.length === 0 && <p className={styles.none}>{say(thread.mayWrite ? 'none' : 'noneOver')}</p>}
        <ol className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.number} order={order} line={line} />
          ))}
        </ol>
      </div>
    </div>
  );
}

export function Line({ order, line }: { order: Party; line: ThreadLine }) {
  const say = useWords(threadWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const who = useWho(order)(line);
  const actor = useActor(order)(line);
  const { kind, by, event, at, isSeen, suspicions } = line;
  const isToday = serverNow() - Date.parse(at) < 12 * 3_600_000;
  const time = (
    <time dateTime={at}>{isToday ? clockTime(at, language) : dayAndTime(at, serverNow(), language)}</time>
  );
  if (kind === 'event')
    return (
      <li className={styles.event}>
        {event && say(`event.${event}`, { who: actor })} {time}
      </li>
    );
  return (
    <li className={cx(styles.line, by === 'you' && styles.own, by === 'operator' && styles.support)}>
      <span className={by === 'operator' ? styles.name : 'visually-hidden'}>{who}</span>
      <Content order={order} line={line} who={who} />
      {suspicions.map((one) => (
        <p key={one} className={styles.caution}>
          <AlertIcon size={16} />
          {say(`suspicion.${one}`)}
        </p>
      ))}
      <small className={styles.foot}>
        {time}
        {by === 'you' && <span>{say(isSeen ? 'seen' : 'sent')}</span>}
      </small>
    </li>
  );
}

function Content({ order, line, who }: { order: Party; line: ThreadLine; who: string }) {
  const say = useWords(threadWords);
  const { language } = useSettings();
  const { kind, text, en, file } = line;
  if (!file) return <p className={styles.text}>{language === 'en' ? (en ?? text) : text}</p>;
  const name = say(kind === 'proof' ? 'proof' : 'picture', { who });
  const File = file.type === 'application/pdf' ? LinePdf : LinePicture;
  return <File orderId={order.orderId} line={line} name={name} />;
}
