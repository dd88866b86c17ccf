import type { Offer } from '@holdfast/contract/calls';
import { COIN_SCALE, COINS, type Coin } from '@holdfast/kernel';
import {
  AmountField,
  Button,
  Card,
  EmptyState,
  priceDecimals,
  Segmented,
  Skeleton,
  TradeIcon,
} from '@holdfast/ui';
import { recordOf, text } from '@holdfast/client/storage';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { Link } from '#platform/router/router-context.tsx';
import type { RouteSearch } from '#platform/router/routes.rules.ts';
import { useChangeSearch } from '#platform/router/use-change-search.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { RelationLists } from '#components/relation-sheet.tsx';
import { LockSheet } from './lock-sheet.tsx';
import { OfferCard } from './offer-card.tsx';
import { MarketFilters, useFilters, type Filters } from './market-filters.tsx';
import styles from './market.module.css';
import { useMarket } from './market.query.ts';
import { marketWords } from './market.words.ts';
import { QuickMatch } from './quick-match.tsx';
import { SafetyLesson, useSafetyLesson } from './safety-lesson.tsx';
import { SellSide } from './sell-side.tsx';

/** What is wanted of each coin. */
const NOTHING_WANTED: Readonly<Record<Coin, string>> = { TWD: '', USDT: '' };
const readWanted = recordOf<typeof NOTHING_WANTED>({ TWD: text, USDT: text });

const otherThan = (coin: Coin): Coin => (coin === 'TWD' ? 'USDT' : 'TWD');

/** The market: what one wants, and who sells it; or what selling takes. Nothing moves before a sheet is confirmed. */
export function MarketScreen({ search }: { search: RouteSearch }) {
  const say = useWords(marketWords);
  const changeSearch = useChangeSearch();
  const panelAddress = usePanelAddress();
  const { coin = 'TWD', side = 'buy' } = search;
  const [wantedOf, setWantedOf] = useFormDraft('market', { read: readWanted, initial: NOTHING_WANTED });
  const wanted = wantedOf[coin];
  const setWanted = (quantity: string) => setWantedOf({ ...wantedOf, [coin]: quantity });
  const filtering = useFilters();
  const market = useMarket(coin, wanted, filtering.filters);
  const [isListing, setListing] = useState(false);
  const buying = { coin, market, wanted, setWanted, ...filtering };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{say('title')}</h1>
        <Segmented
          stretch
          label={say('side')}
          value={side}
          onChange={(next) => changeSearch({ side: next })}
          options={[
            { value: 'buy', label: say('buy') },
            { value: 'sell', label: say('sell') },
          ]}
        />
        <Segmented
          stretch
          label={say('coin')}
          value={coin}
          onChange={(next) => changeSearch({ coin: next })}
          options={COINS.map((one) => ({ value: one, label: one }))}
        />
      </header>
      {side === 'buy' ? (
        <BuySide {...buying} />
      ) : (
        <SellSide coin={coin} offers={market.data} onBuy={() => changeSearch({ side: 'buy' })} />
      )}
      {side === 'buy' && (
        <details className={styles.sorting}>
          <summary className={styles.safety}>{say('sorting')}</summary>
          <p>{say('sortingRule')}</p>
        </details>
      )}
      {side === 'buy' && (
        <Button look="text" onClick={() => setListing(true)}>
          {say('relations')}
        </Button>
      )}
      {isListing && <RelationLists onClose={() => setListing(false)} />}
      <Link to={panelAddress('safety')} className={styles.safety}>
        {say('safety')}
      </Link>
    </div>
  );
}

interface BuySideProps {
  coin: Coin;
  market: ReturnType<typeof useMarket>;
  wanted: string;
  setWanted: (quantity: string) => void;
  filters: Filters;
  setFilters: (filters: Filters) => void;
  clear: (() => void) | undefined;
}

function BuySide({ coin, market, wanted, setWanted, filters, setFilters, clear }: BuySideProps) {
  const say = useWords(marketWords);
  const lesson = useSafetyLesson();
  const [isLearning, setLearning] = useState(false);
  const [chosen, setChosen] = useDraft<Offer | undefined>('market chosen', undefined);
  const offers = market.data;
  const leave = () => setChosen(undefined);
  const choose = (offer: Offer) => {
    // Decided once: what is read meanwhile must not close the lesson under somebody's eyes.
    setLearning(lesson.isNeeded());
    setChosen(offer);
  };
  return (
    <>
      <div className={styles.wanted}>
        <AmountField
          big
          label={say('wanted')}
          unit={coin}
          decimals={COIN_SCALE[coin]}
          value={wanted}
          onChange={setWanted}
          hint={say('wantedHint')}
        />
      </div>
      <MarketFilters filters={filters} onChange={setFilters} />
      <QuickMatch coin={coin} wanted={wanted} filters={filters} onFound={choose} />
      <Offers market={market} offers={offers} coin={coin} onAnyOffer={clear} onChoose={choose} />
      {chosen && isLearning && (
        <SafetyLesson
          onRead={() => {
            lesson.remember();
            setLearning(false);
          }}
          onClose={leave}
        />
      )}
      {chosen && !isLearning && (
        <LockSheet
          key={chosen.listingId}
          offer={offers?.find(({ listingId }) => listingId === chosen.listingId) ?? chosen}
          wanted={wanted}
          methods={filters.methods}
          offers={offers ?? []}
          onInstead={(next, quantity) => {
            setWanted(quantity);
            setChosen(next);
          }}
          onLocked={() => setWanted('')}
          onClose={leave}
        />
      )}
    </>
  );
}

function Offers({
  market,
  offers,
  coin,
  onAnyOffer,
  onChoose,
}: {
  market: ReturnType<typeof useMarket>;
  offers: readonly Offer[] | undefined;
  coin: Coin;
  /** Shows all offers again; undefined where they are. */
  onAnyOffer: (() => void) | undefined;
  onChoose: (offer: Offer) => void;
}) {
  const say = useWords(marketWords);
  if (market.isError && !offers) return <ReadFailed read={market} />;
  if (!offers)
    return (
      <div className={styles.offers} aria-busy>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="150px" />
        ))}
      </div>
    );
  if (offers.length === 0 && onAnyOffer)
    return (
      <Card>
        <EmptyState
          icon={<TradeIcon />}
          title={say('noneByMethod', { coin })}
          action={
            <Button look="quiet" onClick={onAnyOffer}>
              {say('anyMethod')}
            </Button>
          }
        />
      </Card>
    );
  if (offers.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<TradeIcon />}
          title={say('none', { coin })}
          text={say('noneText', { other: otherThan(coin) })}
        />
      </Card>
    );
  const decimals = priceDecimals(offers.map(({ price }) => price));
  return (
    <>
      <ul className={styles.offers} aria-label={say('sellers')}>
        {offers.map((offer) => (
          <li key={offer.listingId}>
            <OfferCard offer={offer} priceDecimals={decimals} onLock={() => onChoose(offer)} />
          </li>
        ))}
      </ul>
      <LoadMore pages={market} />
    </>
  );
}
