import type { Offer } from '@holdfast/contract/calls';
import { COIN_SCALE, COINS, type Coin } from '@holdfast/kernel';
import {
  AmountField,
  Button,
  buttonClass,
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
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress, type RouteSearch } from '#platform/router/routes.rules.ts';
import { useChangeSearch } from '#platform/router/use-change-search.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { BackToOrder } from '#components/back-to-order.tsx';
import { sharedWords } from '#components/components.words.ts';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { RelationLists } from '#components/relation-sheet.tsx';
import type { Doing } from './doing.rules.ts';
import { OfferCard } from './offer-card.tsx';
import { MarketFilters, useFilters } from './market-filters.tsx';
import styles from './market.module.css';
import { useMarket } from './market.query.ts';
import { marketWords } from './market.words.ts';
import { QuickMatch } from './quick-match.tsx';
import { SellSide } from './sell-side.tsx';
import { ByPassword, SharedListing } from './shared-listing.tsx';
import { TakeOffer, useTaking } from './take-offer.tsx';

/** What is wanted of each coin. */
const NOTHING_WANTED: Readonly<Record<Coin, string>> = { TWD: '', USDT: '' };
const readWanted = recordOf<typeof NOTHING_WANTED>({ TWD: text, USDT: text });

const otherThan = (coin: Coin): Coin => (coin === 'TWD' ? 'USDT' : 'TWD');

/** The market, or the one listing that a link leads to. */
export function MarketScreen({ search }: { search: RouteSearch }) {
  const { link } = search;
  return link === undefined ? <WholeMarket search={search} /> : <SharedListing key={link} text={link} />;
}

/** The market: what one wants, and the others who serve it; or a listing of one's own. Nothing moves before a sheet is confirmed. */
function WholeMarket({ search }: { search: RouteSearch }) {
  const say = useWords(marketWords);
  const changeSearch = useChangeSearch();
  const panelAddress = usePanelAddress();
  const { coin = 'TWD', side = 'buy' } = search;
  const [isListing, setListing] = useState(false);
  return (
    <div className={styles.page}>
      <BackToOrder />
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
      <Market key={side} doing={side} coin={coin} />
      {side === 'buy' ? (
        <Link
          to={screenAddress('/transaction', { side, coin, panel: 'create-listing' })}
          className={buttonClass({ look: 'quiet', block: true })}
        >
          {say('createBuyListing')}
        </Link>
      ) : (
        <SellSide coin={coin} onBuy={() => changeSearch({ side: 'buy' })} />
      )}
      <details className={styles.sorting}>
        <summary className={styles.safety}>{say(`sorting.${side}`)}</summary>
        <p>{say(`sortingRule.${side}`)}</p>
      </details>
      <Button look="text" onClick={() => setListing(true)}>
        {say('relations')}
      </Button>
      <ByPassword />
      {isListing && <RelationLists onClose={() => setListing(false)} />}
      <Link to={panelAddress('safety')} className={styles.safety}>
        {say('safety')}
      </Link>
    </div>
  );
}

/** What one wants, and the others who serve it: who sells where one buys, who buys where one sells. */
function Market({ doing, coin }: { doing: Doing; coin: Coin }) {
  const say = useWords(marketWords);
  const draft = doing === 'buy' ? 'market' : 'market sell';
  const [wantedOf, setWantedOf] = useFormDraft(draft, { read: readWanted, initial: NOTHING_WANTED });
  const wanted = wantedOf[coin];
  const setWanted = (quantity: string) => setWantedOf({ ...wantedOf, [coin]: quantity });
  const { filters, setFilters, clear } = useFilters();
  const market = useMarket(doing, coin, wanted, filters);
  const taking = useTaking(`market chosen to ${doing}`);
  const offers = market.data;
  return (
    <>
      <div className={styles.wanted}>
        <AmountField
          big
          label={say(`wanted.${doing}`)}
          unit={coin}
          decimals={COIN_SCALE[coin]}
          value={wanted}
          onChange={setWanted}
          hint={say(`wantedHint.${doing}`)}
        />
      </div>
      <MarketFilters doing={doing} filters={filters} onChange={setFilters} />
      <QuickMatch doing={doing} coin={coin} wanted={wanted} filters={filters} onFound={taking.choose} />
      <Offers
        doing={doing}
        market={market}
        offers={offers}
        coin={coin}
        onAnyOffer={clear}
        onChoose={taking.choose}
      />
      <TakeOffer
        taking={taking}
        offers={offers}
        wanted={wanted}
        methods={filters.methods}
        link={undefined}
        onInstead={(next, quantity) => {
          setWanted(quantity);
          taking.swap(next);
        }}
        onLocked={() => setWanted('')}
      />
    </>
  );
}

function Offers({
  doing,
  market,
  offers,
  coin,
  onAnyOffer,
  onChoose,
}: {
  doing: Doing;
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
    return <NoneMatches doing={doing} market={market} coin={coin} onAnyOffer={onAnyOffer} />;
  if (offers.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<TradeIcon />}
          title={say(`none.${doing}`, { coin })}
          text={say('noneText', { other: otherThan(coin) })}
        />
      </Card>
    );
  const decimals = priceDecimals(offers.map(({ price }) => price));
  return (
    <>
      <ul className={styles.offers} aria-label={say(`others.${doing}`)}>
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

/** Nobody matches the filters; or nobody of those that the pages so far have looked at. */
function NoneMatches({
  doing,
  market,
  coin,
  onAnyOffer,
}: {
  doing: Doing;
  market: ReturnType<typeof useMarket>;
  coin: Coin;
  onAnyOffer: () => void;
}) {
  const say = useWords(marketWords);
  const sayShared = useWords(sharedWords);
  return (
    <Card>
      <EmptyState
        icon={<TradeIcon />}
        title={say(`noneByMethod.${doing}`, { coin })}
        text={
          market.isFetchNextPageError
            ? sayShared('failed')
            : market.hasNextPage
              ? say('lookFurtherText')
              : undefined
        }
        action={
          <>
            {market.hasNextPage && (
              <Button busy={market.isFetchingNextPage} onClick={() => void market.fetchNextPage()}>
                {say('lookFurther')}
              </Button>
            )}
            <Button look="quiet" onClick={onAnyOffer}>
              {say(`anyMethod.${doing}`)}
            </Button>
          </>
        }
      />
    </Card>
  );
}
