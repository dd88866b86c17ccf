import type { Offer } from '@holdfast/contract/calls';
import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import { AppError, formatPercent } from '@holdfast/kernel';
import { Button, Card, Chips, Fact, Facts, MoneyText, Notice, Sheet } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction, useErrorText } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { listOf, oneOf, recordOf, text, withDefault } from '@holdfast/client/storage';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { FeeChange } from '#components/fee-change.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import {
  DeviationNote,
  HoursNote,
  isLost,
  LOST,
  Lost,
  NOT_OF_QUANTITY,
  OwnLimitLink,
  OwnOrder,
  QuantityField,
  REFUSED,
} from './lock-parts.tsx';
import { quoteLock, type Quoted } from './quote.rules.ts';
import styles from './market.module.css';
import { marketWords } from './market.words.ts';

export interface LockSheetProps {
  offer: Offer;
  wanted: string;
  /** By which the viewer looked for offers: of those the first is proposed. */
  methods: readonly PayMethod[];
  /** By which it was opened, where it is shared. */
  link: string | undefined;
  onInstead: (offer: Offer, quantity: string) => void;
  onLocked: () => void;
  onClose: () => void;
}

/** The last look before a lock: how much, what to pay, what arrives, until when. */
export function LockSheet({ offer, wanted, methods, link, onInstead, onLocked, onClose }: LockSheetProps) {
  const say = useWords(marketWords);
  const errorText = useErrorText();
  const formId = useId();
  const { quantity, setQuantity, payMethod, options, setMethod, keepMethods, forget } = useTyped(offer, {
    wanted,
    methods,
  });
  const { form, wasTried, noteTry } = useFaultFocus();
  const quoted = quoteLock(offer, quantity);
  const lock = useLock(offer, {
    quantity,
    payMethod,
    link,
    keepMethods,
    onLocked: () => {
      forget();
      onLocked();
    },
  });
  const anew = (change: () => void) => {
    lock.forgetError();
    change();
  };
  if (lock.error && isLost(lock.error))
    return (
      <Lost offer={offer} error={lock.error} quantity={quantity} onInstead={onInstead} onClose={onClose} />
    );
  if (lock.error?.code === 'LISTING_OWN_ORDER')
    return <OwnOrder orderId={String(lock.error.data['orderId'])} onClose={onClose} />;
  const isOther = NOT_OF_QUANTITY.some((name) => name === lock.error?.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (quoted.ok) void lock.run();
  };
  return (
    <Sheet
      title={say('lockTitle', { nick: offer.owner.nick })}
      onClose={lock.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={lock.isBusy}>
          {say(offer.asksFirst ? 'confirmAsk' : 'confirm')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={styles.sheet} onSubmit={submit} noValidate>
        <QuantityField
          offer={offer}
          quantity={quantity}
          quoted={quoted}
          onChange={(next) => anew(() => setQuantity(next))}
          wasTried={wasTried}
          refusal={lock.error && !isOther ? errorText(lock.error) : undefined}
        />
        <OwnLimitLink error={lock.error} />
        <MethodChoice options={options} value={payMethod} onChange={(next) => anew(() => setMethod(next))} />
        <Sums offer={offer} quoted={quoted} />
        <DeviationNote offer={offer} />
        <FeeChange className={styles.note} />
        <PayWithin offer={offer} payMethod={payMethod} />
        <HoursNote offer={offer} />
        {offer.asksFirst && <Notice tone="neutral">{say('asksFirstText')}</Notice>}
        <p className={styles.note}>{say('held', { coin: offer.coin })}</p>
        <Refusal error={isOther ? lock.error : undefined} />
      </form>
    </Sheet>
  );
}

/** By what to pay, where there is something to choose. */
function MethodChoice({
  options,
  value,
  onChange,
}: {
  options: readonly PayMethod[];
  value: PayMethod | undefined;
  onChange: (method: string) => void;
}) {
  const say = useWords(marketWords);
  const methodName = usePayMethodName();
  if (options.length < 2) return null;
  return (
    <div className={styles.payBy}>
      <p className={styles.note}>{say('payBy')}</p>
      <Chips
        label={say('payBy')}
        value={value ?? ''}
        onChange={onChange}
        options={options.map((one) => ({ value: one, label: methodName(one) }))}
      />
    </div>
  );
}

function PayWithin({
  offer: { payWindowMinutes: count },
  payMethod = 'bank',
}: {
  offer: Offer;
  payMethod: PayMethod | undefined;
}) {
  const say = useWords(marketWords);
  const app = usePayMethodName()(payMethod);
  return (
    <p className={styles.note}>
      {payMethod === 'bank' ? say('payWithin', { count }) : say('payWithinApp', { count, app })}
    </p>
  );
}

function Sums({ offer: { coin, feeBasisPoints }, quoted }: { offer: Offer; quoted: Quoted }) {
  const say = useWords(marketWords);
  const quote = quoted.ok ? quoted.quote : undefined;
  return (
    <Card>
      <Facts sums>
        <Fact name={say('youPay')}>
          NT$ <MoneyText size="title" value={quote?.payTwd.toString()} isQuote />
        </Fact>
        <Fact name={say('fee', { percent: formatPercent(feeBasisPoints) })}>
          <MoneyText value={quote?.fee} isQuote unit={coin} trim />
        </Fact>
        <Fact name={say('youGet')}>
          <MoneyText value={quote?.receives} isQuote unit={coin} trim className={styles.gain} />
        </Fact>
      </Facts>
    </Card>
  );
}

interface Typed {
  readonly wanted: string;
  readonly quantity: string;
  /** Chosen by hand; '': what is proposed. */
  readonly method: string;
}

const readTyped = recordOf<Typed>({ wanted: text, quantity: text, method: withDefault(text, '') });

/**
 * What is typed into the sheet of an offer. It begins with what was wanted in the market, and begins anew when that has changed; the way of
 * paying is the first of those that the viewer looked for, until another one is chosen.
 */
function useTyped(
  { listingId, payMethods }: Offer,
  { wanted, methods }: { wanted: string; methods: readonly PayMethod[] },
) {
  const [typed, setTyped, forget] = useFormDraft<Typed>(`lock ${listingId}`, {
    read: readTyped,
    initial: { wanted, quantity: wanted, method: '' },
  });
  // Those that a refusal has left: the offer goes on naming the others.
  const [left, keepMethods] = useState<readonly PayMethod[]>(PAY_METHODS);
  const options = payMethods.filter((method) => left.includes(method));
  const quantity = typed.wanted === wanted ? typed.quantity : wanted;
  return {
    quantity,
    options,
    payMethod:
      options.find((method) => method === typed.method) ??
      options.find((method) => methods.includes(method)) ??
      options[0],
    setQuantity: (next: string) => setTyped({ ...typed, wanted, quantity: next }),
    setMethod: (next: string) => setTyped({ wanted, quantity, method: next }),
    keepMethods,
    forget,
  };
}

interface LockOptions {
  readonly quantity: string;
  readonly payMethod: PayMethod | undefined;
  readonly link: string | undefined;
  readonly keepMethods: (left: readonly PayMethod[]) => void;
  readonly onLocked: () => void;
}

function useLock(offer: Offer, { quantity, payMethod, link, keepMethods, onLocked }: LockOptions) {
  const { callApi } = useServices();
  const router = useRouter();
  const refresh = useRefresh();
  return useAction(
    async () => {
      const { listingId, version, feeBasisPoints } = offer;
      const input = {
        listingId,
        version: String(version),
        quantity,
        feeSeen: String(feeBasisPoints),
        ...(payMethod && { payMethod }),
        ...(link !== undefined && { link }),
      };
      try {
        const { order } = await callApi('/order/lock', { input });
        onLocked();
        router.go(screenAddress('/front-end-order', { type: 'orderLock', orderId: order.orderId }));
      } catch (error) {
        if (error instanceof AppError && error.code === 'PAY_METHOD_NOT_OFFERED')
          keepMethods(readMethods(error.data['payMethods']) ?? []);
        throw error;
      } finally {
        // Taken or lost, the market is not what this screen shows any more.
        refresh(
          '/listing/market',
          '/listing/link/open',
          '/api/v1/members/orders-in-progress/{account}',
          '/order/list',
        );
      }
    },
    { shows: [...LOST, ...REFUSED, ...NOT_OF_QUANTITY] },
  );
}

const readMethods = listOf(oneOf(PAY_METHODS));
