import type { Offer } from '@holdfast/contract/calls';
import { COIN_SCALE } from '@holdfast/kernel';
import {
  AmountField,
  Button,
  buttonClass,
  Card,
  Fact,
  Facts,
  formatMoney,
  MoneyText,
  Sheet,
  toTyped,
} from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { recordOf, text } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { findNextBest, quoteLock, type Quoted } from './quote.rules.ts';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';

/** The ways to be too late or out of range: said here, with what one can do instead. */
const LOST = [
  'LISTING_BUSY',
  'LISTING_NOT_OPEN',
  'LISTING_NOT_PAYABLE',
  'LISTING_NOT_FOUND',
  'LISTING_CHANGED',
  'LISTING_REMAINING_TOO_SMALL',
] as const;
const REFUSED = [
  'AMOUNT_OUT_OF_LIMITS',
  'AMOUNT_BELOW_FEE',
  'AMOUNT_LEAVES_TOO_LITTLE',
  'LOCK_CAP_REACHED',
  'LISTING_OWN',
  'LISTING_OWN_ORDER',
  'RATE_LIMITED',
] as const;
/** Says nothing of this lock: the same again may pass, in a moment. */
const CROWDED = ['LISTING_CROWDED', 'OVERLOADED'] as const;

interface LockSheetProps {
  offer: Offer;
  wanted: string;
  offers: readonly Offer[];
  onInstead: (offer: Offer, quantity: string) => void;
  onLocked: () => void;
  onClose: () => void;
}

/** The last look before a lock: how much, what to pay, what arrives, until when. */
export function LockSheet({ offer, wanted, offers, onInstead, onLocked, onClose }: LockSheetProps) {
  const say = useWords(marketWords);
  const errorText = useErrorText();
  const formId = useId();
  const { owner } = offer;
  const [quantity, setQuantity, forgetQuantity] = useQuantity(offer, wanted);
  const [wasTried, setTried] = useState(false);
  const quoted = quoteLock(offer, quantity);
  const lock = useLock(offer, quantity, () => {
    forgetQuantity();
    onLocked();
  });
  if (lock.error && LOST.some((name) => name === lock.error?.code))
    return (
      <Lost
        reason={errorText(lock.error)}
        next={findNextBest(offers, offer.listingId, quantity)}
        onInstead={(next) => onInstead(next, quantity)}
        onClose={onClose}
      />
    );
  if (lock.error?.code === 'LISTING_OWN_ORDER')
    return <OwnOrder orderId={String(lock.error.data['orderId'])} onClose={onClose} />;
  const isCrowded = CROWDED.some((name) => name === lock.error?.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (quoted.ok) void lock.run();
  };
  return (
    <Sheet
      title={say('lockTitle', { nick: owner.nick })}
      onClose={lock.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={lock.isBusy}>
          {say('confirm')}
        </Button>
      }
    >
      <form id={formId} className={styles.sheet} onSubmit={submit} noValidate>
        <QuantityField
          offer={offer}
          quantity={quantity}
          quoted={quoted}
          onChange={(next) => {
            lock.forgetError();
            setQuantity(next);
          }}
          wasTried={wasTried}
          refusal={lock.error && !isCrowded ? errorText(lock.error) : undefined}
        />
        <Sums offer={offer} quoted={quoted} />
        <p className={styles.note}>{say('payWithin', { count: offer.payWindowMinutes })}</p>
        <p className={styles.note}>{say('held', { coin: offer.coin })}</p>
        <Refusal error={isCrowded ? lock.error : undefined} />
      </form>
    </Sheet>
  );
}

interface QuantityFieldProps {
  offer: Offer;
  quantity: string;
  quoted: Quoted;
  onChange: (quantity: string) => void;
  wasTried: boolean;
  refusal: string | undefined;
}

function QuantityField({ offer, quantity, quoted, onChange, wasTried, refusal }: QuantityFieldProps) {
  const say = useWords(marketWords);
  const [isTyping, setTyping] = useState(false);
  const { coin, minQuantity, maxQuantity } = offer;
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
    <AmountField
      big
      label={say('quantity')}
      unit={coin}
      decimals={COIN_SCALE[coin]}
      value={quantity}
      onChange={onChange}
      onTyping={setTyping}
      hint={say('range', { min, max, coin })}
      quick={
        minQuantity === maxQuantity
          ? [{ label: say('whole'), value: toTyped(maxQuantity) }]
          : [
              { label: say('least'), value: toTyped(minQuantity) },
              { label: say('most'), value: toTyped(maxQuantity) },
            ]
      }
      error={isTold ? say(`wrong.${quoted.fault}`, { min, max, coin }) : refusal}
    />
  );
}

function Sums({ offer: { coin }, quoted }: { offer: Offer; quoted: Quoted }) {
  const say = useWords(marketWords);
  const quote = quoted.ok ? quoted.quote : undefined;
  return (
    <Card>
      <Facts sums>
        <Fact name={say('youPay')}>
          NT$ <MoneyText size="title" value={quote?.payTwd.toString()} />
        </Fact>
        <Fact name={say('fee')}>
          <MoneyText value={quote?.fee} unit={coin} trim />
        </Fact>
        <Fact name={say('youGet')}>
          <MoneyText value={quote?.receives} unit={coin} trim className={styles.gain} />
        </Fact>
      </Facts>
    </Card>
  );
}

const readTyped = recordOf<{ wanted: string; quantity: string }>({ wanted: text, quantity: text });

/** What is typed into the sheet of an offer. It begins with what was wanted in the market, and begins anew when that has changed. */
function useQuantity({ listingId }: Offer, wanted: string) {
  const [typed, setTyped, forget] = useFormDraft(`lock ${listingId}`, {
    read: readTyped,
    initial: { wanted, quantity: wanted },
  });
  const quantity = typed.wanted === wanted ? typed.quantity : wanted;
  return [quantity, (next: string) => setTyped({ wanted, quantity: next }), forget] as const;
}

function useLock(offer: Offer, quantity: string, onLocked: () => void) {
  const { callApi } = useServices();
  const router = useRouter();
  const refresh = useRefresh();
  return useAction(
    async () => {
      const input = { listingId: offer.listingId, version: String(offer.version), quantity };
      try {
        const { order } = await callApi('/order/lock', { input });
        onLocked();
        router.go(screenAddress('/front-end-order', { type: 'orderLock', orderId: order.orderId }));
      } finally {
        // Taken or lost, the market is not what this screen shows any more.
        refresh('/listing/market', '/api/v1/members/orders-in-progress/{account}', '/order/list');
      }
    },
    { shows: [...LOST, ...REFUSED, ...CROWDED] },
  );
}

/** The listing is busy with the viewer's own order: the market on the screen was older than that order. */
function OwnOrder({ orderId, onClose }: { orderId: string; onClose: () => void }) {
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
