import type { OrderDetail } from '@holdfast/contract/calls';
import { DECLINE_REASONS, type DeclineReason } from '@holdfast/contract/orders';
import { Button, Chips, formatMoney, Question, Sheet, stackClass } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { acceptWords } from './accept-wait.words.ts';
import { isOpen } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';

const SHOWN = ['ORDER_ACTION_NOT_ALLOWED', 'RATE_LIMITED'] as const;

/** An order that waits for its owner: who was asked accepts or declines, who ordered may take it back. */
export function AcceptWait({ order, isAtThumb }: { order: OrderDetail; isAtThumb: boolean }) {
  const say = useWords(acceptWords);
  const [asks, setAsks] = useState<'decline' | 'withdraw'>();
  const { callApi } = useServices();
  const accept = useAnswer(order, 'accepted', (on) => callApi('/order/accept', { input: on }));
  const close = () => setAsks(undefined);
  return (
    <div className={isAtThumb ? styles.atThumb : undefined} data-fixed-action={isAtThumb || undefined}>
      <div className={stackClass}>
        <Refusal error={accept.error} />
        {isOpen(order, 'accept') && order.role === 'payer' && (
          <p className={styles.soft}>
            {say('feeIsYours', {
              fee: formatMoney(order.fee),
              receives: formatMoney(order.receives),
              coin: order.coin,
            })}
          </p>
        )}
        {isOpen(order, 'accept') && (
          <Button block large busy={accept.isBusy} onClick={() => void accept.run()}>
            {say('accept')}
          </Button>
        )}
        {isOpen(order, 'decline') && (
          <Button block look="quiet" disabled={accept.isBusy} onClick={() => setAsks('decline')}>
            {say('decline')}
          </Button>
        )}
        {isOpen(order, 'cancel') && (
          <Button block look="quiet" onClick={() => setAsks('withdraw')}>
            {say('withdraw')}
          </Button>
        )}
      </div>
      {asks === 'decline' && <DeclineSheet order={order} onClose={close} />}
      {asks === 'withdraw' && <Withdraw order={order} onClose={close} />}
    </div>
  );
}

type OnOrder = { readonly orderId: string; readonly version: string };

function useAnswer(
  { orderId, version }: OrderDetail,
  done: 'accepted' | 'declined' | 'withdrawn',
  send: (on: OnOrder) => Promise<{ order: OrderDetail }>,
) {
  const say = useWords(acceptWords);
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async () => {
      await command(() => send({ orderId, version: String(version) }));
      showToast(say(done));
    },
    { shows: [...SHOWN] },
  );
}

/** Declining costs the buyer nothing; the reason is for our staff and for the owner's own record. */
function DeclineSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(acceptWords);
  const { callApi } = useServices();
  const [reason, setReason] = useState<DeclineReason>('not-available');
  const decline = useAnswer(order, 'declined', (on) =>
    callApi('/order/decline', { input: { ...on, reason } }),
  );
  return (
    <Sheet
      title={say('decline')}
      onClose={decline.isBusy ? undefined : onClose}
      foot={
        <Button block large busy={decline.isBusy} onClick={() => void decline.run()}>
          {say('declineConfirm')}
        </Button>
      }
    >
      <div className={stackClass}>
        <p>{say('declineText', { quantity: formatMoney(order.quantity), coin: order.coin })}</p>
        <div className={styles.choice}>
          <p>{say('declineWhy')}</p>
          <Chips
            label={say('declineWhy')}
            value={reason}
            onChange={setReason}
            options={DECLINE_REASONS.map((one) => ({ value: one, label: say(`reason.${one}`) }))}
          />
        </div>
        <Refusal error={decline.error} />
      </div>
    </Sheet>
  );
}

function Withdraw({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(acceptWords);
  const { callApi } = useServices();
  const withdraw = useAnswer(order, 'withdrawn', (on) =>
    callApi('/order/cancel', { input: { ...on, notPaid: '1', reason: 'changed-mind' } }),
  );
  return (
    <Question
      title={say('withdrawAsk')}
      cancel={say('withdrawKeep')}
      confirm={say('withdraw')}
      busy={withdraw.isBusy}
      onConfirm={() => void withdraw.run()}
      onClose={onClose}
    >
      <p>{say('withdrawText')}</p>
      <Refusal error={withdraw.error} />
    </Question>
  );
}
