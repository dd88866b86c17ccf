import { formatAmount } from '@holdfast/kernel';
import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { ORDER_STATE_INFO, ORDER_STATES, RULING_REASONS } from '@holdfast/contract/orders';
import { Card, formatMoney, Pill, stackClass } from '@holdfast/ui';
import { useWhen } from '#components/use-when.ts';
import styles from './cases.module.css';
import { eventDetailWords } from './event-detail.words.ts';
import type { Detail } from './room-facts.tsx';
import { roomWords } from './room.words.ts';
import { useNames } from './use-names.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const CLOCKS_BEFORE = 'deadlines.before.';
const CLOCKS_AFTER = 'deadlines.after.';
/** Amounts in a row of an event are minor units; everywhere else a call carries decimals. */
const MINOR = /^\d+$/;

type Value = Detail['timeline'][number]['detail'][number];
type Key = keyof (typeof eventDetailWords)['en'];
type Coin = Detail['order']['coin'];

/** A value of an event in words; a name that is newer than the tables is shown as it is. */
function useValues(coin: Coin): (detail: Value) => string {
  const say = useWords(eventDetailWords);
  const language = useLanguage();
  const when = useWhen();
  const name = useNames();
  const word = (group: string, value: string) => {
    const key = `${group}-${value.replaceAll('.', '-')}`;
    return Object.hasOwn(eventDetailWords.en, key) ? say(key as Key, {} as never) : undefined;
  };
  const reason = (value: string) => {
    const ruling = Object.entries(RULING_REASONS).find(([key]) => key === value)?.[1];
    const known = name('reason', value);
    if (known !== value) return known;
    return word('reason', value) ?? (ruling ? inLanguage(ruling, language) : value);
  };
  const valueOf = ({ name: key, value }: Value) => {
    if (INSTANT.test(value)) return when(value);
    if (key === 'reason') return reason(value);
    if (key === 'fault' || key === 'resolution') return name(key, value);
    if (key === 'proofIds') return say('files', { count: (JSON.parse(value) as unknown[]).length });
    if (key.startsWith('parts.') && MINOR.test(value))
      return `${formatMoney(formatAmount(coin, BigInt(value)))} ${coin}`;
    return word(key, value) ?? value;
  };
  const nameOf = (key: string) => {
    const clock = key.startsWith(CLOCKS_AFTER) ? key.slice(CLOCKS_AFTER.length) : undefined;
    return (clock === undefined ? word('detail', key) : word('clock', clock)) ?? clock ?? key;
  };
  return (detail) => say('of', { name: nameOf(detail.name), value: valueOf(detail) });
}

/** Everything that has happened to the order, with what each event says of itself: below it, since a column of details has no room on a phone. */
export function Timeline({ timeline, coin }: Pick<Detail, 'timeline'> & { coin: Coin }) {
  const say = useWords(roomWords);
  const language = useLanguage();
  const when = useWhen();
  const name = useNames();
  const textOf = useValues(coin);
  const stateName = (text: string) => {
    const state = ORDER_STATES.find((one) => one === text);
    return state ? inLanguage(ORDER_STATE_INFO[state], language) : text;
  };
  const shown = ({ detail }: Detail['timeline'][number]) =>
    detail.filter(({ name: key, value }) => !key.startsWith(CLOCKS_BEFORE) && value !== '[]');
  return (
    <Card className={stackClass}>
      <h2>{say('timeline')}</h2>
      <ol className={styles.lines} aria-label={say('timeline')}>
        {timeline.map((event) => (
          <li key={event.version} className={styles.event}>
            <div className={styles.eventHead}>
              <strong>{name('event', event.event)}</strong>
              <Pill>{stateName(event.to)}</Pill>
            </div>
            <small>
              {when(event.at)} · {name('by', event.actor)}
            </small>
            <ul className={styles.details}>
              {shown(event).map((detail) => (
                <li key={detail.name}>{textOf(detail)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}
