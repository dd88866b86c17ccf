import type { CallOutput } from '@holdfast/contract/calls';
import { deviationOfText, parOf } from '@holdfast/contract/orders';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { AmountField, cx, formatPrice, Skeleton, toTyped } from '@holdfast/ui';
import { useState } from 'react';
import { useServices, useSettings } from '#state/services.tsx';
import type { ListingDraft } from './listing-draft.rules.ts';
import styles from './listings.module.css';
import { listingWords } from './listings.words.ts';
import { priceWords } from './price-field.words.ts';

const PRICE_DECIMALS = 4;

type Terms = Pick<CallOutput<'/listing/terms'>, 'references' | 'warnPercent'>;

/** The price of a listing beside what it is measured by. A price far from that is told once it has been typed, and may be published. */
export function PriceField({
  draft: { coin, side, price },
  terms,
  onTyping,
  error,
  onChange,
}: {
  draft: Pick<ListingDraft, 'coin' | 'side' | 'price'>;
  /** Undefined while they are not known. */
  terms: Terms | undefined;
  onTyping: (isTyping: boolean) => void;
  error: string | undefined;
  onChange: (price: string) => void;
}) {
  const say = useWords(listingWords);
  const sayPrice = useWords(priceWords);
  const [isTyping, setTyping] = useState(false);
  const reference = terms?.references.find((one) => one.coin === coin);
  const deviation =
    terms && reference && !isTyping ? deviationOfText(price, reference.price, terms.warnPercent) : undefined;
  // Its place is there before the reference is known. Par is where the form begins.
  const quick =
    parOf(coin) !== undefined || (terms && !reference)
      ? []
      : [
          {
            label: reference ? sayPrice('use', { price: formatPrice(reference.price) }) : sayPrice('useNone'),
            value: reference && toTyped(reference.price),
          },
        ];
  return (
    <div className={styles.choice}>
      <AmountField
        value={price}
        onTyping={(next) => {
          setTyping(next);
          onTyping(next);
        }}
        error={error}
        label={say('unitPrice')}
        lead="NT$"
        decimals={PRICE_DECIMALS}
        onChange={onChange}
        hint={say(`unitPriceHint.${side}`, { coin })}
        quick={quick}
      />
      {/* One place for both, so that a warning moves no field under the finger that leaves this one. */}
      <p
        className={cx(styles.note, styles.priceNote, deviation && styles.heldText)}
        aria-live="polite"
        aria-busy={terms === undefined}
      >
        {deviation ? (
          sayPrice(`${deviation.direction}.${side}`, { percent: deviation.percent })
        ) : terms ? (
          <Basis coin={coin} reference={reference} />
        ) : (
          <Skeleton width="80%" />
        )}
      </p>
    </div>
  );
}

/** Where the reference comes from, or why there is none. */
function Basis({
  coin,
  reference,
}: {
  coin: ListingDraft['coin'];
  reference: Terms['references'][number] | undefined;
}) {
  const say = useWords(priceWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  if (!reference) return say('none', { coin });
  const { basis, price, trades, newestAt } = reference;
  return say(basis, {
    coin,
    price: formatPrice(price),
    count: trades,
    time: newestAt === null ? '' : dayAndTime(newestAt, serverNow(), language),
  });
}
