import { COINS, formatPercent } from '@holdfast/kernel';
import {
  Button,
  Card,
  Fact,
  Facts,
  formatMoney,
  formatPrice,
  MoneyText,
  Panel,
  Segmented,
  Skeleton,
} from '@holdfast/ui';
import { useId, type FormEvent } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import type { RouteSearch } from '#platform/router/routes.rules.ts';
import { useChangeSearch } from '#platform/router/use-change-search.ts';
import { useServices } from '#state/services.tsx';
import { FeeChange } from '#components/fee-change.tsx';
import { PLACE_READS, useMyCards, useMyPayAccounts } from '#components/own-places.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { AmountFields } from './amount-fields.tsx';
import {
  judgeDraft,
  methodsOf,
  withUsablePlaces,
  type DraftVerdict,
  type ListingDraft,
  type Places,
} from './listing-draft.rules.ts';
import { HeldNote } from '#components/held-note.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import styles from './listings.module.css';
import {
  LISTING_READS,
  useAvailable,
  useEnsureMyCards,
  useEnsureMyPayAccounts,
  useTerms,
} from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { isRemarkFine, REMARK_REFUSALS } from './remark-field.tsx';
import { shareWords } from './share.words.ts';
import { NoWay, PayChoice, TermChoices } from './listing-terms.tsx';
import { termsInput } from './terms-input.ts';
import { offeredWindows, useListingDraft, type PayWindow, type TypedTerms } from './use-listing-draft.ts';

/** A new listing, of who sells or who buys. What publishing will do shows while one types, before anything is done. */
export function CreateListingPanel({ search, onClose }: { search: RouteSearch; onClose: () => void }) {
  const say = useWords(listingWords);
  const changeSearch = useChangeSearch();
  const formId = useId();
  const { coin = 'TWD', side = 'sell' } = search;
  const { draft, terms: typed, put, putAmounts, forgetAmounts } = useListingDraft(coin, side);
  const { form, wasTried, noteTry } = useFaultFocus();
  const available = useAvailable(coin);
  const [myCards, myPayAccounts] = [useMyCards(), useMyPayAccounts()];
  const places = placesOf(myCards, myPayAccounts);
  const chosen = places && side === 'sell' ? withUsablePlaces(draft, places) : draft;
  const terms = useTerms();
  const feeBasisPoints = terms?.feeBasisPoints;
  const verdict = judgeDraft(chosen, { available, places, feeBasisPoints });
  const { payWindows, payWindow } = offeredWindows(terms?.payWindows, typed.payWindow);
  const publish = usePublish(draft, { ...typed, payWindow }, () => {
    forgetAmounts();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (verdict.faults.size === 0 && isRemarkFine(typed.remark)) void publish.run();
  };
  return (
    <Panel
      title={say(`create.${side}`)}
      onClose={onClose}
      foot={
        <Button type="submit" form={formId} block large busy={publish.isBusy}>
          {say('publish')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={styles.form} onSubmit={submit} noValidate>
        <Segmented
          stretch
          label={say('side')}
          value={side}
          onChange={(next) => changeSearch({ side: next })}
          options={(['sell', 'buy'] as const).map((one) => ({ value: one, label: say(`side.${one}`) }))}
        />
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
          terms={terms}
          wasTried={wasTried}
          faults={verdict.faults}
          put={putAmounts}
        />
        {side === 'sell' && <HeldNote coin={coin} className={styles.note} />}
        <TermChoices side={side} terms={{ ...typed, payWindow }} offered={payWindows} put={put} />
        <PayChoice chosen={chosen} cards={myCards} payAccounts={myPayAccounts} put={put} />
        {wasTried && <NoWay faults={verdict.faults} />}
        <Effect draft={chosen} effect={verdict.effect} feeBasisPoints={feeBasisPoints} />
        <Preview draft={chosen} payWindow={payWindow} payAccounts={places?.payAccounts ?? []} />
        <Refusal error={publish.error} />
      </form>
    </Panel>
  );
}

/** Undefined while they are not known. Pay accounts that cannot be had keep nobody from a listing that is paid by bank. */
function placesOf(
  cards: ReturnType<typeof useMyCards>,
  payAccounts: ReturnType<typeof useMyPayAccounts>,
): Places | undefined {
  if (!cards.data || (!payAccounts.data && !payAccounts.isError)) return undefined;
  return { cards: cards.data.cards, payAccounts: payAccounts.data?.payAccounts ?? [] };
}

/** Pressed before the places have come, it waits for them; for pay accounts only where no card is what is chosen. */
function useEnsureChosen(draft: ListingDraft): () => Promise<ListingDraft> {
  const ensureMyCards = useEnsureMyCards();
  const ensureMyPayAccounts = useEnsureMyPayAccounts();
  return async () => {
    if (draft.side === 'buy') return draft;
    const cards = await ensureMyCards();
    const byBank = withUsablePlaces(draft, { cards, payAccounts: [] });
    if (byBank.cardIds.length > 0 && draft.payAccountIds.length === 0) return byBank;
    return withUsablePlaces(draft, { cards, payAccounts: await ensureMyPayAccounts() });
  };
}

function usePublish(draft: ListingDraft, terms: TypedTerms, onDone: () => void) {
  const { payWindow, ttlHours, isPrivate } = terms;
  const say = useWords(listingWords);
  const sayShare = useWords(shareWords);
  const { callApi } = useServices();
  const ensureChosen = useEnsureChosen(draft);
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      const chosen = await ensureChosen();
      const { side, coin, quantity, price, min, max, cardIds, payAccountIds, payMethods } = chosen;
      // There is something to choose: the form now says so.
      if (side === 'sell' && cardIds.length + payAccountIds.length === 0) return;
      const input = {
        coin,
        quantity,
        price,
        minQuantity: min,
        maxQuantity: max,
        payWindowMinutes: payWindow,
        ttlHours,
        ...termsInput(terms),
        ...(side === 'buy'
          ? { side, cardIds: [], payMethods: [...payMethods] }
          : {
              cardIds: [...cardIds],
              ...(payAccountIds.length > 0 && { payAccountIds: [...payAccountIds] }),
            }),
      };
      try {
        await callApi('/listing/create', { input });
      } catch (error) {
        refresh(...PLACE_READS); // a place may be gone since it was read
        throw error;
      }
      refresh(...LISTING_READS);
      showToast(isPrivate ? sayShare('published') : say(`published.${side}`));
      onDone();
    },
    {
      shows: [
        'BALANCE_INSUFFICIENT',
        'BANK_CARD_REQUIRED',
        'BANK_CARD_NOT_APPROVED',
        'BANK_CARD_COOLING',
        'PAY_ACCOUNT_NOT_FOUND',
        'PAY_ACCOUNT_NOT_APPROVED',
        'PAY_ACCOUNT_COOLING',
        'AMOUNT_BELOW_FEE',
        'LISTINGS_FULL',
        'LISTING_ABOVE_DAY',
        'PAY_WINDOW_NOT_OFFERED',
        'PARAMETERS_INVALID',
        ...REMARK_REFUSALS,
        'RATE_LIMITED',
      ],
    },
  );
}

/** What publishing does to the balance. */
interface EffectProps {
  draft: ListingDraft;
  effect: DraftVerdict['effect'];
  feeBasisPoints: number | undefined;
}

function Effect({ draft: { coin, side }, effect, feeBasisPoints }: EffectProps) {
  const say = useWords(listingWords);
  return (
    <Card className={styles.effect}>
      <h3>{say('effect')}</h3>
      <Facts sums>
        {side === 'sell' && (
          <>
            <Fact name={say('reserved')}>
              <MoneyText value={effect?.reserved} isQuote unit={coin} trim className={styles.heldText} />
            </Fact>
            <Fact name={say('staysFree')}>
              <MoneyText value={effect?.staysFree} isQuote unit={coin} trim own />
            </Fact>
          </>
        )}
        <Fact name={say(side === 'sell' ? 'youGet' : 'youPay')}>
          NT$ <MoneyText value={effect?.payTwd} isQuote />
        </Fact>
      </Facts>
      <p className={styles.note}>
        {feeBasisPoints === undefined ? (
          <Skeleton width="60%" />
        ) : (
          say(`feeNote.${side}`, { percent: formatPercent(feeBasisPoints) })
        )}
      </p>
      <FeeChange className={styles.note} />
    </Card>
  );
}

/** How the listing will look to others. */
function Preview({
  draft,
  payWindow,
  payAccounts,
}: {
  draft: ListingDraft;
  payWindow: PayWindow;
  payAccounts: Places['payAccounts'];
}) {
  const say = useWords(listingWords);
  const methodName = usePayMethodName();
  const methods = methodsOf(draft, payAccounts).map(methodName).join(say('comma'));
  const { side, coin, price, min, max } = draft;
  const limit = (text: string) => (text === '' ? '—' : formatMoney(text));
  return (
    <Card className={styles.effect}>
      <h3>{say(`othersSee.${side}`)}</h3>
      <p className={styles.preview}>
        <span>
          <strong>NT$ {price === '' ? '—' : formatPrice(price)}</strong> {say('per', { coin })}
        </span>
        <span>{say(`perOrder.${side}`, { min: limit(min), max: limit(max), coin })}</span>
        <span>{say('payWithin', { count: payWindow })}</span>
        {methods !== '' && <span>{methods}</span>}
      </p>
    </Card>
  );
}
