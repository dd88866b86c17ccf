import { buttonClass, Checkbox, Skeleton } from '@holdfast/ui';
import type { OwnBankCard } from '@holdfast/contract/calls';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useBankName } from '#components/bank.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { useZoned } from '#components/zone-note.tsx';
import { useServices, useSettings } from '#state/services.tsx';
import { coolingCards, usableCards } from './listing-draft.rules.ts';
import styles from './listings.module.css';
import type { useMyCards } from './listings.query.ts';
import { listingWords } from './listings.words.ts';

interface CardChoiceProps {
  cards: ReturnType<typeof useMyCards>;
  chosen: readonly string[];
  onChange: (cardIds: string[]) => void;
  error: string | undefined;
}

/** On which accounts the member is paid. Without any it leads to adding one. */
export function CardChoice({ cards, chosen, onChange, error }: CardChoiceProps) {
  const say = useWords(listingWords);
  const bankName = useBankName();
  const panelAddress = usePanelAddress();
  const { data, isError } = cards;
  if (isError && !data) return <ReadFailed read={cards} />;
  if (!data) return <Skeleton height="96px" />;
  const usable = usableCards(data.cards);
  const cooling = coolingCards(data.cards);
  const inReview = data.cards.filter(({ status }) => status === 'Review').length;
  const hasOthers = inReview > 0 || cooling.length > 0;
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.choiceLabel}>{say('cards')}</legend>
      {usable.length === 0 ? (
        <>
          {cooling.length === 0 && <p>{say(inReview > 0 ? 'noneApproved' : 'noCards')}</p>}
          <Link to={panelAddress('bank-cards')} className={buttonClass({ look: 'quiet' })}>
            {say(hasOthers ? 'seeCards' : 'addCard')}
          </Link>
        </>
      ) : (
        <p className={styles.note}>{say('cardsHint')}</p>
      )}
      {usable.map((card) => (
        <Checkbox
          key={card.id}
          checked={chosen.includes(card.id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, card.id] : chosen.filter((id) => id !== card.id))
          }
          label={
            <>
              {bankName(card.bankCode)} {card.accountMasked}
            </>
          }
        />
      ))}
      <Cooling cards={cooling} />
      {(usable.length > 0 || cooling.length > 0) && inReview > 0 && (
        <p className={styles.note}>{say('cardsInReview', { count: inReview })}</p>
      )}
      {error && (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Why an account that is approved cannot be chosen yet, and from when on it can. */
function Cooling({ cards }: { cards: readonly OwnBankCard[] }) {
  const say = useWords(listingWords);
  const zoned = useZoned();
  const { serverNow } = useServices();
  const { language } = useSettings();
  const [first] = cards;
  if (!first?.coolingUntil) return null;
  const time = zoned(dayAndTime(first.coolingUntil, serverNow(), language));
  return <p className={styles.note}>{say('cardsCooling', { count: cards.length, time })}</p>;
}
