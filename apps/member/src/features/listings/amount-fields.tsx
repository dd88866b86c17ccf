import { COIN_SCALE, formatAmount, leastTrade } from '@holdfast/kernel';
import { AmountField, formatMoney, Skeleton, toTyped, useOwnMoney } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import {
  FIELD_FAULTS,
  type DraftAmounts,
  type DraftFault,
  type DraftVerdict,
  type ListingDraft,
} from './listing-draft.rules.ts';
import styles from './listings.module.css';
import type { useTerms } from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { PriceField } from './price-field.tsx';

/** Said while the number is still being typed: further digits only make it worse. */
const SAID_AT_ONCE: readonly DraftFault[] = ['overBalance', 'priceTooHigh'];

interface AmountFieldsProps {
  draft: ListingDraft;
  available: string | undefined;
  terms: ReturnType<typeof useTerms>;
  wasTried: boolean;
  faults: DraftVerdict['faults'];
  put: (change: Partial<DraftAmounts>) => void;
}

/** How much, at what price, and within which limits. */
export function AmountFields({ draft, available, terms, wasTried, faults, put }: AmountFieldsProps) {
  const say = useWords(listingWords);
  const ownMoney = useOwnMoney();
  const [isTyping, setTyping] = useState(false);
  const { coin, side } = draft;
  const least = formatMoney(formatAmount(coin, leastTrade(coin, terms?.feeBasisPoints ?? 0)));
  // A field complains when it was filled and left, or when one tried to publish; never while it is still empty.
  const isTold = (fault: DraftFault, text: string) =>
    faults.has(fault) && (wasTried || (text !== '' && (!isTyping || SAID_AT_ONCE.includes(fault))));
  const field = (name: keyof DraftAmounts) => {
    const told = FIELD_FAULTS[name].find((fault) => isTold(fault, draft[name]));
    return {
      value: draft[name],
      onTyping: setTyping,
      error: told && say(told === 'quantity' ? `wrong.quantity.${side}` : `wrong.${told}`, { least }),
    };
  };
  // As long as nobody said otherwise, one order may take all there is.
  const setQuantity = (quantity: string) =>
    put({ quantity, ...(draft.max === draft.quantity && { max: quantity }) });
  const inCoin = { unit: coin, decimals: COIN_SCALE[coin] };
  return (
    <>
      <AmountField
        {...field('quantity')}
        {...inCoin}
        big
        label={say(`quantity.${side}`)}
        onChange={setQuantity}
        {...(side === 'sell' && {
          hint: available ? (
            say('available', { amount: `${ownMoney(available)} ${coin}` })
          ) : (
            <Skeleton width="9em" />
          ),
          quick: [{ label: say('all'), value: available && toTyped(available) }],
        })}
      />
      <PriceField {...field('price')} draft={draft} terms={terms} onChange={(price) => put({ price })} />
      <div className={styles.pair}>
        <AmountField {...field('min')} {...inCoin} label={say('min')} onChange={(min) => put({ min })} />
        <AmountField {...field('max')} {...inCoin} label={say('max')} onChange={(max) => put({ max })} />
      </div>
    </>
  );
}
