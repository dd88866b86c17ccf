import type { Listing } from '@holdfast/contract/calls';
import { LISTING_STATE_LABELS } from '@holdfast/contract/orders';
import { isAboveZero } from '@holdfast/kernel';
import { Button, Card, Fact, Facts, formatMoney, formatPrice, Pill, Question, type Tone } from '@holdfast/ui';
import { useState } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { dayAndTime, useWords, inLanguage } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './listings.module.css';
import { LISTING_READS } from './listings.query.ts';
import { listingWords } from './listings.words.ts';

const TONES: Readonly<Record<Listing['state'], Tone>> = {
  OPEN: 'free',
  PAUSED: 'neutral',
  FILLED: 'held',
  SOLD_OUT: 'neutral',
  CLOSED: 'neutral',
  EXPIRED: 'neutral',
  SUSPENDED: 'refused',
};
const CAN_CLOSE: readonly Listing['state'][] = ['OPEN', 'PAUSED', 'FILLED'];

export function ListingCard({ listing }: { listing: Listing }) {
  const say = useWords(listingWords);
  const methodName = usePayMethodName();
  const { language } = useSettings();
  const { serverNow } = useServices();
  const [isClosing, setClosing] = useState(false);
  const { coin, state } = listing;
  const label = LISTING_STATE_LABELS[state];
  return (
    <Card className={styles.listing}>
      <div className={styles.listingHead}>
        <div>
          <h2 className={styles.listingTitle}>
            {say('sell', { quantity: formatMoney(listing.quantity), coin })}
          </h2>
          <p className={styles.note}>
            {say('createdAt', { time: dayAndTime(listing.createdAt, serverNow(), language) })}
          </p>
        </div>
        <Pill tone={TONES[state]}>{inLanguage(label, language)}</Pill>
      </div>
      <p className={styles.stock}>
        <span className={styles.freeText}>
          {say('remaining', { remaining: `${formatMoney(listing.remaining)} ${coin}` })}
        </span>
        <span className={styles.heldText}>
          {say('locked', { locked: `${formatMoney(listing.locked)} ${coin}` })}
        </span>
      </p>
      <Facts sums>
        <Fact name={say('price')}>NT$ {formatPrice(listing.price)}</Fact>
        <Fact name={say('limits')}>
          {formatMoney(listing.minQuantity)}–{formatMoney(listing.maxQuantity)} {coin}
        </Fact>
        <Fact name={say('methods')}>{listing.payMethods.map(methodName).join(say('comma'))}</Fact>
        <Fact name={say('payWindow')}>{say('minutes', { count: listing.payWindowMinutes })}</Fact>
      </Facts>
      {CAN_CLOSE.includes(state) && (
        <Button look="quiet" block onClick={() => setClosing(true)}>
          {say('close')}
        </Button>
      )}
      {isClosing && <CloseQuestion listing={listing} onClose={() => setClosing(false)} />}
    </Card>
  );
}

function CloseQuestion({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const say = useWords(listingWords);
  const { callApi } = useServices();
  const refresh = useRefresh();
  const showToast = useToast();
  const { coin } = listing;
  const close = useAction(
    async () => {
      try {
        await callApi('/listing/close', {
          input: { listingId: listing.id, version: String(listing.version) },
        });
        showToast(say('closed'));
        onClose();
      } finally {
        // A refusal means that the listing is not what the card shows: the card has to be asked anew as well.
        refresh(...LISTING_READS);
      }
    },
    { shows: ['LISTING_CHANGED', 'LISTING_NOT_OPEN', 'LISTING_NOT_FOUND'] },
  );
  return (
    <Question
      title={say('closeAsk')}
      cancel={say('keep')}
      confirm={say('close')}
      busy={close.isBusy}
      onConfirm={() => void close.run()}
      onClose={onClose}
    >
      {isAboveZero(coin, listing.remaining) && (
        <p>{say('closeText', { remaining: formatMoney(listing.remaining), coin })}</p>
      )}
      {isAboveZero(coin, listing.locked) && (
        <p>{say('closeLocked', { locked: formatMoney(listing.locked), coin })}</p>
      )}
      <Refusal error={close.error} />
    </Question>
  );
}
