import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { Button, buttonClass } from '@holdfast/ui';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { mainActionOf, secondActionOf } from './order-room.rules.ts';
import styles from './orders.module.css';
import { ordersWords } from './orders.words.ts';

interface RoomActionsProps {
  order: OrderDetail;
  /** Fixed at the bottom of a phone; else it stands in the column. */
  isAtThumb: boolean;
  onAct: (action: 'paid' | 'release' | 'appeal' | 'extend') => void;
}

/** The next step of this side, or the ways on after the end. While somebody else has to act there is none. */
export function RoomActions({ order, isAtThumb, onAct }: RoomActionsProps) {
  const say = useWords(ordersWords);
  const main = mainActionOf(order);
  const second = secondActionOf(order);
  const isLive = ORDER_STATE_INFO[order.state].live;
  if (!main && !second && isLive) return null;
  return (
    <div className={isAtThumb ? styles.atThumb : undefined} data-fixed-action={isAtThumb || undefined}>
      <div className={styles.actions}>
        {main && (
          <Button block large onClick={() => onAct(main)}>
            {say(main === 'paid' && order.state === 'GRACE' ? 'paidInTime' : main)}
          </Button>
        )}
        {second && (
          <Button block large look={main ? 'quiet' : 'primary'} onClick={() => onAct(second)}>
            {say(`action.${second}`)}
          </Button>
        )}
      </div>
      {!isLive && <WaysOn order={order} />}
    </div>
  );
}

function WaysOn({ order: { role, coin, state } }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const next =
    role === 'payer'
      ? { to: screenAddress('/transaction', { coin }), label: say('buyAgain') }
      : { to: screenAddress('/pendingOrder'), label: say('toListings') };
  const look = state === 'FINISHED' ? 'primary' : 'quiet';
  return (
    <div className={styles.waysOn}>
      {state === 'FINISHED' && (
        <Link to={next.to} className={buttonClass({ look: 'quiet', block: true, large: true })}>
          {next.label}
        </Link>
      )}
      <Link to={screenAddress('/home')} className={buttonClass({ look, block: true, large: true })}>
        {say('toWallet')}
      </Link>
    </div>
  );
}
