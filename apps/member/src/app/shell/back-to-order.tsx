import { ClockIcon, Countdown } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { orderSentence, useIsOverdue } from '#components/order-duty-card.tsx';
import { dutyDeadlineOf, dutyKeyOf, isYourTurn, sortByUrgency } from '#components/order-duty.rules.ts';
import { sharedWords } from '#components/components.words.ts';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress, type Category } from '#platform/router/routes.rules.ts';
import type { ListedOrder } from '@holdfast/contract/calls';
import { shellWords } from './shell.words.ts';
import styles from './shell.module.css';
import { useRunningOrders } from './use-running-orders.ts';

/** Where a member looks around while an order runs. Home lists the orders itself, and the orders are there already. */
const ELSEWHERE: readonly Category[] = ['transaction', 'pending-order'];

/** The way back to the live order, one tap from where nothing else leads to it: of several, the one that is most urgent. */
export function BackToOrder({ category }: { category: Category }) {
  const { data } = useRunningOrders();
  const [first] = sortByUrgency(data?.items ?? []);
  return first && ELSEWHERE.includes(category) ? <Way order={first} /> : null;
}

function Way({ order }: { order: ListedOrder }) {
  const say = useWords(shellWords);
  const sayShared = useWords(sharedWords);
  const isOverdue = useIsOverdue(order);
  const deadline = isYourTurn(order) ? dutyDeadlineOf(order) : null;
  return (
    <Link to={screenAddress('/front-end-order', { orderId: order.orderId })} className={styles.backToOrder}>
      <ClockIcon size={20} />
      <span className={styles.backText}>
        <span className="visually-hidden">{say('backToOrder')} </span>
        <strong>{sayShared(`duty.${dutyKeyOf(order, isOverdue)}`)}</strong>{' '}
        <span>{orderSentence(order, sayShared)}</span>
      </span>
      {deadline !== null && <Countdown deadlineMs={Date.parse(deadline)} />}
    </Link>
  );
}
