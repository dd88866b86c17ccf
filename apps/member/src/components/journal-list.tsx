import type { JournalEntry } from '@holdfast/contract/calls';
import type { Coin } from '@holdfast/kernel';
import {
  BuyIcon,
  ClockIcon,
  ListRow,
  MoneyText,
  rowClass,
  RowIcon,
  RowList,
  SellIcon,
  useOwnMoney,
  type Tone,
} from '@holdfast/ui';
import { clockTime, groupByDay, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { sharedWords } from './components.words.ts';
import styles from './components.module.css';

interface JournalListProps {
  coin: Coin;
  entries: readonly JournalEntry[];
  showsBalance?: boolean;
}

/** What happened to one coin, newest first, day by day. A line of an order leads to the order. */
export function JournalList({ coin, entries, showsBalance = false }: JournalListProps) {
  const say = useWords(sharedWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  return groupByDay(entries, serverNow(), language).map((day) => {
    const name = day.is === 'earlier' ? day.date : say(day.is);
    return (
      <div key={day.key} className={styles.day}>
        <h3 className={styles.dayName}>{name}</h3>
        <RowList label={name}>
          {day.items.map((entry) => (
            <li key={entry.id}>
              <JournalRow coin={coin} entry={entry} showsBalance={showsBalance} />
            </li>
          ))}
        </RowList>
      </div>
    );
  });
}

/** What a movement means in colour and sign: gained, lost, or only moved between free and held. */
function lookOf({ change, availableChange, quantity }: JournalEntry): { tone: Tone; amount: string } {
  const isZero = (text: string) => /^-?[0.]+$/.test(text);
  if (!isZero(change)) return { tone: change.startsWith('-') ? 'neutral' : 'free', amount: change };
  return { tone: 'held', amount: isZero(availableChange) ? quantity : availableChange };
}

const ICONS = { free: BuyIcon, neutral: SellIcon, held: ClockIcon, refused: ClockIcon } as const;

function JournalRow({
  coin,
  entry,
  showsBalance,
}: Pick<JournalListProps, 'coin' | 'showsBalance'> & { entry: JournalEntry }) {
  const say = useWords(sharedWords);
  const { language } = useSettings();
  const { kind, quantity, nick, orderId } = entry;
  const { tone, amount } = lookOf(entry);
  const Icon = ICONS[tone];
  const record = say(`record.${kind}`, { amount: `${useOwnMoney()(quantity)} ${coin}` });
  const isOnlyMoved = amount === quantity && tone === 'held';
  const row = {
    lead: (
      <RowIcon tone={tone}>
        <Icon size={20} />
      </RowIcon>
    ),
    title: (
      <>
        {record}
        {nick !== null && <span className={styles.with}>{say('with', { nick })}</span>}
      </>
    ),
    note: (
      <>
        {clockTime(entry.at, language)}
        {showsBalance && (
          <span className={styles.with}>
            {say('balanceAfter')} <MoneyText value={entry.availableAfter} own size="inherit" />
          </span>
        )}
      </>
    ),
    end: (
      <MoneyText
        value={amount}
        signed={!isOnlyMoved}
        own
        className={styles[tone === 'neutral' ? 'plain' : tone]}
      />
    ),
  };
  if (orderId === null) return <ListRow {...row} />;
  return (
    <Link className={rowClass} to={screenAddress('/front-end-order', { orderId })}>
      <ListRow.Body {...row} />
    </Link>
  );
}
