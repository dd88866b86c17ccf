import type { OrderDetail } from '@holdfast/contract/calls';
import {
  normalizeHolderName,
  PAID_QR_TYPES,
  PAY_TYPES,
  proofClauses,
  type PaidQrType,
  type PayType,
} from '@holdfast/contract/rules';
import { Button, Field, formatMoney, Segmented, SelectField, Sheet, stackClass } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { oneOf, recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { BankSelect } from '#components/bank.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';

interface Declared {
  payType: PayType;
  bank: string;
  app: '' | PaidQrType;
  lastFive: string;
  payer: string;
}

const NOTHING_DECLARED: Declared = { payType: 'bank', bank: '', app: '', lastFive: '', payer: '' };

const readDeclared = recordOf<Declared>({
  payType: oneOf(PAY_TYPES),
  bank: text,
  app: oneOf(['', ...PAID_QR_TYPES]),
  lastFive: text,
  payer: text,
});

/** The declaration as the rule and the call read it: what belongs to the other way of paying is absent. */
function toProof({ payType, bank, app, lastFive, payer }: Declared) {
  return {
    payType,
    ...(payType === 'bank' && { paidBank: bank }),
    ...(payType === 'qr' && app !== '' && { paidQRType: app }),
    lastFive,
    payer: normalizeHolderName(payer),
  };
}

/** "I have paid": from where, so that the other side can find the money at the bank. */
export function PaidSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(ordersWords);
  const formId = useId();
  const { payMethods } = order;
  const [typed, setDeclared, forget] = useFormDraft(`paid ${order.orderId}`, {
    read: readDeclared,
    initial: NOTHING_DECLARED,
  });
  const payType = payMethods.find((method) => method === typed.payType) ?? payMethods[0] ?? typed.payType;
  const declared = { ...typed, payType };
  const [wasTried, setTried] = useState(false);
  const clauses = proofClauses(toProof(declared));
  const declare = useDeclare(order, declared, () => {
    forget();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(clauses).every(Boolean)) void declare.run();
  };
  const wrong = (clause: 'paidBank' | 'paidQRType' | 'lastFive' | 'payer') =>
    wasTried && !clauses[clause] ? say(`wrong.${clause}`) : undefined;
  const put = (change: Partial<Declared>) => setDeclared({ ...declared, ...change });
  return (
    <Sheet
      title={say('paidTitle')}
      onClose={declare.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={declare.isBusy}>
          {say('paidConfirm', { pay: formatMoney(order.payTwd) })}
        </Button>
      }
    >
      <form id={formId} className={stackClass} onSubmit={submit} noValidate>
        <p className={styles.soft}>{say('paidText')}</p>
        {payMethods.length > 1 && (
          <Segmented
            stretch
            label={say('payType')}
            value={payType}
            onChange={(next) => put({ payType: next })}
            options={payMethods.map((method) => ({ value: method, label: say(`payType.${method}`) }))}
          />
        )}
        <Source declared={declared} put={put} wrong={wrong} />
        <Field
          label={say('lastFive')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={declared.lastFive}
          onChange={(event) => put({ lastFive: event.target.value.normalize('NFKC').replace(/[^0-9]/g, '') })}
          error={wrong('lastFive')}
        />
        <Field
          label={say('payer')}
          autoComplete="name"
          value={declared.payer}
          onChange={(event) => put({ payer: event.target.value })}
          hint={say('payerHint')}
          error={wrong('payer')}
        />
        <Refusal error={declare.error} />
      </form>
    </Sheet>
  );
}

interface SourceProps {
  declared: Declared;
  put: (change: Partial<Declared>) => void;
  wrong: (clause: 'paidBank' | 'paidQRType') => string | undefined;
}

/** The bank it was sent from, or the app that scanned. */
function Source({ declared, put, wrong }: SourceProps) {
  const say = useWords(ordersWords);
  if (declared.payType === 'qr')
    return (
      <SelectField
        label={say('qrApp')}
        value={declared.app}
        onChange={(event) => put({ app: PAID_QR_TYPES.find((app) => app === event.target.value) ?? '' })}
        error={wrong('paidQRType')}
      >
        <option value="">{say('chooseApp')}</option>
        {PAID_QR_TYPES.map((app) => (
          <option key={app} value={app}>
            {say(`qr.${app}`)}
          </option>
        ))}
      </SelectField>
    );
  return (
    <BankSelect
      label={say('fromBank')}
      value={declared.bank}
      onChange={(bank) => put({ bank })}
      error={wrong('paidBank')}
    />
  );
}

function useDeclare(order: OrderDetail, declared: Declared, onDone: () => void) {
  const say = useWords(ordersWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async () => {
      const input = { orderId: order.orderId, version: String(order.version), ...toProof(declared) };
      await command(() => callApi('/order/paid', { input }));
      showToast(say('paidDone'));
      onDone();
    },
    { shows: ['ORDER_PROOF_INVALID', 'PAY_METHOD_NOT_OFFERED', 'ORDER_ACTION_NOT_ALLOWED'] },
  );
}
