import type { OrderDetail } from '@holdfast/contract/calls';
import { requestReasonsOf, type RequestReason } from '@holdfast/contract/orders';
import { Button, Chips, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { refusalBesides, SECRET_ERRORS, SecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { cancelWords } from './cancel.words.ts';
import { CancelsLeft } from './cancels-left.tsx';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { ProofPicker } from './proof-picker.tsx';
import { REQUEST_REFUSALS, useRequestValues } from './request-values.ts';

const readAsked = recordOf<{ reason: string; proofFileId: string }>({ reason: text, proofFileId: text });

type TextKey = Extract<keyof (typeof cancelWords)['zh-TW'], `ask.${string}`>;

/** What an answer and no answer lead to. */
function consequenceOf({ state, role }: OrderDetail): TextKey {
  if (state === 'LOCKED') return 'ask.beforePaid';
  if (state === 'STUCK_CASE') return role === 'payer' ? 'ask.payerInCase' : 'ask.payeeInCase';
  if (role === 'payer') return 'ask.payer';
  return state === 'PAID' ? 'ask.payee' : 'ask.payeeStuck';
}

/** Asking to cancel: why, and what follows. A payer who has pressed "paid" gives the transaction secret, for silence would give the coin back. */
export function AskSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(cancelWords);
  const values = useRequestValues(order);
  const [isSure, setSure] = useState(false);
  const [asked, setAsked, forget] = useAsked(order);
  const reasons = requestReasonsOf(order.role, order.state);
  const reason = reasons.find((one) => one === asked.reason);
  const [isSending, setSending] = useState(false);
  const ask = useAsk(order, { reason, proofFileId: asked.proofFileId }, () => {
    forget();
    onClose();
  });
  const refusal = refusalBesides(ask.error);
  const isPayer = order.role === 'payer';
  if (isSure && !refusal)
    return <SecretSheet purpose={say('askPurpose', values)} action={ask} onClose={onClose} />;
  const send = () => {
    ask.forgetError();
    if (isPayer) setSure(true);
    else void ask.run('');
  };
  return (
    <Sheet
      title={say('ask')}
      onClose={ask.isBusy ? undefined : onClose}
      foot={
        <>
          <Button
            look="danger"
            block
            large
            disabled={reason === undefined || isSending}
            busy={ask.isBusy}
            onClick={send}
          >
            {say('askSend')}
          </Button>
          <Button look="quiet" block disabled={ask.isBusy} onClick={onClose}>
            {say('keep')}
          </Button>
        </>
      }
    >
      <div className={stackClass}>
        {isPayer && <Notice tone="held">{say('ask.payerWarning')}</Notice>}
        <p>{say(consequenceOf(order), values)}</p>
        {isPayer && <CancelsLeft afterPaid />}
        {!isPayer && order.state === 'LOCKED' && <Notice tone="held">{say('ask.beforePaidCost')}</Notice>}
        <div className={styles.choice}>
          <p>{say('askWhy')}</p>
          <Chips
            label={say('askWhy')}
            value={reason}
            onChange={(next) => setAsked({ ...asked, reason: next })}
            options={reasons.map((one) => ({ value: one, label: say(`why.${one}`) }))}
          />
        </div>
        {order.state !== 'LOCKED' && (
          <ProofPicker
            isOptional
            fileId={asked.proofFileId}
            onFile={(proofFileId) => setAsked({ ...asked, proofFileId })}
            onSending={setSending}
          />
        )}
        <Refusal error={refusal} />
      </div>
    </Sheet>
  );
}

/** What is being asked: it stays where the sheet is left. */
const useAsked = ({ orderId }: OrderDetail) =>
  useFormDraft(`ask-cancel ${orderId}`, { read: readAsked, initial: { reason: '', proofFileId: '' } });

function useAsk(
  order: OrderDetail,
  { reason, proofFileId }: { reason: RequestReason | undefined; proofFileId: string },
  onDone: () => void,
) {
  const say = useWords(cancelWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      if (reason === undefined) return;
      const input = {
        orderId: order.orderId,
        version: String(order.version),
        reason,
        ...(proofFileId !== '' && { proofFileId }),
      };
      await command(() =>
        order.role === 'payer'
          ? callApi('/order/request-cancel-after-paid', { input, transpass })
          : callApi('/order/request-cancel', { input }),
      );
      showToast(say('askSent'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, ...REQUEST_REFUSALS, 'FILE_NOT_FOUND'] },
  );
}
