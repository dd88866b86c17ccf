import type { Offer } from '@holdfast/contract/calls';
import { COIN_SCALE, type AppError } from '@holdfast/kernel';
import {
  AmountField,
  Button,
  buttonClass,
  formatMoney,
  formatPrice,
  Notice,
  Sheet,
  Skeleton,
  toTyped,
} from '@holdfast/ui';
import { useState } from 'react';
import { useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useHoursText } from '#components/trading-hours.ts';
import styles from './market.module.css';
import { RemarkNote } from '#components/remark-note.tsx';
import { useNextBest } from './market.query.ts';
import { marketWords } from './market.words.ts';
import { priceWords } from './price.words.ts';
import { quoteLock, type Quoted } from './quote.rules.ts';

/** What the sheets of both sides share: the quantity, and the ways in which a lock is lost. */

/** The ways to be too late or out of range: said here, with what one can do instead. */
export const LOST = [
  'LISTING_BUSY',
  'LISTING_NOT_OPEN',
  'LISTING_OUT_OF_HOURS',
  'LISTING_NOT_PAYABLE',
  'LISTING_NOT_FOUND',
  'LISTING_LINK_ENDED',
  'LISTING_CHANGED',
  'LISTING_FEE_ROSE',
  'LISTING_REMAINING_TOO_SMALL',
] as const;
/** What the loss is called where it is not that the offer has become another one. */
const LOST_TITLES = new Map<string, 'lostTitle' | 'restsTitle' | 'linkTitle'>([
  ['LISTING_BUSY', 'lostTitle'],
  ['LISTING_REMAINING_TOO_SMALL', 'lostTitle'],
  ['LISTING_OUT_OF_HOURS', 'restsTitle'],
  ['LISTING_LINK_ENDED', 'linkTitle'],
]);
export const REFUSED = [
  'AMOUNT_OUT_OF_LIMITS',
  'AMOUNT_BELOW_FEE',
  'AMOUNT_LEAVES_TOO_LITTLE',
  'LOCK_CAP_REACHED',
  'DAILY_LIMIT_BUY',
  'DAILY_LIMIT_SELL',
  'LISTING_OWNER_LIMIT',
  'LISTING_OWN',
  'LISTING_OWN_ORDER',
  'RATE_LIMITED',
] as const;
/** What is wrong is not the quantity: the same again may pass in a moment, or another way of paying has to be chosen. */
export const NOT_OF_QUANTITY = ['LISTING_CROWDED', 'OVERLOADED', 'PAY_METHOD_NOT_OFFERED'] as const;

export const isLost = ({ code }: AppError) => LOST.some((name) => name === code);

interface QuantityFieldProps {
  offer: Offer;
  quantity: string;
  quoted: Quoted;
  onChange: (quantity: string) => void;
  wasTried: boolean;
  refusal: string | undefined;
}

/** What the owner of an offer says, and how much of it is taken. */
export function QuantityField({ offer, quantity, quoted, onChange, wasTried, refusal }: QuantityFieldProps) {
  const say = useWords(marketWords);
  const [isTyping, setTyping] = useState(false);
  const { side, coin, minQuantity, maxQuantity } = offer;
  const [min, max] = [formatMoney(minQuantity), formatMoney(maxQuantity)];
  // Too much is said at once; too little may be on its way to enough.
  const isTold =
    !quoted.ok &&
    {
      above: true,
      below: wasTried || (!isTyping && quantity !== ''),
      belowFee: wasTried || (!isTyping && quantity !== ''),
      empty: wasTried,
    }[quoted.fault];
  return (
    <>
      {offer.remark !== null && <RemarkNote text={offer.remark} />}
      <AmountField
        big
        label={say(`quantity.${side}`)}
        unit={coin}
        decimals={COIN_SCALE[coin]}
        value={quantity}
        onChange={onChange}
        onTyping={setTyping}
        hint={say(`range.${side}`, { min, max, coin })}
        quick={
          minQuantity === maxQuantity
            ? [{ label: say('whole'), value: toTyped(maxQuantity) }]
            : [
                { label: say('least'), value: toTyped(minQuantity) },
                { label: say('most'), value: toTyped(maxQuantity) },
              ]
        }
        error={
          isTold
            ? say(quoted.fault === 'empty' ? `wrong.empty.${side}` : `wrong.${quoted.fault}`, {
                min,
                max,
                coin,
              })
            : refusal
        }
      />
    </>
  );
}

/** Its price lies far from the reference. It is said and hinders nothing. */
export function DeviationNote({ offer: { deviation, side } }: { offer: Offer }) {
  const say = useWords(priceWords);
  if (!deviation) return null;
  const { direction, percent, reference } = deviation;
  return (
    <Notice tone="held">{say(`${direction}.${side}`, { percent, reference: formatPrice(reference) })}</Notice>
  );
}

/** Until when the owner takes orders, where the offer says so. */
export function HoursNote({ offer: { hours } }: { offer: Offer }) {
  const say = useWords(marketWords);
  const hoursText = useHoursText();
  return hours && <p className={styles.note}>{say('hours', { hours: hoursText(hours) })}</p>;
}

/** Where the limit stands that refused. */
export function OwnLimitLink({ error }: { error: AppError | undefined }) {
  const say = useWords(marketWords);
  const panelAddress = usePanelAddress();
  if (error?.code !== 'DAILY_LIMIT_BUY' && error?.code !== 'DAILY_LIMIT_SELL') return null;
  return (
    <Link className={buttonClass({ look: 'text', block: true })} to={panelAddress('limits')}>
      {say('toLimits')}
    </Link>
  );
}

/** The listing is busy with the viewer's own order: the market on the screen was older than that order. */
export function OwnOrder({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const say = useWords(marketWords);
  return (
    <Sheet
      title={say('ownOrderTitle')}
      onClose={onClose}
      foot={
        <Link
          to={screenAddress('/front-end-order', { orderId })}
          className={buttonClass({ block: true, large: true })}
        >
          {say('toOrder')}
        </Link>
      }
    >
      <p role="alert">{say('ownOrderText')}</p>
    </Sheet>
  );
}

interface LostProps {
  offer: Offer;
  error: AppError;
  quantity: string;
  onInstead: (offer: Offer, quantity: string) => void;
  onClose: () => void;
}

/** Somebody was faster, or the offer is another one. It says so kindly, and offers the next best for the same quantity, as the server knows it now. */
export function Lost({ offer, error, quantity, onInstead, onClose }: LostProps) {
  const say = useWords(marketWords);
  const errorText = useErrorText();
  const best = useNextBest(offer, quantity);
  const next = best.data?.offer;
  const quoted = next && quoteLock(next, quantity);
  return (
    <Sheet
      title={say(LOST_TITLES.get(error.code) ?? 'changedTitle')}
      onClose={onClose}
      foot={
        <>
          {best.isPending && <Skeleton height="48px" />}
          {next && quoted?.ok === true && (
            <Button block large onClick={() => onInstead(next, quantity)}>
              {say(`nextBest.${next.side}`, {
                nick: next.owner.nick,
                pay: formatMoney(quoted.quote.payTwd.toString()),
              })}
            </Button>
          )}
          <Button look={next ? 'quiet' : 'primary'} block onClick={onClose}>
            {say(`look.${offer.side}`)}
          </Button>
        </>
      }
    >
      <p role="alert">{say('lostText', { reason: errorText(error) })}</p>
    </Sheet>
  );
}
