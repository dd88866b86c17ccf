import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import { Checkbox, Chips, ChipSet } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import type { useMyCards, useMyPayAccounts } from '#components/own-places.ts';
import { usePayMethodName } from '#components/pay-method.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { RemarkField } from './remark-field.tsx';
import { PrivateChoice } from './private-choice.tsx';
import type { DraftVerdict, ListingDraft } from './listing-draft.rules.ts';
import styles from './listings.module.css';
import { listingWords } from './listings.words.ts';
import { CardChoice, PayAccountChoice } from './place-choice.tsx';
import { TTL_CHOICES, type PayWindow, type TtlHours, type TypedTerms } from './use-listing-draft.ts';

/** How long, whom, and whether the owner is asked: what holds for every order of the listing. */
export function TermChoices({
  side,
  terms: { payWindow, ttlHours, askFirst, isPrivate, remark, conditions, hours },
  offered,
  put,
}: {
  side: ListingDraft['side'];
  terms: TypedTerms;
  offered: readonly PayWindow[];
  put: (change: Partial<TypedTerms>) => void;
}) {
  const say = useWords(listingWords);
  return (
    <>
      <WindowChoice
        side={side}
        offered={offered}
        chosen={payWindow}
        onChoose={(next) => put({ payWindow: next })}
      />
      <Checkbox
        label={say('askFirst')}
        note={say(`askFirstHint.${side}`)}
        checked={askFirst}
        onChange={(event) => put({ askFirst: event.target.checked })}
      />
      <RemarkField value={remark} onChange={(next) => put({ remark: next })} />
      <PrivateChoice isPrivate={isPrivate} onChange={(next) => put({ isPrivate: next })} />
      <ConditionFields chosen={conditions} onChange={(next) => put({ conditions: next })} />
      <HoursFields chosen={hours} onChange={(next) => put({ hours: next })} />
      <TtlChoice side={side} chosen={ttlHours} onChoose={(next) => put({ ttlHours: next })} />
    </>
  );
}

/** By which ways who buys can pay: whoever sells is paid by one of them. */
function MethodsToPayBy({
  chosen,
  onChange,
}: {
  chosen: ListingDraft['payMethods'];
  onChange: (methods: PayMethod[]) => void;
}) {
  const say = useWords(listingWords);
  const methodName = usePayMethodName();
  return (
    <div className={styles.choice}>
      <p className={styles.choiceLabel}>{say('payBy')}</p>
      <p className={styles.note}>{say('payByHint')}</p>
      <ChipSet
        label={say('payBy')}
        values={chosen}
        onChange={onChange}
        options={PAY_METHODS.map((value) => ({ value, label: methodName(value) }))}
      />
    </div>
  );
}

/** It cannot be paid: who sells names no place, or who buys no way. */
export function NoWay({ faults }: { faults: DraftVerdict['faults'] }) {
  const say = useWords(listingWords);
  const fault = (['places', 'methods'] as const).find((one) => faults.has(one));
  if (!fault) return null;
  return (
    <p role="alert" className={styles.fault}>
      {say(`wrong.${fault}`)}
    </p>
  );
}

interface WindowChoiceProps {
  side: ListingDraft['side'];
  offered: readonly PayWindow[];
  chosen: PayWindow;
  onChoose: (minutes: PayWindow) => void;
}

function WindowChoice({ side, offered, chosen, onChoose }: WindowChoiceProps) {
  const say = useWords(listingWords);
  return (
    <div className={styles.choice}>
      <p className={styles.choiceLabel}>{say(`window.${side}`)}</p>
      <Chips
        label={say(`window.${side}`)}
        value={chosen}
        onChange={onChoose}
        options={offered.map((count) => ({ value: count, label: say('minutes', { count }) }))}
      />
    </div>
  );
}

function TtlChoice({
  side,
  chosen,
  onChoose,
}: {
  side: ListingDraft['side'];
  chosen: TtlHours;
  onChoose: (hours: TtlHours) => void;
}) {
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
      <p className={styles.note}>{say(`ttlHint.${side}`)}</p>
    </div>
  );
}

/** How orders are paid: on places of who sells, or in the ways that who buys has. */
export function PayChoice({
  chosen,
  cards,
  payAccounts,
  put,
}: {
  chosen: ListingDraft;
  cards: ReturnType<typeof useMyCards>;
  payAccounts: ReturnType<typeof useMyPayAccounts>;
  put: (change: Partial<Pick<ListingDraft, 'cardIds' | 'payAccountIds' | 'payMethods'>>) => void;
}) {
  const { side, cardIds, payAccountIds, payMethods } = chosen;
  if (side === 'buy')
    return <MethodsToPayBy chosen={payMethods} onChange={(next) => put({ payMethods: next })} />;
  return (
    <>
      <CardChoice read={cards} chosen={cardIds} onChange={(next) => put({ cardIds: next, payAccountIds })} />
      <PayAccountChoice
        read={payAccounts}
        chosen={payAccountIds}
        onChange={(next) => put({ payAccountIds: next, cardIds })}
      />
    </>
  );
}
