import type { ListedOrder, OrderSummary } from '@holdfast/contract/calls';
import { Button, Card, ClockIcon, EmptyState, ListRow, rowClass, RowList, Skeleton } from '@holdfast/ui';
import { dayAndTime, useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { LoadMore } from '#components/load-more.tsx';
import { MemberAvatar } from '#components/member-avatar.tsx';
import { OrderDutyCard, orderSentence } from '#components/order-duty-card.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { StaleNote } from '#components/stale-note.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { sharedWords } from '#components/components.words.ts';
import { orderFilterWords } from './order-filters.words.ts';
import { OrderPill } from './order-pill.tsx';
import styles from './orders.module.css';
import type { OrderScope, useOrders } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';

interface OrderListProps {
  orders: ReturnType<typeof useOrders>;
  known: readonly ListedOrder[] | undefined;
  scope: OrderScope;
  selected: string | undefined;
  /** Takes the filters away; undefined where there are none. */
  onAll: (() => void) | undefined;
}

export function OrderList({ orders, known, scope, selected, onAll }: OrderListProps) {
  if (orders.isError && !known) return <ReadFailed read={orders} />;
  if (!known)
    return (
      <div className={styles.cards} aria-busy>
        <Skeleton height="84px" />
        <Skeleton height="84px" />
      </div>
    );
  if (known.length === 0 && onAll) return <NoneMatches onAll={onAll} />;
  if (known.length === 0) return <NoOrders scope={scope} />;
  return (
    <>
      <StaleNote read={orders} />
      {scope === 'active' ? (
        <ul className={styles.cards}>
          {known.map((order) => (
            <li key={order.orderId}>
              <OrderDutyCard
                order={order}
                to={screenAddress('/front-end-order', { orderId: order.orderId })}
                isSelected={order.orderId === selected}
              />
            </li>
          ))}
        </ul>
      ) : (
        <PastOrders orders={known} selected={selected} />
      )}
      <LoadMore pages={orders} />
      {scope === 'past' && <ZoneNote isCentered />}
    </>
  );
}

function NoneMatches({ onAll }: { onAll: () => void }) {
  const say = useWords(orderFilterWords);
  return (
    <Card>
      <EmptyState
        icon={<ClockIcon />}
        title={say('none')}
        text={say('noneText')}
        action={
          <Button look="quiet" onClick={onAll}>
            {say('clear')}
          </Button>
        }
      />
    </Card>
  );
}

function NoOrders({ scope }: { scope: OrderScope }) {
  const say = useWords(ordersWords);
  return (
    <Card>
      <EmptyState
        icon={<ClockIcon />}
        title={say(scope === 'active' ? 'noneActive' : 'nonePast')}
        text={scope === 'active' ? say('noneActiveText') : undefined}
        action={
          scope === 'active' && (
            <Link to={screenAddress('/transaction')} className={styles.link}>
              {say('goBuy')}
            </Link>
          )
        }
      />
    </Card>
  );
}

function PastOrders({ orders, selected }: { orders: readonly OrderSummary[]; selected: string | undefined }) {
  const say = useWords(ordersWords);
  const sayShown = useWords(sharedWords);
  const { language } = useSettings();
  const { serverNow } = useServices();
  return (
    <Card flush>
      <RowList label={say('past')}>
        {orders.map((order) => (
          <li key={order.orderId}>
            <Link
              to={screenAddress('/front-end-order', { orderId: order.orderId, scope: 'past' })}
              className={rowClass}
              aria-current={order.orderId === selected || undefined}
            >
              <ListRow.Body
                lead={
                  <MemberAvatar nick={order.counterparty.nick} fileId={order.counterparty.avatarFileId} />
                }
                title={orderSentence(order, sayShown)}
                note={dayAndTime(order.endedAt ?? order.lockedAt, serverNow(), language)}
                end={<OrderPill order={order} />}
              />
            </Link>
          </li>
        ))}
      </RowList>
    </Card>
  );
}
