import type { OrderDetail } from '@holdfast/contract/calls';
import { CASE_TEXT_MAX } from '@holdfast/contract/orders';
import { Button, formatMoney, LongField, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useId, useState, type FormEvent } from 'react';
import { useAction } from '@holdfast/client/calls';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { appealWords } from './appeal.words.ts';
import { useOrderCommand } from './orders.query.ts';

const readSaid = recordOf<{ said: string }>({ said: text });

/** The payer of a cancelled order had paid: when, from where and how much, for the operators. */
export function LateClaimSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(appealWords);
  const formId = useId();
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  const [{ said }, write, forget] = useFormDraft(`late-claim ${order.orderId}`, {
    read: readSaid,
    initial: { said: '' },
  });
  const [wasTried, setTried] = useState(false);
  const words = said.trim();
  const claim = useAction(
    async () => {
      const input = { orderId: order.orderId, version: String(order.version), text: words };
      await command(() => callApi('/order/late-claim', { input }));
      showToast(say('sent'));
      forget();
      onClose();
    },
    { shows: ['LATE_CLAIM_EMPTY', 'ORDER_ACTION_NOT_ALLOWED'] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (words !== '') void claim.run();
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
      <form id={formId} className={stackClass} onSubmit={submit} noValidate>
        <p>{say('claimText', { pay: formatMoney(order.payTwd) })}</p>
        <Notice tone="held">{say('claimWarning')}</Notice>
        <LongField
          label={say('claimSaid')}
          value={said}
          maxLength={CASE_TEXT_MAX}
          onChange={(event) => write({ said: event.target.value })}
          hint={say('textHint')}
          error={wasTried && words === '' ? say('claimMissing') : undefined}
        />
        <Refusal error={claim.error} />
      </form>
    </Sheet>
  );
}
