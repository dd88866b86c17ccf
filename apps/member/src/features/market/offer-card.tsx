import type { Offer } from '@holdfast/contract/calls';
import {
  Avatar,
  Button,
  buttonClass,
  Card,
  cx,
  formatMoney,
  formatPrice,
  LevelBadge,
  Pill,
} from '@holdfast/ui';
import { useId } from 'react';
import { useWords, type Say } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';

type SayMarket = Say<(typeof marketWords)['zh-TW']>;

function recordOf({ completionPercent, releaseSeconds }: Offer['owner'], say: SayMarket): string {
  if (completionPercent === null || releaseSeconds === null) return say('newSeller');
  const minutes = Math.floor(releaseSeconds / 60);
  const seconds = releaseSeconds % 60;
  const duration = minutes > 0 ? say('minutesSeconds', { minutes, seconds }) : say('seconds', { seconds });
  return say('record', { percent: completionPercent, duration });
}

/** One seller: how reliable, at what price, how much. What cannot be taken says why instead of offering the button. */
export function OfferCard({ offer, onLock }: { offer: Offer; onLock: () => void }) {
  const say = useWords(marketWords);
  const nameId = useId();
  const { owner, obstacle } = offer;
  return (
    <Card className={cx(styles.offer, obstacle !== null && styles.closed)}>
      <div className={styles.owner}>
        <Avatar name={owner.nick} />
        <div className={styles.ownerText}>
          <h2 id={nameId} className={styles.nick}>
            {owner.nick} <LevelBadge level={owner.level} />
          </h2>
          <p className={styles.note}>{recordOf(owner, say)}</p>
          {owner.tradedWithYou > 0 && (
            <p className={styles.note}>{say('traded', { count: owner.tradedWithYou })}</p>
          )}
        </div>
        <p className={styles.price}>
          <span className="visually-hidden">{say('price')} NT$ </span>
          {formatPrice(offer.price)}
        </p>
      </div>
      <div className={styles.terms}>
        <div className={styles.limits}>
          <p>
            <span className={styles.note}>{say('canBuy')}</span>{' '}
            <strong className={styles.range}>
              {formatMoney(offer.minQuantity)}–{formatMoney(offer.maxQuantity)}
            </strong>
          </p>
          <p>
            {offer.payMethods.map((method) => (
              <Pill key={method}>{say(`pay.${method}`)}</Pill>
            ))}
          </p>
        </div>
        <Action offer={offer} nameId={nameId} onLock={onLock} />
      </div>
    </Card>
  );
}

/** What can be done with the offer, or why nothing can. */
function Action({ offer, nameId, onLock }: { offer: Offer; nameId: string; onLock: () => void }) {
  const say = useWords(marketWords);
  const { obstacle, ownOrderId } = offer;
  if (obstacle === null)
    return (
      <Button onClick={onLock} aria-describedby={nameId}>
        {say('lock')}
      </Button>
    );
  if (obstacle === 'own-order' && ownOrderId !== null)
    return (
      <Link
        to={screenAddress('/front-end-order', { orderId: ownOrderId })}
        className={buttonClass({ look: 'quiet' })}
        aria-describedby={nameId}
      >
        {say('toOrder')}
      </Link>
    );
  return <p className={styles.obstacle}>{say(`obstacle.${obstacle}`)}</p>;
}
