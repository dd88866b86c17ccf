import type { OrderDetail } from '@holdfast/contract/calls';
import { Button, Checkbox, Notice, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { refusalBesides, SECRET_ERRORS, SecretSheet } from '#components/secret-sheet.tsx';
import { useToast } from '#components/toast.tsx';
import { cancelWords } from './cancel.words.ts';
import { useOrderCommand } from './orders.query.ts';
import { REQUEST_REFUSALS, useRequestValues } from './request-values.ts';

/** Whether the payer gives up a coin that "paid" was pressed for: that takes the transaction secret. */
const takesSecret = ({ role, state }: OrderDetail) => role === 'payer' && state !== 'LOCKED';

/** Agreeing gives the coin back, so it says so and opens only with the tick that no money has moved. */
export function AllowSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(cancelWords);
  const values = useRequestValues(order);
  const [isTicked, setTicked] = useState(false);
  const [isSure, setSure] = useState(false);
  const allow = useAllow(order, onClose);
  const refusal = refusalBesides(allow.error);
  const isPayer = order.role === 'payer';
  const tick = isPayer ? (takesSecret(order) ? 'allow.tickPayerPaid' : 'allow.tickPayer') : 'allow.tickPayee';
  if (isSure && !refusal)
    return <SecretSheet purpose={say('allowPurpose', values)} action={allow} onClose={onClose} />;
  const agree = () => {
    allow.forgetError();
    if (takesSecret(order)) setSure(true);
    else void allow.run('');
  };
  return (
    <Sheet
      title={say('allow')}
      onClose={allow.isBusy ? undefined : onClose}
      foot={
        <>
          <Button look="danger" block large disabled={!isTicked} busy={allow.isBusy} onClick={agree}>
            {say('allow')}
          </Button>
          <Button look="quiet" block disabled={allow.isBusy} onClick={onClose}>
            {say('later')}
          </Button>
        </>
      }
    >
      <div className={stackClass}>
        <p>{say(isPayer ? 'allow.text' : 'allow.textOwn', values)}</p>
        <Notice tone="held">{say(isPayer ? 'allow.warnPayer' : 'allow.warnPayee', values)}</Notice>
        <Checkbox
          label={say(tick, values)}
          checked={isTicked}
          onChange={(event) => setTicked(event.target.checked)}
        />
        <Refusal error={refusal} />
      </div>
    </Sheet>
  );
}

function useAllow(order: OrderDetail, onDone: () => void) {
  const say = useWords(cancelWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async (transpass: string) => {
      const input = { orderId: order.orderId, version: String(order.version), nothingMoved: '1' } as const;
      await command(() =>
        takesSecret(order)
          ? callApi('/order/allow-cancel-after-paid', { input, transpass })
          : callApi('/order/allow-cancel', { input }),
      );
      showToast(say('cancelled'));
      onDone();
    },
    { shows: [...SECRET_ERRORS, ...REQUEST_REFUSALS] },
  );
}
