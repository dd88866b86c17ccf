import type { OrderDetail } from '@holdfast/contract/calls';
import { normalizeHolderName, payTypeOf, proofClauses, type PayMethod } from '@holdfast/contract/rules';
import { Button, Card, Field, formatMoney, ListRow, Sheet, stackClass } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useRead } from '@holdfast/client/queries';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { BankSelect, useBankName } from '#components/bank.tsx';
import { usePayMethodName } from '#components/pay-method.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import { useLatePayment } from './late-payment.tsx';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';
import { paidWords } from './paid.words.ts';
import { ProofPicker } from './proof-picker.tsx';

interface Declared {
  bank: string;
  lastFive: string;
  payer: string;
  /** The proof, once it has been uploaded. */
  proofFileId: string;
}

const NOTHING_DECLARED: Declared = { bank: '', lastFive: '', payer: '', proofFileId: '' };

const readDeclared = recordOf<Declared>({
  bank: text,
  lastFive: text,
  payer: text,
  proofFileId: text,
});

/** The declaration as the rule and the call read it, of the method that was chosen at the lock: what belongs to another one is absent. */
function toProof(method: PayMethod, { bank, lastFive, payer }: Declared) {
  return {
    payType: payTypeOf(method),
    ...(method === 'bank' ? { paidBank: bank } : { paidQRType: method }),
    lastFive,
    payer: normalizeHolderName(payer),
  };
}

interface PaidSheetProps {
  order: OrderDetail;
  /** Whoever comes back from the bank has the receipt at hand: the picker opens by itself. */
  asksProof?: boolean;
  onClose: () => void;
}

/** "I have paid": from where, so that the other side can find the money at the bank, and what evidences it. */
export function PaidSheet({ order, asksProof = false, onClose }: PaidSheetProps) {
  const say = useWords(ordersWords);
  const formId = useId();
  const { payMethod } = order;
  const app = usePayMethodName()(payMethod);
  const [declared, setDeclared, forget] = useFormDraft(`paid ${order.orderId}`, {
    read: readDeclared,
    initial: NOTHING_DECLARED,
  });
  const sayPaid = useWords(paidWords);
  const late = useLatePayment(order);
  const { form, wasTried, noteTry } = useFaultFocus();
  const [isSending, setSending] = useState(false);
  const clauses = proofClauses(toProof(payMethod, declared));
  const declare = useDeclare(order, { ...declared, paidAt: late?.paidAt }, () => {
    forget();
    late?.forget();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    const isWhole = Object.values(clauses).every(Boolean) && (!late || late.paidAt !== undefined);
    if (isWhole && declared.proofFileId !== '' && !isSending) void declare.run();
  };
  const wrong = (clause: 'paidBank' | 'lastFive' | 'payer') =>
    wasTried && !clauses[clause] ? say(`wrong.${clause}`) : undefined;
  const put = (change: Partial<Declared>) => setDeclared({ ...declared, ...change });
  return (
    <Sheet
      title={late?.title ?? say('paidTitle')}
      onClose={declare.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={declare.isBusy}>
          {say('paidConfirm', { pay: formatMoney(order.payTwd) })}
        </Button>
      }
    >
      <form ref={form} id={formId} className={stackClass} onSubmit={submit} noValidate>
        {late?.ask(wasTried)}
        <ProofPicker
          fileId={declared.proofFileId}
          opensAtOnce={asksProof && declared.proofFileId === ''}
          error={wasTried && declared.proofFileId === '' ? sayPaid('missing') : undefined}
          onFile={(proofFileId) => put({ proofFileId })}
          onSending={setSending}
        />
        <p className={styles.soft}>{payMethod === 'bank' ? say('paidText') : say('paidTextApp', { app })}</p>
        <LastUsed payMethod={payMethod} declared={declared} onUse={put} />
        <AccountFields payMethod={payMethod} declared={declared} wrong={wrong} onPut={put} />
        <Refusal error={declare.error} />
      </form>
    </Sheet>
  );
}

interface AccountFieldsProps {
  payMethod: PayMethod;
  declared: Declared;
  wrong: (clause: 'paidBank' | 'lastFive' | 'payer') => string | undefined;
  onPut: (change: Partial<Declared>) => void;
}

/** The account that it was paid from. */
function AccountFields({ payMethod, declared, wrong, onPut: put }: AccountFieldsProps) {
  const say = useWords(ordersWords);
  return (
    <>
      {payMethod === 'bank' && (
        <BankSelect
          label={say('fromBank')}
          value={declared.bank}
          onChange={(bank) => put({ bank })}
          error={wrong('paidBank')}
        />
      )}
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
    </>
  );
}

/** Offers the account that this member paid from last, while nothing has been typed. */
function LastUsed({
  payMethod,
  declared,
  onUse,
}: {
  payMethod: PayMethod;
  declared: Declared;
  onUse: (from: Partial<Declared>) => void;
}) {
  const say = useWords(paidWords);
  const bankName = useBankName();
  const { data } = useRead('/order/paid-from', { input: { payMethod } });
  const from = data?.from;
  if (!from || declared.lastFive !== '' || declared.payer !== '') return null;
  const { paidBank, lastFive, payer } = from;
  const values = { lastFive, payer };
  return (
    <Card flush>
      <ListRow
        title={say('lastUsed')}
        note={
          paidBank === null
            ? say('lastUsedOfApp', values)
            : say('lastUsedOf', { ...values, bank: bankName(paidBank) })
        }
        onClick={() => onUse({ bank: paidBank ?? '', lastFive, payer })}
      />
    </Card>
  );
}

function useDeclare(
  order: OrderDetail,
  { paidAt, ...declared }: Declared & { paidAt: string | undefined },
  onDone: () => void,
) {
  const say = useWords(ordersWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async () => {
      const input = {
        orderId: order.orderId,
        version: String(order.version),
        ...toProof(order.payMethod, declared),
        proofFileId: declared.proofFileId,
        ...(paidAt !== undefined && { paidAt }),
      };
      await command(() => callApi('/order/paid', { input }));
      showToast(say('paidDone'));
      onDone();
    },
    {
      shows: ['ORDER_PROOF_INVALID', 'FILE_NOT_FOUND', 'PAY_METHOD_NOT_OFFERED', 'ORDER_ACTION_NOT_ALLOWED'],
    },
  );
}
