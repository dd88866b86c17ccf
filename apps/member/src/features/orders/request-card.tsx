import type { OrderDetail } from '@holdfast/contract/calls';
import { Button, Card, formatMoney } from '@holdfast/ui';
import { clockTime, useWords } from '@holdfast/client/i18n';
import { useSettings } from '#state/services.tsx';
import { cancelWords } from './cancel.words.ts';
import { isOpen } from './order-room.rules.ts';
import styles from './orders.module.css';

/** What a member may do about a request, each with a sheet of its own. */
const REQUEST_ACTS = ['request-cancel', 'allow-cancel', 'deny-cancel'] as const;
export type RequestAct = (typeof REQUEST_ACTS)[number];

export function isRequestAct(opened: string): opened is RequestAct {
  return REQUEST_ACTS.some((act) => act === opened);
}

/** The open request to cancel: by whom, why, what no answer leads to, and the two answers for who has to give one. */
export function RequestCard({ order, onAct }: { order: OrderDetail; onAct: (act: RequestAct) => void }) {
  const say = useWords(cancelWords);
  const { language } = useSettings();
  const { cancelRequest: request, counterparty, deadlineDate } = order;
  if (!request) return null;
  const side = request.by === 'you' ? 'mine' : 'theirs';
  const values = {
    nick: counterparty.nick,
    quantity: formatMoney(order.quantity),
    coin: order.coin,
    time: request.deadline === null ? '—' : clockTime(request.deadline, language),
  };
  const paysOn = order.state === 'LOCKED' && order.role === 'payer' && deadlineDate !== null;
  return (
    <Card className={styles.pay}>
      <h2 className={styles.cardTitle}>{say(`card.${side}`, values)}</h2>
      <p>{say('reason', { reason: say(`why.${request.reason}`) })}</p>
      <p className={styles.soft}>{say(`silence.${request.onSilence ?? 'none'}.${side}`, values)}</p>
      {paysOn && <p className={styles.soft}>{say('payOn', { time: clockTime(deadlineDate, language) })}</p>}
      {side === 'theirs' && (
        <div className={styles.waysOn}>
          {isOpen(order, 'deny-cancel') && (
            <Button look="quiet" block onClick={() => onAct('deny-cancel')}>
              {say('deny')}
            </Button>
          )}
          {isOpen(order, 'allow-cancel') && (
            <Button look="danger" block onClick={() => onAct('allow-cancel')}>
              {say('allow')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
