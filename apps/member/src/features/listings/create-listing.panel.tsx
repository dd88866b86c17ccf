import { COINS, formatPercent } from '@holdfast/kernel';
import {
  Button,
  Card,
  Checkbox,
  Chips,
  Fact,
  Facts,
  formatMoney,
  formatPrice,
  MoneyText,
  Panel,
  Segmented,
  Skeleton,
} from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useRefresh } from '@holdfast/client/queries';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import type { RouteSearch } from '#platform/router/routes.rules.ts';
import { useChangeSearch } from '#platform/router/use-change-search.ts';
import { useServices } from '#state/services.tsx';
import { FeeChange } from '#components/fee-change.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { AmountFields } from './amount-fields.tsx';
import { ConditionFields, type ChosenConditions } from './condition-fields.tsx';
import {
  judgeDraft,
  methodsOf,
  withUsablePlaces,
  type DraftVerdict,
  type ListingDraft,
  type Places,
} from './listing-draft.rules.ts';
import styles from './listings.module.css';
import {
  LISTING_READS,
  PLACE_READS,
  useAvailable,
  useEnsureMyCards,
  useEnsureMyPayAccounts,
  useMyCards,
  useMyPayAccounts,
  useTerms,
} from './listings.query.ts';
import { listingWords } from './listings.words.ts';
import { CardChoice, PayAccountChoice } from './place-choice.tsx';
import {
  offeredWindows,
  TTL_CHOICES,
  useListingDraft,
  type PayWindow,
  type TtlHours,
  type TypedTerms,
} from './use-listing-draft.ts';

/** A new sell listing. What publishing will do shows while one types, before anything is done. */
export function CreateListingPanel({ search, onClose }: { search: RouteSearch; onClose: () => void }) {
  const say = useWords(listingWords);
  const changeSearch = useChangeSearch();
  const formId = useId();
  const coin = search.coin ?? 'TWD';
  const { draft, terms: typed, put, putAmounts, forgetAmounts } = useListingDraft(coin);
  const [wasTried, setTried] = useState(false);
  const available = useAvailable(coin);
  const [myCards, myPayAccounts] = [useMyCards(), useMyPayAccounts()];
  const places = placesOf(myCards, myPayAccounts);
  const chosen = places ? withUsablePlaces(draft, places) : draft;
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
          feeBasisPoints={feeBasisPoints}
          wasTried={wasTried}
          faults={verdict.faults}
          put={putAmounts}
        />
        <TermChoices terms={{ ...typed, payWindow }} offered={payWindows} put={put} />
        <CardChoice
          read={myCards}
          chosen={chosen.cardIds}
          onChange={(cardIds) => put({ cardIds, payAccountIds: chosen.payAccountIds })}
        />
        <PayAccountChoice
          read={myPayAccounts}
          chosen={chosen.payAccountIds}
          onChange={(payAccountIds) => put({ payAccountIds, cardIds: chosen.cardIds })}
        />
        {wasTried && verdict.faults.has('places') && <NoPlace />}
        <Effect draft={chosen} effect={verdict.effect} feeBasisPoints={feeBasisPoints} />
        <Preview draft={chosen} payWindow={payWindow} payAccounts={places?.payAccounts ?? []} />
        <Refusal error={publish.error} />
      </form>
    </Panel>
  );
}

/** How long, whom, and whether the owner is asked: what holds for every order of the listing. */
function TermChoices({
  terms: { payWindow, ttlHours, askFirst, conditions },
  offered,
  put,
}: {
  terms: TypedTerms;
  offered: readonly PayWindow[];
  put: (change: Partial<TypedTerms>) => void;
}) {
  const say = useWords(listingWords);
  return (
    <>
      <WindowChoice offered={offered} chosen={payWindow} onChoose={(next) => put({ payWindow: next })} />
      <Checkbox
        label={say('askFirst')}
        note={say('askFirstHint')}
        checked={askFirst}
        onChange={(event) => put({ askFirst: event.target.checked })}
      />
      <ConditionFields chosen={conditions} onChange={(next) => put({ conditions: next })} />
      <TtlChoice chosen={ttlHours} onChoose={(next) => put({ ttlHours: next })} />
    </>
  );
}

function NoPlace() {
  const say = useWords(listingWords);
  return (
    <p role="alert" className={styles.fault}>
      {say('wrong.places')}
    </p>
  );
}

interface WindowChoiceProps {
  offered: readonly PayWindow[];
  chosen: PayWindow;
  onChoose: (minutes: PayWindow) => void;
}

function WindowChoice({ offered, chosen, onChoose }: WindowChoiceProps) {
  const say = useWords(listingWords);
  return (
    <div className={styles.choice}>
      <p className={styles.choiceLabel}>{say('window')}</p>
      <Chips
        label={say('window')}
        value={chosen}
        onChange={onChoose}
        options={offered.map((count) => ({ value: count, label: say('minutes', { count }) }))}
      />
    </div>
  );
}

function TtlChoice({ chosen, onChoose }: { chosen: TtlHours; onChoose: (hours: TtlHours) => void }) {
  const say = useWords(listingWords);
  return (
    <div className={styles.choice}>
      <p className={styles.choiceLabel}>{say('ttl')}</p>
      <Chips
        label={say('ttl')}
        value={chosen}
        onChange={onChoose}
        options={TTL_CHOICES.map((hours) => ({ value: hours, label: say(`ttl.${hours}`) }))}
      />
      <p className={styles.note}>{say('ttlHint')}</p>
    </div>
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
    const cards = await ensureMyCards();
    const byBank = withUsablePlaces(draft, { cards, payAccounts: [] });
    if (byBank.cardIds.length > 0 && draft.payAccountIds.length === 0) return byBank;
    return withUsablePlaces(draft, { cards, payAccounts: await ensureMyPayAccounts() });
  };
}

/** Only what is asked: a condition that is not there asks nothing. */
const askedOf = (conditions: ChosenConditions): Partial<ChosenConditions> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== '0'));

function usePublish(
  draft: ListingDraft,
  { payWindow, ttlHours, askFirst, conditions }: TypedTerms,
  onDone: () => void,
) {
  const say = useWords(listingWords);
  const { callApi } = useServices();
  const ensureChosen = useEnsureChosen(draft);
  const refresh = useRefresh();
  const showToast = useToast();
  return useAction(
    async () => {
      const { coin, quantity, price, min, max, cardIds, payAccountIds } = await ensureChosen();
      // There is something to choose: the form now says so.
      if (cardIds.length + payAccountIds.length === 0) return;
      const input = {
        coin,
        quantity,
        price,
        minQuantity: min,
        maxQuantity: max,
        payWindowMinutes: payWindow,
        ttlHours,
        ...(askFirst && { askFirst: '1' as const }),
        ...askedOf(conditions),
        cardIds: [...cardIds],
        ...(payAccountIds.length > 0 && { payAccountIds: [...payAccountIds] }),
      };
      try {
        await callApi('/listing/create', { input });
      } catch (error) {
        refresh(...PLACE_READS); // a place may be gone since it was read
        throw error;
      }
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
        'PAY_ACCOUNT_NOT_FOUND',
        'PAY_ACCOUNT_NOT_APPROVED',
        'PAY_ACCOUNT_COOLING',
        'AMOUNT_BELOW_FEE',
        'PAY_WINDOW_NOT_OFFERED',
        'PARAMETERS_INVALID',
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

function Effect({ draft: { coin }, effect, feeBasisPoints }: EffectProps) {
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
      <p className={styles.note}>
        {feeBasisPoints === undefined ? (
          <Skeleton width="60%" />
        ) : (
          say('feeNote', { percent: formatPercent(feeBasisPoints) })
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
        {methods !== '' && <span>{methods}</span>}
      </p>
    </Card>
  );
}
