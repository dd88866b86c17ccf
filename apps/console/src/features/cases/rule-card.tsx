import { inLanguage, useLanguage, useWords } from '@holdfast/client/i18n';
import { usePages } from '@holdfast/client/queries';
import { useClient } from '@holdfast/client/services';
import { needsTwoToRule, RULING_REASONS, RULINGS, rulingReasons } from '@holdfast/contract/orders';
import { COIN_SCALE } from '@holdfast/kernel';
import {
  AmountField,
  Button,
  Card,
  Checkbox,
  formatMoney,
  Notice,
  Segmented,
  SelectField,
  stackClass,
} from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import componentStyles from '#components/components.module.css';
import { ReasonDialog } from '#components/reason-dialog.tsx';
import { useToast } from '#components/toast.tsx';
import { useWhen } from '#components/use-when.ts';
import { useDraft } from '#state/use-draft.ts';
import { useHeld, useInHand } from '#components/in-hand.tsx';
import type { Detail } from './room-facts.tsx';
import { ruleWords } from './rule.words.ts';
import { formFaults, openRulings, readForm, sharesOf, type RulingForm } from './ruling.rules.ts';
import { CASE_PATHS } from './use-case.ts';
import { useNames } from './use-names.ts';

/** Events that say nothing a ruling could rest on. */
const SILENT: readonly string[] = ['ack-reminder-due', 'pay-time-ending'];

/** What can be decided now, by who has claimed the order. */
export function RuleCard({ detail }: { detail: Detail }) {
  const say = useWords(ruleWords);
  const { order, isClear, openRequest } = detail;
  const open = openRulings(detail);
  const [draft, setDraft] = useDraft(`ruling ${order.orderId}`);
  const form = readForm(draft, open);
  return (
    <Card className={stackClass}>
      <h2>{say('title')}</h2>
      {openRequest !== null && (
        <Notice tone="held">
          {say('waits')}{' '}
          <Link
            to="/requests"
            search={{ subject: `order:${order.serialNo}` }}
            className={componentStyles.rowLink}
          >
            {say('toRequests')}
          </Link>
        </Notice>
      )}
      {form === undefined ? (
        <p className={componentStyles.quiet}>{say('none')}</p>
      ) : !isClear ? (
        <p className={componentStyles.quiet}>{say('needsClaim')}</p>
      ) : (
        <RuleForm
          detail={detail}
          form={form}
          onChange={(change) => setDraft({ ...draft, ...change })}
          onDone={() => setDraft({})}
        />
      )}
    </Card>
  );
}

interface RuleFormProps {
  detail: Detail;
  form: RulingForm;
  onChange: (change: Readonly<Record<string, string>>) => void;
  onDone: () => void;
}

function RuleForm({ detail, form, onChange, onDone }: RuleFormProps) {
  const say = useWords(ruleWords);
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { order } = detail;
  const faults = isAsked ? formFaults(form, order) : [];
  const quantity = `${formatMoney(order.quantity)} ${order.coin}`;
  return (
    <form
      className={stackClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (formFaults(form, order).length === 0) setConfirming(true);
      }}
    >
      <SelectField
        label={say('ruling')}
        value={form.ruling}
        onChange={(event) => onChange({ ruling: event.target.value })}
      >
        {openRulings(detail).map((name) => (
          <option key={name} value={name}>
            {inLanguage(RULINGS[name], language)}
          </option>
        ))}
      </SelectField>
      {form.ruling === 'split' && (
        <AmountField
          label={say('payerPart')}
          value={form.payerPart}
          decimals={COIN_SCALE[order.coin]}
          unit={order.coin}
          hint={say('payerPartHint', { quantity })}
          error={faults.includes('payerPart') ? say('partInvalid', { quantity }) : undefined}
          onChange={(payerPart) => onChange({ payerPart })}
        />
      )}
      <SelectField
        label={say('reason')}
        value={form.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      >
        {rulingReasons(form.ruling).map((name) => (
          <option key={name} value={name}>
            {inLanguage(RULING_REASONS[name], language)}
          </option>
        ))}
      </SelectField>
      <FaultChoice fault={form.fault} onChange={(fault) => onChange({ fault })} />
      <EvidenceList detail={detail} chosen={form.evidence} onChange={(evidence) => onChange({ evidence })} />
      {faults.includes('evidence') && (
        <Notice tone="refused" isAlert>
          {say('evidenceMissing')}
        </Notice>
      )}
      <Button type="submit">{say('next')}</Button>
      {isConfirming && (
        <ConfirmRuling detail={detail} form={form} onDone={onDone} onClose={() => setConfirming(false)} />
      )}
    </form>
  );
}

/** Whose fault it was: judged apart from how it ends. */
function FaultChoice({ fault, onChange }: Pick<RulingForm, 'fault'> & { onChange: (fault: string) => void }) {
  const say = useWords(ruleWords);
  return (
    <div className={stackClass}>
      <Segmented
        label={say('fault')}
        value={fault}
        options={(['payer', 'payee', 'none'] as const).map((value) => ({
          value,
          label: say(`fault-${value}`),
        }))}
        onChange={onChange}
      />
      <p className={componentStyles.quiet}>{say('faultHint')}</p>
    </div>
  );
}

/** What the ruling rests on: events, what was said in a case, and what both sides have written and shown, as far as the thread is loaded. */
function EvidenceList({
  detail: { order, timeline, cases },
  chosen,
  onChange,
}: {
  detail: Detail;
  chosen: readonly string[];
  onChange: (evidence: string) => void;
}) {
  const say = useWords(ruleWords);
  const when = useWhen();
  const name = useNames();
  const { data } = usePages('/operator/case/thread', { orderId: order.orderId });
  const lines = useHeld(data, useInHand()).shown ?? [];
  const items = [
    ...timeline
      .filter(({ event }) => !SILENT.includes(event))
      .map(({ version, event, at }) => ({
        id: `event-${version}`,
        label: say('evidence-event', { what: name('event', event), when: when(at) }),
      })),
    ...cases
      .filter(({ text }) => text !== null)
      .map(({ id, openedAt }) => ({
        id: `case-${id}`,
        label: say('evidence-case', { when: when(openedAt) }),
      })),
    ...lines
      .filter(({ text, file, author }) => (text !== null || file) && author !== 'operator')
      .map(({ number, author, at }) => ({
        id: `line-${number}`,
        label: say('evidence-line', { number, who: name('by', author), when: when(at) }),
      })),
  ];
  const toggle = (id: string) =>
    onChange((chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join(' '));
  return (
    <fieldset className={stackClass}>
      <legend>{say('evidence')}</legend>
      {items.map(({ id, label }) => (
        <Checkbox key={id} label={label} checked={chosen.includes(id)} onChange={() => toggle(id)} />
      ))}
    </fieldset>
  );
}

/** Says what will happen to the last unit, asks for the words that both sides read, and does it or asks the second person. */
function ConfirmRuling({
  detail: { order, aloneTwd },
  form,
  onDone,
  onClose,
}: {
  detail: Detail;
  form: RulingForm;
  onDone: () => void;
  onClose: () => void;
}) {
  const say = useWords(ruleWords);
  const language = useLanguage();
  const { callApi } = useClient();
  const tell = useToast();
  const { ruling, reason, fault, evidence, payerPart } = form;
  const facts = { isPaid: order.paidAt !== null, payTwd: BigInt(order.payTwd) };
  const isTwo = needsTwoToRule(ruling, facts, aloneTwd);
  return (
    <ReasonDialog
      title={say('confirmTitle', { what: inLanguage(RULINGS[ruling], language) })}
      whom={order.serialNo}
      confirm={say(isTwo ? 'ask' : 'confirm')}
      label={say('text')}
      draft={`ruling text ${order.orderId}`}
      touches={[...CASE_PATHS, '/operator/case/detail/{id}', '/operator/request/list', '/operator/me']}
      shows={[
        'CASE_CHANGED',
        'CASE_CLAIM_NEEDED',
        'RULING_INVALID',
        'BALANCE_INSUFFICIENT',
        'RATE_LIMITED',
        'PARAMETERS_INVALID',
      ]}
      onClose={onClose}
      onConfirm={async (text) => {
        const { requestId } = await callApi('/operator/case/rule', {
          input: {
            orderId: order.orderId,
            version: String(order.version),
            ruling,
            reason,
            text,
            fault,
            evidence: [...evidence],
            ...(ruling === 'split' && { payerPart }),
          },
        });
        tell(say(requestId === null ? 'done' : 'asked'));
        onDone();
      }}
    >
      <WhatHappens order={order} form={form} />
      <p className={componentStyles.quiet}>{inLanguage(RULING_REASONS[reason], language)}</p>
      <Notice tone={isTwo ? 'held' : 'neutral'}>{say(isTwo ? 'two' : 'now')}</Notice>
    </ReasonDialog>
  );
}

function WhatHappens({ order, form }: { order: Detail['order']; form: RulingForm }) {
  const say = useWords(ruleWords);
  const { coin } = order;
  const amount = formatMoney(order.quantity);
  if (form.ruling === 'relock') return <p>{say('relocks', { amount, coin })}</p>;
  const shares = sharesOf(form, order);
  if (!shares) return <p>{say('stays')}</p>;
  return (
    <ul className={componentStyles.keys}>
      {shares.payer !== undefined && (
        <li>{say('payerGets', { amount: formatMoney(shares.payer), coin, fee: formatMoney(shares.fee) })}</li>
      )}
      {shares.payee !== undefined && <li>{say('payeeGets', { amount: formatMoney(shares.payee), coin })}</li>}
    </ul>
  );
}
