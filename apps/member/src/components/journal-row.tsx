import type { JournalEntry } from '@holdfast/contract/calls';
import { BuyIcon, ClockIcon, ListRow, MoneyText, RowIcon, SellIcon, type Tone } from '@holdfast/ui';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { sharedWords } from './components.words.ts';
import styles from './components.module.css';

/** What a movement means in colour and sign: gained, lost, or only moved between free and held. */
function lookOf({ change, availableChange }: JournalEntry): { tone: Tone; amount: string | undefined } {
  const isZero = (text: string) => /^-?[0.]+$/.test(text);
  if (!isZero(change)) return { tone: change.startsWith('-') ? 'neutral' : 'free', amount: change };
  if (!isZero(availableChange)) return { tone: 'held', amount: availableChange };
  return { tone: 'held', amount: undefined };
}

const ICONS = { free: BuyIcon, neutral: SellIcon, held: ClockIcon, refused: ClockIcon } as const;

export function JournalRow({ entry, showsBalance = false }: { entry: JournalEntry; showsBalance?: boolean }) {
  const say = useWords(sharedWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const { tone, amount } = lookOf(entry);
  const Icon = ICONS[tone];
  return (
    <ListRow
      lead={
        <RowIcon tone={tone}>
          <Icon size={20} />
        </RowIcon>
      }
      title={say(`kind.${entry.kind}`)}
      note={dayAndTime(entry.at, serverNow(), language)}
      end={
        <>
          {amount !== undefined && (
            <MoneyText value={amount} signed own className={styles[tone === 'neutral' ? 'plain' : tone]} />
          )}
          {showsBalance && (
            <div className={styles.after}>
              {say('balanceAfter')} <MoneyText value={entry.availableAfter} own size="inherit" />
            </div>
          )}
        </>
      }
    />
  );
}
