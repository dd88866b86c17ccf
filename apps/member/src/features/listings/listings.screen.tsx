import { AddIcon, buttonClass, Card, EmptyState, ListingsIcon, Segmented, Skeleton } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { BackToOrder } from '#components/back-to-order.tsx';
import { LoadMore } from '#components/load-more.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { AllListings } from './listing-actions.tsx';
import { ListingCard } from './listing-card.tsx';
import styles from './listings.module.css';
import { useMyListings, type ListingScope } from './listings.query.ts';
import { listingWords } from './listings.words.ts';

/** The member's own listings: what is offered, what of it is locked, and closing it. */
export function ListingsScreen() {
  const say = useWords(listingWords);
  const panelAddress = usePanelAddress();
  const [scope, setScope] = useState<ListingScope>('live');
  return (
    <div className={styles.page}>
      <BackToOrder />
      <header className={styles.head}>
        <h1>{say('title')}</h1>
        <Segmented
          label={say('scope')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'live', label: say('live') },
            { value: 'ended', label: say('ended') },
          ]}
        />
      </header>
      <Listings scope={scope} createAt={panelAddress('create-listing')} />
    </div>
  );
}

function Listings({ scope, createAt }: { scope: ListingScope; createAt: string }) {
  const say = useWords(listingWords);
  const read = useMyListings(scope);
  const { data: listings, isError } = read;
  if (isError && !listings) return <ReadFailed read={read} />;
  const create = (
    <Link to={createAt} className={buttonClass({ block: true, large: true })}>
      <AddIcon size={18} />
      {say('create.any')}
    </Link>
  );
  if (!listings)
    return (
      <div className={styles.grid} aria-busy>
        <Skeleton height="190px" />
        <Skeleton height="190px" />
      </div>
    );
  if (listings.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<ListingsIcon />}
          title={say(scope === 'live' ? 'none' : 'noneEnded')}
          text={scope === 'live' ? say('noneText') : undefined}
          action={scope === 'live' && create}
        />
      </Card>
    );
  return (
    <>
      {scope === 'live' && <AllListings listings={listings} />}
      <ul className={styles.grid}>
        {listings.map((listing) => (
          <li key={listing.id}>
            <ListingCard listing={listing} />
          </li>
        ))}
      </ul>
      <LoadMore pages={read} />
      <ZoneNote isCentered />
      {scope === 'live' && (
        <div className={styles.create} data-bar>
          {create}
        </div>
      )}
    </>
  );
}
