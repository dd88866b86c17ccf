import type { Offer } from '@holdfast/contract/calls';
import { COIN_SCALE, COINS, type Coin } from '@holdfast/kernel';
import { AmountField, Card, EmptyState, Segmented, Skeleton, TradeIcon } from '@holdfast/ui';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress, type RouteSearch } from '#platform/router/routes.rules.ts';
import { useChangeSearch } from '#platform/router/use-change-search.ts';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { LockSheet } from './lock-sheet.tsx';
import { OfferCard } from './offer-card.tsx';
import styles from './market.module.css';
import { useMarket } from './market.query.ts';
import { marketWords } from './market.words.ts';

/** What is wanted of each coin. */
const NOTHING_WANTED: Readonly<Record<Coin, string>> = { TWD: '', USDT: '' };
const readWanted = recordOf<typeof NOTHING_WANTED>({ TWD: text, USDT: text });

const otherThan = (coin: Coin): Coin => (coin === 'TWD' ? 'USDT' : 'TWD');

/** The market: what one wants, and who sells it. Choosing an offer opens its sheet; nothing moves before that is confirmed. */
export function MarketScreen({ search }: { search: RouteSearch }) {
  const say = useWords(marketWords);
  const changeSearch = useChangeSearch();
  const coin = search.coin ?? 'TWD';
  const [wantedOf, setWantedOf] = useFormDraft('market', { read: readWanted, initial: NOTHING_WANTED });
  const wanted = wantedOf[coin];
  const setWanted = (quantity: string) => setWantedOf({ ...wantedOf, [coin]: quantity });
  const [chosen, setChosen] = useDraft<Offer | undefined>('market chosen', undefined);
  const market = useMarket(coin, wanted);
  const offers = market.data;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{say('title')}</h1>
        <Link to={screenAddress('/pendingOrder', { panel: 'create-listing', coin })} className={styles.sell}>
          {say('sellInstead')}
        </Link>
        <Segmented
          label={say('coin')}
          value={coin}
          onChange={(next) => changeSearch({ coin: next })}
          options={COINS.map((one) => ({ value: one, label: one }))}
        />
      </header>
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
      <Offers market={market} offers={offers} coin={coin} onChoose={setChosen} />
      {chosen && (
        <LockSheet
          key={chosen.listingId}
          offer={offers?.find(({ listingId }) => listingId === chosen.listingId) ?? chosen}
          wanted={wanted}
          offers={offers ?? []}
          onInstead={(next, quantity) => {
            setWanted(quantity);
            setChosen(next);
          }}
          onLocked={() => setWanted('')}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

function Offers({
  market,
  offers,
  coin,
  onChoose,
}: {
  market: ReturnType<typeof useMarket>;
  offers: readonly Offer[] | undefined;
  coin: Coin;
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
  return (
    <>
      <ul className={styles.offers} aria-label={say('sellers')}>
        {offers.map((offer) => (
          <li key={offer.listingId}>
            <OfferCard offer={offer} onLock={() => onChoose(offer)} />
          </li>
        ))}
      </ul>
      <LoadMore pages={market} />
    </>
  );
}
