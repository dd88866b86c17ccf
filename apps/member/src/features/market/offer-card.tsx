import type { Offer } from '@holdfast/contract/calls';
import { Button, buttonClass, Card, cx, formatMoney, formatPrice, LevelBadge, Pill } from '@holdfast/ui';
import { useId, useState } from 'react';
import { useTypeset, useWords, type Say } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import { RelationSheet } from '#components/relation-sheet.tsx';
import { PresenceText } from '#components/presence.tsx';
import { MemberAvatar } from '#components/member-avatar.tsx';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';
import { priceWords } from './price.words.ts';

type SayMarket = Say<(typeof marketWords)['zh-TW']>;

/** What is known of the owner, in parts that stay on one line each. */
function recordOf(
  { side, owner: { finished, completionPercent, releaseSeconds } }: Offer,
  say: SayMarket,
): string[] {
  if (completionPercent === null)
    return [finished === 0 ? say(`newcomer.${side}`) : say('few', { count: finished })];
  const completed = say('completed', { percent: completionPercent });
  if (side === 'buy' || releaseSeconds === null) return [completed];
  const minutes = Math.floor(releaseSeconds / 60);
  const seconds = releaseSeconds % 60;
  const duration = minutes > 0 ? say('minutesSeconds', { minutes, seconds }) : say('seconds', { seconds });
  return [completed, say('releases', { duration })];
}

function quantityRange({ minQuantity, maxQuantity, coin }: Offer): string {
  const [min, max] = [formatMoney(minQuantity), formatMoney(maxQuantity)];
  return min === max ? `${max} ${coin}` : `${min}–${max} ${coin}`;
}

interface OfferCardProps {
  offer: Offer;
  /** As many as the other prices in the list have, so that they can be compared at a glance. */
  priceDecimals: number;
  onLock: () => void;
}

/** One seller or buyer: how reliable, at what price, how much. What cannot be taken says why instead of offering the button. */
export function OfferCard({ offer, priceDecimals, onLock }: OfferCardProps) {
  const say = useWords(marketWords);
  const sayPrice = useWords(priceWords);
  const methodName = usePayMethodName();
  const typeset = useTypeset();
  const nameId = useId();
  const [isOpen, setOpen] = useState(false);
  const { owner, obstacle } = offer;
  return (
    <Card className={cx(styles.offer, obstacle !== null && styles.closed)}>
      <div className={styles.owner}>
        <MemberAvatar nick={owner.nick} fileId={owner.avatarFileId} />
        <div className={styles.ownerText}>
          <div className={styles.ownerHead}>
            <h2 id={nameId} className={styles.nick}>
              {owner.nick} <LevelBadge level={owner.level} />
            </h2>
            <p className={styles.price}>
              <span className="visually-hidden">{say('price')} </span>
              <span className={styles.currency}>NT$</span> {formatPrice(offer.price, priceDecimals)}
            </p>
          </div>
          <p className={cx(styles.note, styles.record)}>
            {obstacle !== 'own' && <PresenceText presence={owner.presence} />}{' '}
            {recordOf(offer, say).map((part) => (
              <span key={part}>{part} </span>
            ))}
          </p>
          {owner.tradedWithYou > 0 && (
            <p className={styles.note}>{say('traded', { count: owner.tradedWithYou })}</p>
          )}
        </div>
      </div>
      <div className={styles.terms}>
        <div className={styles.limits}>
          <p>
            <span className={styles.note}>{say(`perOrder.${offer.side}`)}</span>{' '}
            <strong className={styles.range}>{typeset(quantityRange(offer))}</strong>
          </p>
          <p className={styles.methods}>
            {offer.deviation && <Pill>{sayPrice(offer.deviation.direction, offer.deviation)}</Pill>}
            {offer.asksFirst && <Pill>{say(`asksFirst.${offer.side}`)}</Pill>}
            {offer.payMethods.map((method) => (
              <Pill key={method}>{methodName(method)}</Pill>
            ))}
          </p>
        </div>
        <Action offer={offer} nameId={nameId} onLock={onLock} />
      </div>
      {obstacle !== 'own' && (
        <Button look="text" aria-describedby={nameId} onClick={() => setOpen(true)}>
          {say(owner.isFavourite ? 'moreFavourite' : 'more')}
        </Button>
      )}
      {isOpen && (
        <RelationSheet
          other={owner}
          isFavourite={owner.isFavourite}
          remark={offer.remark}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

/** What can be done with the offer, or why nothing can. */
function Action({ offer, nameId, onLock }: { offer: Offer; nameId: string; onLock: () => void }) {
  const say = useWords(marketWords);
  const { side, obstacle, ownOrderId, conditions, unmet } = offer;
  if (obstacle === null)
    return (
      <Button onClick={onLock} aria-describedby={nameId}>
        {say(side === 'buy' ? 'sellToThem' : 'lock')}
      </Button>
    );
  return (
    <div className={styles.obstacle}>
      <p>{say(obstacle === 'conditions' ? `obstacle.conditions.${side}` : `obstacle.${obstacle}`)}</p>
      {obstacle === 'conditions' && (
        <ul className={styles.note}>
          {unmet.map((name) => (
            <li key={name}>{say(`unmet.${name}`, { count: conditions[name] })}</li>
          ))}
        </ul>
      )}
      {ownOrderId !== null && (
        <Link
          to={screenAddress('/front-end-order', { orderId: ownOrderId })}
          className={buttonClass({ look: 'quiet' })}
          aria-describedby={nameId}
        >
          {say('toOrder')}
        </Link>
      )}
    </div>
  );
}
