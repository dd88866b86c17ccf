import type { Listing } from '@holdfast/contract/calls';
import {
  LISTING_STATE_LABELS,
  REMARK_REMOVAL_TEXTS,
  SUSPENSION_REASON_TEXTS,
  type ListingObstacle,
} from '@holdfast/contract/orders';
import { Card, Fact, Facts, formatMoney, formatPrice, Notice, Pill, type Tone } from '@holdfast/ui';
import { dayAndTime, useWords, inLanguage } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import { useHoursText } from '#components/trading-hours.ts';
import { editWords } from './edit-sheet.words.ts';
import { hoursWords } from './hours-fields.words.ts';
import { ListingActions } from './listing-actions.tsx';
import styles from './listings.module.css';
import { remarkWords } from './remark.words.ts';
import { shareWords } from './share.words.ts';
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

/** The end of a buy listing of which nothing remains. */
const BOUGHT_IN_FULL = { zhTW: '已買足', en: 'Bought in full' };

export function ListingCard({ listing }: { listing: Listing }) {
  const say = useWords(listingWords);
  const sayEdit = useWords(editWords);
  const sayHours = useWords(hoursWords);
  const hoursText = useHoursText();
  const sayShare = useWords(shareWords);
  const methodName = usePayMethodName();
  const { language } = useSettings();
  const { serverNow } = useServices();
  const { coin, state } = listing;
  const label = listing.side === 'buy' && state === 'SOLD_OUT' ? BOUGHT_IN_FULL : LISTING_STATE_LABELS[state];
  return (
    <Card className={styles.listing}>
      <div className={styles.listingHead}>
        <div>
          <h2 className={styles.listingTitle}>
            {say(listing.side, { quantity: formatMoney(listing.quantity), coin })}
          </h2>
          <p className={styles.note}>
            {say('createdAt', { time: dayAndTime(listing.createdAt, serverNow(), language) })}
          </p>
          {listing.expiresAt !== null && (
            <p className={styles.note}>
              {say('expiresAt', { time: dayAndTime(listing.expiresAt, serverNow(), language) })}
            </p>
          )}
        </div>
        <span className={styles.pills}>
          {listing.isPrivate && <Pill>{sayShare('isPrivate')}</Pill>}
          <Pill tone={TONES[state]}>{inLanguage(label, language)}</Pill>
        </span>
      </div>
      <p className={styles.stock}>
        <span className={styles.freeText}>
          {say(`remaining.${listing.side}`, { remaining: `${formatMoney(listing.remaining)} ${coin}` })}
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
        {listing.askFirst && <Fact name={say('askedFirst')}>{say('askedFirstYes')}</Fact>}
        {listing.hours && <Fact name={sayHours('hours')}>{hoursText(listing.hours)}</Fact>}
        <Fact name={say('payWindow')}>{say('minutes', { count: listing.payWindowMinutes })}</Fact>
      </Facts>
      {listing.feeRose && listing.expiresAt !== null && <Notice tone="held">{sayEdit('feeRose')}</Notice>}
      <Remark remark={listing.remark} />
      {listing.isPrivate && listing.expiresAt !== null && (
        <Notice tone="neutral">{sayShare('isPrivateText')}</Notice>
      )}
      <WhyNot listing={listing} />
      <ListingActions listing={listing} />
    </Card>
  );
}

/** What its owner says to others, or why they do not see it. */
function Remark({ remark }: Pick<Listing, 'remark'>) {
  const say = useWords(remarkWords);
  const { language } = useSettings();
  if (!remark) return null;
  if (remark.removed !== null)
    return (
      <Notice tone="held">
        {say('removed', { reason: inLanguage(REMARK_REMOVAL_TEXTS[remark.removed], language) })}
      </Notice>
    );
  return (
    <p className={styles.remarkText}>
      <span className={styles.note}>{say('shown')}</span> {remark.text}
    </p>
  );
}

/** Something is wrong, or the owner should do something; the others say how it stands. */
const URGENT: readonly ListingObstacle[] = ['suspended', 'paused-missed-answer', 'no-place', 'below-fee'];

/** What is said in other words of a listing that reserves nothing. */
const isSaidOtherwise = (obstacle: ListingObstacle): obstacle is 'suspended' | 'expired' =>
  obstacle === 'suspended' || obstacle === 'expired';

/** Why others do not see it, or cannot take it now. */
function WhyNot({
  listing: { side, obstacles, suspendedBecause, restAtEnd, coin, opensAt },
}: {
  listing: Listing;
}) {
  const say = useWords(listingWords);
  const sayHours = useWords(hoursWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const reason =
    suspendedBecause === null ? '' : inLanguage(SUSPENSION_REASON_TEXTS[suspendedBecause], language);
  return obstacles.map((obstacle) => (
    <Notice key={obstacle} tone={URGENT.includes(obstacle) ? 'held' : 'neutral'}>
      {obstacle === 'out-of-hours'
        ? sayHours('why', { time: opensAt === null ? '' : dayAndTime(opensAt, serverNow(), language) })
        : say(side === 'buy' && isSaidOtherwise(obstacle) ? `why.${obstacle}.buy` : `why.${obstacle}`, {
            reason,
            rest: `${formatMoney(restAtEnd)} ${coin}`,
          })}
    </Notice>
  ));
}
