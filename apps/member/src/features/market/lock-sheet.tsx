import type { Offer } from '@holdfast/contract/calls';
import { COIN_SCALE } from '@holdfast/kernel';
import { Button, Card, Fact, Facts, Field, formatMoney, MoneyText, Sheet } from '@holdfast/ui';
import { useRefresh } from '@holdfast/client/queries';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { cleanNumber, toTyped } from '#components/typed-number.rules.ts';
import { findNextBest, quoteLock } from './quote.rules.ts';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';

/** The ways to be too late or out of range: said here, with what one can do instead. */
const LOST = [
  'LISTING_BUSY',
  'LISTING_NOT_OPEN',
  'LISTING_NOT_FOUND',
  'LISTING_CHANGED',
  'LISTING_REMAINING_TOO_SMALL',
] as const;
const REFUSED = ['AMOUNT_OUT_OF_LIMITS', 'LOCK_CAP_REACHED', 'LISTING_OWN', 'RATE_LIMITED'] as const;

interface LockSheetProps {
  offer: Offer;
  wanted: string;
  offers: readonly Offer[];
  onInstead: (offer: Offer, quantity: string) => void;
  onClose: () => void;
}

/** The last look before a lock: how much, what to pay, what arrives, until when. */
export function LockSheet({ offer, wanted, offers, onInstead, onClose }: LockSheetProps) {
  const say = useWords(marketWords);
  const errorText = useErrorText();
  const { coin, minQuantity, maxQuantity, owner } = offer;
  const [quantity, setQuantity] = useDraft(
    `lock ${offer.listingId}`,
    wanted === '' ? toTyped(minQuantity) : wanted,
  );
  const quoted = quoteLock(offer, quantity);
  const lock = usePinLock(offer, quantity);
  if (lock.error && LOST.some((name) => name === lock.error?.code))
    return (
      <Lost
        reason={errorText(lock.error)}
        next={findNextBest(offers, offer.listingId, quantity)}
        onInstead={(next) => onInstead(next, quantity)}
        onClose={onClose}
      />
    );
  const range = { min: formatMoney(minQuantity), max: formatMoney(maxQuantity) };
  return (
    <Sheet
      title={say('lockTitle', { nick: owner.nick })}
      onClose={lock.isBusy ? undefined : onClose}
      foot={
        <Button block large disabled={!quoted.ok} busy={lock.isBusy} onClick={() => void lock.run()}>
          {say('confirm')}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <Field
          big
          label={say('quantity')}
          unit={coin}
          inputMode="decimal"
          autoComplete="off"
          value={quantity}
          onChange={(event) => setQuantity(cleanNumber(coin, event.target.value))}
          hint={say('range', { ...range, coin })}
          error={
            quoted.ok
              ? lock.error && errorText(lock.error)
              : say(`wrong.${quoted.fault}`, { ...range, decimals: COIN_SCALE[coin] })
          }
        />
        <Card>
          <Facts sums>
            <Fact name={say('youPay')}>
              NT$ <MoneyText size="title" value={quoted.ok ? quoted.quote.payTwd.toString() : undefined} />
            </Fact>
            <Fact name={say('fee')}>
              <MoneyText value={quoted.ok ? quoted.quote.fee : undefined} unit={coin} trim />
            </Fact>
            <Fact name={say('youGet')}>
              <MoneyText
                value={quoted.ok ? quoted.quote.receives : undefined}
                unit={coin}
                trim
                className={styles.gain}
              />
            </Fact>
          </Facts>
        </Card>
        <p className={styles.note}>{say('payWithin', { count: offer.payWindowMinutes })}</p>
        <p className={styles.note}>{say('held')}</p>
      </div>
    </Sheet>
  );
}

function usePinLock(offer: Offer, quantity: string) {
  const { callApi } = useServices();
  const router = useRouter();
  const refresh = useRefresh();
  return useAction(
    async () => {
      const input = { listingId: offer.listingId, version: String(offer.version), quantity };
      try {
        const { order } = await callApi('/order/lock', { input });
        router.go(screenAddress('/front-end-order', { type: 'orderLock', orderId: order.orderId }));
      } finally {
        // Taken or lost, the market is not what this screen shows any more.
        refresh('/listing/market', '/api/v1/members/orders-in-progress/{account}', '/order/list');
      }
    },
    { shows: [...LOST, ...REFUSED] },
  );
}

/** Somebody was faster. It says so kindly, and offers the next seller for the same quantity. */
function Lost({
  reason,
  next,
  onInstead,
  onClose,
}: {
  reason: string;
  next: ReturnType<typeof findNextBest>;
  onInstead: (offer: Offer) => void;
  onClose: () => void;
}) {
  const say = useWords(marketWords);
  return (
    <Sheet
      title={say('lostTitle')}
      onClose={onClose}
      foot={
        <>
          {next && (
            <Button block large onClick={() => onInstead(next.offer)}>
              {say('nextBest', {
                nick: next.offer.owner.nick,
                pay: formatMoney(next.quote.payTwd.toString()),
              })}
            </Button>
          )}
          <Button look={next ? 'quiet' : 'primary'} block onClick={onClose}>
            {say('look')}
          </Button>
        </>
      }
    >
      <p role="alert">{say('lostText', { reason })}</p>
    </Sheet>
  );
}
