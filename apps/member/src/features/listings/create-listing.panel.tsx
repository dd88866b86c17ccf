import { PAY_WINDOWS_MIN } from '@holdfast/contract/orders';
import { COIN_SCALE, COINS, type Coin } from '@holdfast/kernel';
import {
  Button,
  Card,
  Chips,
  Fact,
  Facts,
  Field,
  formatMoney,
  MoneyText,
  Panel,
  Segmented,
  useOwnMoney,
} from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { listOf, oneOf, recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import type { RouteSearch } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { cleanNumber, toTyped } from '#components/typed-number.rules.ts';
import { CardChoice } from './card-choice.tsx';
import {
  judgeDraft,
  withOnlyCard,
  type DraftFault,
  type DraftVerdict,
  type ListingDraft,
} from './listing-draft.rules.ts';
import styles from './listings.module.css';
import { LISTING_READS, useAvailable, useEnsureMyCards, useMyCards } from './listings.query.ts';
import { listingWords } from './listings.words.ts';

type Window = (typeof PAY_WINDOWS_MIN)[number];

const START_PRICE: Readonly<Record<Coin, string>> = { TWD: '1', USDT: '' };

function emptyDraft(coin: Coin): ListingDraft {
  return { coin, quantity: '', price: START_PRICE[coin], min: '', max: '', cardIds: [] };
}

const readDraft = recordOf<ListingDraft>({
  coin: oneOf(COINS),
  quantity: text,
  price: text,
  min: text,
  max: text,
  cardIds: listOf(text),
});
const readWindow = oneOf(PAY_WINDOWS_MIN);

/** What is typed, kept until it is published. */
function useListingDraft(coin: Coin | undefined) {
  const [draft, setDraft, forgetDraft] = useFormDraft('listing', {
    read: readDraft,
    initial: () => emptyDraft(coin ?? 'TWD'),
  });
  const [payWindow, setPayWindow, forgetWindow] = useFormDraft<Window>('listing window', {
    read: readWindow,
    initial: '15',
  });
  const forget = () => {
    forgetDraft();
    forgetWindow();
  };
  return { draft, setDraft, payWindow, setPayWindow, forget };
}

/** Offering coins for sale. What publishing will do shows while one types, before anything is done. */
export function CreateListingPanel({ search, onClose }: { search: RouteSearch; onClose: () => void }) {
  const say = useWords(listingWords);
  const formId = useId();
  const { draft, setDraft, payWindow, setPayWindow, forget } = useListingDraft(search.coin);
  const [wasTried, setTried] = useState(false);
  const available = useAvailable(draft.coin);
  const myCards = useMyCards();
  const cards = myCards.data?.cards;
  const chosen = cards ? withOnlyCard(draft, cards) : draft;
  const verdict = judgeDraft(chosen, { available, cards });
  const publish = usePublish(draft, payWindow, () => {
    forget();
    onClose();
  });
  const put = (change: Partial<ListingDraft>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (verdict.faults.size === 0) void publish.run();
  };
  return (
    <Panel
      title={say('create')}
      onClose={onClose}
      foot={
        <Button type="submit" form={formId} block large busy={publish.isBusy}>
          {say('publish')}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Segmented
          stretch
          label={say('coin')}
          value={draft.coin}
          onChange={(coin) => setDraft(emptyDraft(coin))}
          options={COINS.map((coin) => ({ value: coin, label: coin }))}
        />
        <AmountFields
          draft={draft}
          available={available}
          wasTried={wasTried}
          faults={verdict.faults}
          put={put}
        />
        <div className={styles.choice}>
          <p className={styles.choiceLabel}>{say('window')}</p>
          <Chips
            label={say('window')}
            value={payWindow}
            onChange={setPayWindow}
            options={PAY_WINDOWS_MIN.map((count) => ({ value: count, label: say('minutes', { count }) }))}
          />
        </div>
        <CardChoice
          cards={myCards}
          chosen={chosen.cardIds}
          onChange={(cardIds) => put({ cardIds })}
          error={wasTried && verdict.faults.has('cards') ? say('wrong.cards') : undefined}
        />
        <Effect draft={chosen} effect={verdict.effect} payWindow={payWindow} />
        <Refusal error={publish.error} />
      </form>
    </Panel>
  );
}

function usePublish(draft: ListingDraft, payWindowMinutes: Window, onDone: () => void) {
  const say = useWords(listingWords);
  const { callApi } = useServices();
  const ensureMyCards = useEnsureMyCards();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      // Pressed before the accounts have come, it waits for them; if there is something to choose, the form now says so.
      const { coin, quantity, price, min, max, cardIds } = withOnlyCard(draft, await ensureMyCards());
      if (cardIds.length === 0) return;
      await callApi('/listing/create', {
        input: {
          coin,
          quantity,
          price,
          minQuantity: min,
          maxQuantity: max,
          payWindowMinutes,
          cardIds: [...cardIds],
        },
      });
      refresh(...LISTING_READS);
      showToast(say('published'));
      onDone();
    },
    { shows: ['BALANCE_INSUFFICIENT', 'BANK_CARD_REQUIRED', 'PARAMETERS_INVALID', 'RATE_LIMITED'] },
  );
}

interface AmountFieldsProps {
  draft: ListingDraft;
  available: string | undefined;
  wasTried: boolean;
  faults: DraftVerdict['faults'];
  put: (change: Partial<ListingDraft>) => void;
}

function AmountFields({ draft, available, wasTried, faults, put }: AmountFieldsProps) {
  const say = useWords(listingWords);
  const ownMoney = useOwnMoney();
  const { coin } = draft;
  // A field complains when it has been filled, or when one tried to publish; never while it is still empty.
  const wrong = (fault: DraftFault, text: string, message: string) =>
    faults.has(fault) && (wasTried || text !== '') ? message : undefined;
  const setQuantity = (text: string) => {
    const quantity = cleanNumber(coin, text);
    put({ quantity, ...(draft.max === draft.quantity && { max: quantity }) });
  };
  return (
    <>
      <Field
        big
        label={say('quantity')}
        unit={coin}
        inputMode="decimal"
        autoComplete="off"
        value={draft.quantity}
        onChange={(event) => setQuantity(event.target.value)}
        hint={
          available !== undefined && (
            <span className={styles.available}>
              {say('available', { amount: ownMoney(available) })}
              <Button look="text" onClick={() => setQuantity(toTyped(available))}>
                {say('all')}
              </Button>
            </span>
          )
        }
        error={
          wrong('quantity', draft.quantity, say('wrong.quantity', { decimals: COIN_SCALE[coin] })) ??
          wrong('balance', draft.quantity, say('wrong.balance', { amount: ownMoney(available ?? '') }))
        }
      />
      <Field
        label={say('unitPrice')}
        unit="NT$"
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        onChange={(event) => put({ price: cleanNumber('price', event.target.value) })}
        hint={say('unitPriceHint', { coin })}
        error={wrong('price', draft.price, say('wrong.price'))}
      />
      <div className={styles.pair}>
        <Field
          label={say('min')}
          unit={coin}
          inputMode="decimal"
          autoComplete="off"
          value={draft.min}
          onChange={(event) => put({ min: cleanNumber(coin, event.target.value) })}
          error={wrong('min', draft.min, say('wrong.min'))}
        />
        <Field
          label={say('max')}
          unit={coin}
          inputMode="decimal"
          autoComplete="off"
          value={draft.max}
          onChange={(event) => put({ max: cleanNumber(coin, event.target.value) })}
          error={wrong('max', draft.max, say('wrong.max'))}
        />
      </div>
    </>
  );
}

/** What publishing does to the balance, and how the listing will look to others. */
function Effect({
  draft,
  effect,
  payWindow,
}: {
  draft: ListingDraft;
  effect: DraftVerdict['effect'];
  payWindow: Window;
}) {
  const say = useWords(listingWords);
  const { coin } = draft;
  const limit = (text: string) => (text === '' ? '—' : formatMoney(text));
  return (
    <Card className={styles.effect}>
      <h3>{say('effect')}</h3>
      <Facts sums>
        <Fact name={say('reserved')}>
          <MoneyText value={effect?.reserved} unit={coin} trim className={styles.heldText} />
        </Fact>
        <Fact name={say('staysFree')}>
          <MoneyText value={effect?.staysFree} unit={coin} trim own />
        </Fact>
        <Fact name={say('youGet')}>
          NT$ <MoneyText value={effect?.youGetTwd} />
        </Fact>
      </Facts>
      <p className={styles.note}>{say('feeNote')}</p>
      <h3>{say('buyersSee')}</h3>
      <p className={styles.preview}>
        <span>
          <strong>NT$ {limit(draft.price)}</strong> {say('per', { coin })}
        </span>
        <span>{say('canBuy', { min: limit(draft.min), max: limit(draft.max) })}</span>
        <span>
          {say('payWindow')} {say('minutes', { count: payWindow })}
        </span>
      </p>
    </Card>
  );
}
