import type { OrderDetail } from '@holdfast/contract/calls';
import { Button, Card, Question } from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { useServices } from '#state/services.tsx';
import { blameWords } from './blame.words.ts';
import { isOpen } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';

/** The other side has cancelled and named a reason of this side. Saying that it is so is free to leave: silence changes nothing. */
export function BlameCard({ order }: { order: OrderDetail }) {
  const say = useWords(blameWords);
  const [isAsked, setAsked] = useState(false);
  if (!isOpen(order, 'take-blame')) return null;
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say('title', { nick: order.counterparty.nick })}</h2>
      <p className={styles.soft}>{say(`text.${order.role}`)}</p>
      <div className={styles.waysOn}>
        <Button look="quiet" block onClick={() => setAsked(true)}>
          {say('take')}
        </Button>
      </div>
      {isAsked && <Ask order={order} onClose={() => setAsked(false)} />}
    </Card>
  );
}

function Ask({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(blameWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  const take = useAction(
    async () => {
      const input = { orderId: order.orderId, version: String(order.version) };
      await command(() => callApi('/order/take-blame', { input }));
      showToast(say('done'));
      onClose();
    },
    { shows: ['ORDER_ACTION_NOT_ALLOWED', 'RATE_LIMITED'] },
  );
  return (
    <Question
      title={say('ask')}
      cancel={say('keep')}
      confirm={say('take')}
      busy={take.isBusy}
      onConfirm={() => void take.run()}
      onClose={onClose}
    >
      <p>{say('askText')}</p>
      <Refusal error={take.error} />
    </Question>
  );
}
