import { PAY_WINDOWS_MIN } from '@holdfast/contract/orders';
import { COINS } from '@holdfast/kernel';
import {
  Button,
  Card,
  Chips,
  Fact,
  Facts,
  formatMoney,
  formatPrice,
  MoneyText,
  Panel,
  Segmented,
} from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import type { RouteSearch } from '#platform/router/routes.rules.ts';
import { useChangeSearch } from '#platform/router/use-change-search.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { AmountFields } from './amount-fields.tsx';
import { CardChoice } from './card-choice.tsx';
import { judgeDraft, withUsableCards, type DraftVerdict, type ListingDraft } from './listing-draft.rules.ts';
import styles from './listings.module.css';
import { LISTING_READS, useAvailable, useEnsureMyCards, useMyCards } from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { useListingDraft, type PayWindow } from './use-listing-draft.ts';

/** A new sell listing. What publishing will do shows while one types, before anything is done. */
export function CreateListingPanel({ search, onClose }: { search: RouteSearch; onClose: () => void }) {
  const say = useWords(listingWords);
  const changeSearch = useChangeSearch();
  const formId = useId();
  const coin = search.coin ?? 'TWD';
  const { draft, payWindow, put, putAmounts, forgetAmounts } = useListingDraft(coin);
  const [wasTried, setTried] = useState(false);
  const available = useAvailable(coin);
  const myCards = useMyCards();
  const cards = myCards.data?.cards;
  const chosen = cards ? withUsableCards(draft, cards) : draft;
  const verdict = judgeDraft(chosen, { available, cards });
  const publish = usePublish(draft, payWindow, () => {
    forgetAmounts();
    onClose();
  });
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
          value={coin}
          onChange={(next) => changeSearch({ coin: next })}
          options={COINS.map((one) => ({ value: one, label: one }))}
        />
        <AmountFields
          draft={draft}
          available={available}
          wasTried={wasTried}
          faults={verdict.faults}
          put={putAmounts}
        />
        <div className={styles.choice}>
          <p className={styles.choiceLabel}>{say('window')}</p>
          <Chips
            label={say('window')}
            value={payWindow}
            onChange={(next) => put({ payWindow: next })}
            options={PAY_WINDOWS_MIN.map((count) => ({ value: count, label: say('minutes', { count }) }))}
          />
        </div>
        <CardChoice
          cards={myCards}
          chosen={chosen.cardIds}
          onChange={(cardIds) => put({ cardIds })}
          error={wasTried && verdict.faults.has('cards') ? say('wrong.cards') : undefined}
        />
        <Effect draft={chosen} effect={verdict.effect} />
        <Preview draft={chosen} payWindow={payWindow} />
        <Refusal error={publish.error} />
      </form>
    </Panel>
  );
}

function usePublish(draft: ListingDraft, payWindowMinutes: PayWindow, onDone: () => void) {
  const say = useWords(listingWords);
  const { callApi } = useServices();
  const ensureMyCards = useEnsureMyCards();
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      // Pressed before the accounts have come, it waits for them; if there is something to choose, the form now says so.
      const { coin, quantity, price, min, max, cardIds } = withUsableCards(draft, await ensureMyCards());
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
    {
      shows: [
        'BALANCE_INSUFFICIENT',
        'BANK_CARD_REQUIRED',
        'BANK_CARD_NOT_APPROVED',
        'BANK_CARD_COOLING',
        'AMOUNT_BELOW_FEE',
        'PARAMETERS_INVALID',
        'RATE_LIMITED',
      ],
    },
  );
}

/** What publishing does to the balance. */
function Effect({ draft: { coin }, effect }: { draft: ListingDraft; effect: DraftVerdict['effect'] }) {
  const say = useWords(listingWords);
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
    </Card>
  );
}

/** How the listing will look to others. */
function Preview({ draft, payWindow }: { draft: ListingDraft; payWindow: PayWindow }) {
  const say = useWords(listingWords);
  const { coin, price, min, max } = draft;
  const limit = (text: string) => (text === '' ? '—' : formatMoney(text));
  return (
    <Card className={styles.effect}>
      <h3>{say('buyersSee')}</h3>
      <p className={styles.preview}>
        <span>
          <strong>NT$ {price === '' ? '—' : formatPrice(price)}</strong> {say('per', { coin })}
        </span>
        <span>{say('canBuy', { min: limit(min), max: limit(max), coin })}</span>
        <span>{say('payWithin', { count: payWindow })}</span>
      </p>
    </Card>
  );
}
