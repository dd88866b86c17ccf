import type { Offer } from '@holdfast/contract/calls';
import { compareAmounts, isAboveZero, parsePrice, type Coin } from '@holdfast/kernel';
import {
  Button,
  buttonClass,
  Card,
  Fact,
  Facts,
  formatPrice,
  MoneyText,
  priceDecimals,
  stackClass,
} from '@holdfast/ui';
import { usePages, useRead } from '@holdfast/client/queries';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { HeldNote } from '#components/held-note.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';

/** What others ask: one price, or the lowest and the highest. */
function priceRange(offers: readonly Offer[]): string | undefined {
  const prices = offers.filter(({ obstacle }) => obstacle !== 'own').map(({ price }) => price);
  const sorted = prices.toSorted((a, b) => compareAmounts(parsePrice(a) ?? 0n, parsePrice(b) ?? 0n));
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return undefined;
  const decimals = priceDecimals([lowest, highest]);
  const [from, to] = [formatPrice(lowest, decimals), formatPrice(highest, decimals)];
  return from === to ? `NT$ ${from}` : `NT$ ${from}–${to}`;
}

interface SellSideProps {
  coin: Coin;
  onBuy: () => void;
}

/** Selling begins with a listing of one's own, which buyers come to: how that goes, and the way to its form. */
export function SellSide({ coin, onBuy }: SellSideProps) {
  const say = useWords(marketWords);
  const { data } = useRead('/member/balanceinfo', {});
  const available = data?.balances.find((balance) => balance.coin === coin)?.available;
  const { data: offers } = usePages('/listing/market', { coin });
  const others = offers && (priceRange(offers) ?? say('noOthers'));
  const hasNothing = available !== undefined && !isAboveZero(coin, available);
  return (
    <div className={styles.sellSide}>
      <Card className={stackClass}>
        <h2>{say('sellTitle', { coin })}</h2>
        <ol className={styles.steps}>
          {(['sellStep1', 'sellStep2', 'sellStep3'] as const).map((step) => (
            <li key={step}>{say(step, { coin })}</li>
          ))}
        </ol>
        <Facts sums>
          <Fact name={say('yourAvailable')}>
            <MoneyText value={available} unit={coin} trim own />
          </Fact>
          <Fact name={say('othersAsk')}>{others ?? '—'}</Fact>
        </Facts>
        <HeldNote coin={coin} className={styles.note} />
        {hasNothing && <p className={styles.note}>{say('nothingToSell', { coin })}</p>}
        {hasNothing ? (
          <Button block large onClick={onBuy}>
            {say('buyFirst', { coin })}
          </Button>
        ) : (
          <Link
            to={screenAddress('/transaction', { side: 'sell', coin, panel: 'create-listing' })}
            className={buttonClass({ block: true, large: true })}
          >
            {say('createListing')}
          </Link>
        )}
        <Link to={screenAddress('/pendingOrder')} className={buttonClass({ look: 'quiet', block: true })}>
          {say('myListings')}
        </Link>
      </Card>
    </div>
  );
}
