import type { ListedOrder, OrderSummary } from '@holdfast/contract/calls';
import { dutyCardClass, DutyCardBody, formatMoney, useServerTime } from '@holdfast/ui';
import { useWords, type Say } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { dutyDeadlineOf, dutyKeyOf, isYourTurn } from './order-duty.rules.ts';
import { sharedWords } from './components.words.ts';
import styles from './components.module.css';

type SayShown = Say<(typeof sharedWords)['zh-TW']>;

/** An order in one sentence, from the viewer's side. */
export function orderSentence(order: OrderSummary, say: SayShown): string {
  const { coin, counterparty, role } = order;
  const values = { nick: counterparty.nick, quantity: formatMoney(order.quantity), coin };
  return role === 'payer' ? say('buyFrom', values) : say('sellTo', values);
}

/** Whether the deadline of the present duty has passed, by the server's clock; it turns by itself when it does. */
export function useIsOverdue(order: OrderSummary): boolean {
  const deadline = dutyDeadlineOf(order);
  return useServerTime((now) => deadline !== null && now > Date.parse(deadline));
}

/** A running order as a card that leads to its room: whose turn, with whom, and the clock of that duty. */
export function OrderDutyCard({
  order,
  to,
  isSelected = false,
}: {
  /** `unread`: lines of its thread, where they are known. */
  order: OrderSummary & Partial<Pick<ListedOrder, 'unread'>>;
  to: string;
  isSelected?: boolean;
}) {
  const say = useWords(sharedWords);
  const { unread = 0 } = order;
  const dutySince = order.cancelRequest?.askedAt ?? order.dutySince;
  const deadline = dutyDeadlineOf(order);
  const isOverdue = useIsOverdue(order);
  return (
    <Link
      to={to}
      className={dutyCardClass({ isYours: isYourTurn(order), isSelected })}
      aria-current={isSelected || undefined}
    >
      <DutyCardBody
        title={say(`duty.${dutyKeyOf(order, isOverdue)}`)}
        note={
          <>
            {orderSentence(order, say)}
            <span className={styles.serial}>{order.serialNo}</span>
            {unread > 0 && <strong>{say('unreadLines', { count: String(unread) })}</strong>}
          </>
        }
        sinceMs={dutySince === null ? undefined : Date.parse(dutySince)}
        deadlineMs={deadline === null ? undefined : Date.parse(deadline)}
      />
    </Link>
  );
}
