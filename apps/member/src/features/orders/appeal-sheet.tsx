import type { OrderDetail } from '@holdfast/contract/calls';
import {
  APPEAL_REASONS,
  appealFaults,
  appealReasons,
  CASE_TEXT_MAX,
  ORDER_STATE_INFO,
  type AppealReason,
} from '@holdfast/contract/orders';
import { Button, Chips, formatMoney, LongField, Sheet, stackClass } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { oneOf, recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import { appealWords } from './appeal.words.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { paidWords } from './paid.words.ts';
import { ProofPicker } from './proof-picker.tsx';

interface Written {
  reason: AppealReason;
  text: string;
  /** A file beside the words, once it has been uploaded. */
  proofFileId: string;
}

const readWritten = recordOf<Written>({ reason: oneOf(APPEAL_REASONS), text, proofFileId: text });

/** Asks the operators to decide: a reason of this side, and words where the reason alone says too little. */
export function AppealSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(appealWords);
  const sayPaid = useWords(paidWords);
  const formId = useId();
  const isLive = ORDER_STATE_INFO[order.state].live;
  const reasons = appealReasons(order.role, order.state);
  const [kept, write, forget] = useFormDraft<Written>(`appeal ${order.orderId}`, {
    read: readWritten,
    initial: { reason: reasons[0] ?? 'other', text: '', proofFileId: '' },
  });
  // What was chosen while the order ran may be no reason after its end.
  const written = reasons.includes(kept.reason) ? kept : { ...kept, reason: reasons[0] ?? 'other' };
  const { form, wasTried, noteTry } = useFaultFocus();
  const [isSending, setSending] = useState(false);
  const faults = appealFaults(order, { ...written, text: written.text.trim() });
  const isTextNeeded = appealFaults(order, { ...written, text: '' }).includes('text');
  const appeal = useAppeal(order, written, () => {
    forget();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (faults.length === 0 && !isSending) void appeal.run();
  };
  const values = { quantity: formatMoney(order.quantity), coin: order.coin };
  return (
    <Sheet
      title={say('title')}
      onClose={appeal.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={appeal.isBusy}>
          {say('send')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={stackClass} onSubmit={submit} noValidate>
        <p className={styles.soft}>{isLive ? say('intro', values) : say('introEnded')}</p>
        <div className={styles.choice}>
          <p>{say('why')}</p>
          <Chips
            label={say('why')}
            value={written.reason}
            onChange={(reason) => write({ ...written, reason })}
            options={reasons.map((one) => ({ value: one, label: say(`reason.${one}`) }))}
          />
        </div>
        <LongField
          label={isTextNeeded ? say('text') : say('textOptional')}
          value={written.text}
          maxLength={CASE_TEXT_MAX}
          onChange={(event) => write({ ...written, text: event.target.value })}
          hint={say('textHint')}
          error={wasTried && faults.includes('text') ? say('textMissing') : undefined}
        />
        <ProofPicker
          isOptional
          fileId={written.proofFileId}
          error={wasTried && isSending ? sayPaid('wait') : undefined}
          onFile={(proofFileId) => write({ ...written, proofFileId })}
          onSending={setSending}
        />
        <Refusal error={appeal.error} />
      </form>
    </Sheet>
  );
}

function useAppeal(order: OrderDetail, { reason, text: words, proofFileId }: Written, onDone: () => void) {
  const say = useWords(appealWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async () => {
      const { orderId, version } = order;
      const said = words.trim();
      const input = {
        orderId,
        version: String(version),
        reason,
        ...(said !== '' && { text: said }),
        ...(proofFileId !== '' && { proofFileId }),
      };
      await command(() => callApi('/order/appeal', { input }));
      showToast(say('sent'));
      onDone();
    },
    { shows: ['APPEAL_INVALID', 'FILE_NOT_FOUND', 'ORDER_ACTION_NOT_YET', 'ORDER_ACTION_NOT_ALLOWED'] },
  );
}
