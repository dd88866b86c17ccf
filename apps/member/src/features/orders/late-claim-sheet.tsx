import type { OrderDetail } from '@holdfast/contract/calls';
import { CASE_TEXT_MAX } from '@holdfast/contract/orders';
import { Button, Facts, formatMoney, LongField, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useFaultFocus } from '#components/use-fault-focus.ts';
import { appealWords } from './appeal.words.ts';
import { useOrderCommand } from './orders.query.ts';
import { paidWords } from './paid.words.ts';
import { PayToFacts } from './pay-to.tsx';
import { ProofPicker } from './proof-picker.tsx';

const readSaid = recordOf<{ said: string; proofFileId: string }>({ said: text, proofFileId: text });

/** The payer of a cancelled order had paid: when, from where and how much, for the operators. */
export function LateClaimSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(appealWords);
  const sayPaid = useWords(paidWords);
  const formId = useId();
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  const [written, write, forget] = useFormDraft(`late-claim ${order.orderId}`, {
    read: readSaid,
    initial: { said: '', proofFileId: '' },
  });
  const { said, proofFileId } = written;
  const { form, wasTried, noteTry } = useFaultFocus();
  const [isSending, setSending] = useState(false);
  const words = said.trim();
  const claim = useAction(
    async () => {
      const input = {
        orderId: order.orderId,
        version: String(order.version),
        text: words,
        ...(proofFileId !== '' && { proofFileId }),
      };
      await command(() => callApi('/order/late-claim', { input }));
      showToast(say('sent'));
      forget();
      onClose();
    },
    { shows: ['LATE_CLAIM_EMPTY', 'FILE_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED'] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    noteTry();
    if (words !== '' && !isSending) void claim.run();
  };
  return (
    <Sheet
      title={say('claimTitle')}
      onClose={claim.isBusy ? undefined : onClose}
      foot={
        <Button type="submit" form={formId} block large busy={claim.isBusy}>
          {say('send')}
        </Button>
      }
    >
      <form ref={form} id={formId} className={stackClass} onSubmit={submit} noValidate>
        <p>{say('claimText', { pay: formatMoney(order.payTwd) })}</p>
        <PaidTo order={order} />
        <Notice tone="held">{say('claimWarning')}</Notice>
        <LongField
          label={say('claimSaid')}
          value={said}
          maxLength={CASE_TEXT_MAX}
          onChange={(event) => write({ ...written, said: event.target.value })}
          hint={say('textHint')}
          error={wasTried && words === '' ? say('claimMissing') : undefined}
        />
        <ProofPicker
          isOptional
          fileId={proofFileId}
          error={wasTried && isSending ? sayPaid('wait') : undefined}
          onFile={(fileId) => write({ ...written, proofFileId: fileId })}
          onSending={setSending}
        />
        <Refusal error={claim.error} />
      </form>
    </Sheet>
  );
}

/** Whom it was to be paid to, for as long as the server shows it. */
function PaidTo({ order: { payTo } }: { order: OrderDetail }) {
  if (!payTo) return null;
  return (
    <Facts>
      <PayToFacts payTo={payTo} isPast />
    </Facts>
  );
}
