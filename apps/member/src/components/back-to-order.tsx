import type { ListedOrder } from '@holdfast/contract/calls';
import { ClockIcon, Countdown } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useAccount } from '#state/services.tsx';
import styles from './back-to-order.module.css';
import { backToOrderWords } from './back-to-order.words.ts';
import { sharedWords } from './components.words.ts';
import { orderSentence, useIsOverdue } from './order-duty-card.tsx';
import { dutyDeadlineOf, dutyKeyOf, isYourTurn, sortByUrgency } from './order-duty.rules.ts';

/**
 * The way back to the live order, one tap from a screen where nothing else leads to it: of several, the one that is most urgent. The screens that show it hold
 * it, and not the frame, whose code is in the page.
 */
export function BackToOrder() {
  const account = useAccount();
  const { data } = useRead('/api/v1/members/orders-in-progress/{account}', { params: { account } });
  const [first] = sortByUrgency(data?.items ?? []);
  return first ? <Way order={first} /> : null;
}

function Way({ order }: { order: ListedOrder }) {
  const say = useWords(backToOrderWords);
  const sayShared = useWords(sharedWords);
  const isOverdue = useIsOverdue(order);
  const deadline = isYourTurn(order) ? dutyDeadlineOf(order) : null;
  return (
    <Link to={screenAddress('/front-end-order', { orderId: order.orderId })} className={styles.way}>
      <ClockIcon size={20} />
      <span className={styles.text}>
        <span className="visually-hidden">{say('back')} </span>
        <strong>{sayShared(`duty.${dutyKeyOf(order, isOverdue)}`)}</strong>{' '}
        <span className={styles.sentence}>{orderSentence(order, sayShared)}</span>
      </span>
      {deadline !== null && <Countdown deadlineMs={Date.parse(deadline)} />}
    </Link>
  );
}
