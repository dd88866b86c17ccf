import type { Offer } from '@holdfast/contract/calls';
import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import {
  Button,
  buttonClass,
  Card,
  Chips,
  Fact,
  Facts,
  MoneyText,
  Notice,
  Sheet,
  Skeleton,
} from '@holdfast/ui';
import { useId, type FormEvent } from 'react';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useRefresh } from '@holdfast/client/queries';
import { recordOf, text } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { BALANCE_READS } from '#state/live-topics.ts';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { HeldNote } from '#components/held-note.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useServices } from '#state/services.tsx';
import { useBankName } from '#components/bank.tsx';
import { usablePlaces } from '#components/own-places.rules.ts';
import { PLACE_READS, useMyCards, useMyPayAccounts } from '#components/own-places.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import {
  DeviationNote,
  HoursNote,
  isLost,
  LOST,
  Lost,
  OwnLimitLink,
  OwnOrder,
  QuantityField,
  REFUSED,
} from './lock-parts.tsx';
import type { LockSheetProps } from './lock-sheet.tsx';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';
import { quoteLock, type Quoted } from './quote.rules.ts';

/** What is wrong is not the quantity: where the seller is paid, what they have, or the crowd. */
const NOT_OF_QUANTITY = [
  'BANK_CARD_REQUIRED',
  'BANK_CARD_NOT_APPROVED',
  'BANK_CARD_COOLING',
  'PAY_ACCOUNT_NOT_FOUND',
  'PAY_ACCOUNT_NOT_APPROVED',
  'PAY_ACCOUNT_COOLING',
  'PAY_METHOD_NOT_OFFERED',
  'LISTING_CROWDED',
  'OVERLOADED',
] as const;

/** The last look before selling to a buyer: how much, what arrives, and where. */
export function SellSheet({ offer, wanted, methods, link, onInstead, onLocked, onClose }: LockSheetProps) {
  const say = useWords(marketWords);
  const errorText = useErrorText();
  const formId = useId();
  const { typed, put, forget } = useTyped(offer, wanted);
  const { form, wasTried, noteTry } = useFaultFocus();
  const places = useOwnPlaces(offer);
  const place =
    places.usable?.find(({ key }) => key === typed.place) ??
    places.usable?.find(({ method }) => methods.includes(method)) ??
    places.usable?.[0];
  const quoted = quoteLock(offer, typed.quantity);
  const lock = useSell(offer, { quantity: typed.quantity, place, link }, () => {
    forget();
    onLocked();
  });
  const anew = (change: Partial<Typed>) => {
    lock.forgetError();
    put(change);
  };
  if (lock.error && isLost(lock.error))
    return (
      <Lost
        offer={offer}
        error={lock.error}
        quantity={typed.quantity}
        onInstead={onInstead}
        onClose={onClose}
      />
    );
  if (lock.error?.code === 'LISTING_OWN_ORDER')
    return <OwnOrder orderId={String(lock.error.data['orderId'])} onClose={onClose} />;
  const isOther = NOT_OF_QUANTITY.some((name) => name === lock.error?.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (quoted.ok && place) void lock.run();
  };
  return (
    <Sheet
      title={say('sellTitleTo', { nick: offer.owner.nick })}
      onClose={lock.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={lock.isBusy}>
          {say(offer.asksFirst ? 'confirmAsk' : 'confirmSell')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={styles.sheet} onSubmit={submit} noValidate>
        <QuantityField
          offer={offer}
          quantity={typed.quantity}
          quoted={quoted}
          onChange={(quantity) => anew({ quantity })}
          wasTried={wasTried}
          refusal={lock.error && !isOther ? errorText(lock.error) : undefined}
        />
        <OwnLimitLink error={lock.error} />
        <PlaceChoice places={places} chosen={place?.key} onChange={(key) => anew({ place: key })} />
        <Sums offer={offer} quoted={quoted} />
        {offer.asksFirst && <Notice tone="neutral">{say('asksFirstTextBuy')}</Notice>}
        <p className={styles.note}>
          {say('heldOfYours', { coin: offer.coin, count: offer.payWindowMinutes })}
        </p>
        <HoursNote offer={offer} />
        <Refusal error={isOther ? lock.error : undefined} />
      </form>
    </Sheet>
  );
}

interface OwnPlace {
  readonly key: string;
  readonly method: PayMethod;
  readonly label: string;
  readonly input: { readonly cardId: string } | { readonly payAccountId: string };
}

/** The own places on which the buyer can pay; undefined while they are not known. */
function useOwnPlaces({ payMethods }: Offer) {
  const bankName = useBankName();
  const methodName = usePayMethodName();
  const [cards, accounts] = [useMyCards(), useMyPayAccounts()];
  if (!cards.data || (!accounts.data && !accounts.isError)) return { read: cards, usable: undefined };
  const all: OwnPlace[] = [
    ...usablePlaces(cards.data.cards).map(({ id, bankCode, accountMasked }) => ({
      key: `card ${id}`,
      method: 'bank' as const,
      label: `${bankName(bankCode)} ${accountMasked}`,
      input: { cardId: id },
    })),
    ...usablePlaces(accounts.data?.payAccounts ?? []).map(({ id, app, targetMasked }) => ({
      key: `account ${id}`,
      method: app,
      label: `${methodName(app)} ${targetMasked}`,
      input: { payAccountId: id },
    })),
  ];
  const usable = PAY_METHODS.filter((method) => payMethods.includes(method)).flatMap((method) =>
    all.filter((place) => place.method === method),
  );
  return { read: cards, usable };
}

/** Where the payment is to arrive. Without a place on which this buyer can pay it leads to adding one. */
function PlaceChoice({
  places: { read, usable },
  chosen,
  onChange,
}: {
  places: ReturnType<typeof useOwnPlaces>;
  chosen: string | undefined;
  onChange: (key: string) => void;
}) {
  const say = useWords(marketWords);
  const panelAddress = usePanelAddress();
  if (!usable) return read.isError ? <ReadFailed read={read} /> : <Skeleton height="72px" />;
  return (
    <div className={styles.payBy}>
      <p className={styles.note}>{say('paidOn')}</p>
      {usable.length === 0 ? (
        <>
          <p role="alert">{say('noPlace')}</p>
          <Link to={panelAddress('bank-cards')} className={buttonClass({ look: 'quiet' })}>
            {say('addPlace')}
          </Link>
        </>
      ) : (
        <Chips
          label={say('paidOn')}
          value={chosen ?? ''}
          onChange={onChange}
          options={usable.map(({ key, label }) => ({ value: key, label }))}
        />
      )}
    </div>
  );
}

function Sums({ offer, quoted }: { offer: Offer; quoted: Quoted }) {
  const say = useWords(marketWords);
  const { coin } = offer;
  const quote = quoted.ok ? quoted.quote : undefined;
  return (
    <>
      <Card>
        <Facts sums>
          <Fact name={say('youReceive')}>
            NT$ <MoneyText size="title" value={quote?.payTwd.toString()} isQuote className={styles.gain} />
          </Fact>
          <Fact name={say('leavesYou')}>
            <MoneyText value={quote?.quantity} isQuote unit={coin} trim />
          </Fact>
        </Facts>
        <p className={styles.note}>{say('feeIsTheBuyers')}</p>
        <HeldNote coin={coin} className={styles.note} />
      </Card>
      <DeviationNote offer={offer} />
    </>
  );
}

interface Typed {
  readonly wanted: string;
  readonly quantity: string;
  /** Chosen by hand; '': what is proposed. */
  readonly place: string;
}

const readTyped = recordOf<Typed>({ wanted: text, quantity: text, place: text });

/** What is typed into the sheet of an offer: it begins with what was wanted in the market, and anew when that has changed. */
function useTyped({ listingId }: Offer, wanted: string) {
  const [kept, setKept, forget] = useFormDraft<Typed>(`sell ${listingId}`, {
    read: readTyped,
    initial: { wanted, quantity: wanted, place: '' },
  });
  const typed = kept.wanted === wanted ? kept : { ...kept, wanted, quantity: wanted };
  return { typed, put: (change: Partial<Typed>) => setKept({ ...typed, ...change }), forget };
}

function useSell(
  { listingId, version }: Offer,
  { quantity, place, link }: { quantity: string; place: OwnPlace | undefined; link: string | undefined },
  onLocked: () => void,
) {
  const { callApi } = useServices();
  const router = useRouter();
  const refresh = useRefresh();
  return useAction(
    async () => {
      const input = {
        listingId,
        version: String(version),
        quantity,
        ...place?.input,
        ...(link !== undefined && { link }),
      };
      try {
        const { order } = await callApi('/order/lock', { input });
        onLocked();
        router.go(screenAddress('/front-end-order', { type: 'orderLock', orderId: order.orderId }));
      } finally {
        // Taken or lost, neither market nor balance nor the own places are surely what this screen shows.
        refresh(
          '/listing/market',
          '/listing/link/open',
          '/api/v1/members/orders-in-progress/{account}',
          '/order/list',
          ...BALANCE_READS,
          ...PLACE_READS,
        );
      }
    },
    { shows: [...LOST, ...REFUSED, ...NOT_OF_QUANTITY, 'BALANCE_INSUFFICIENT', 'PARAMETERS_INVALID'] },
  );
}
