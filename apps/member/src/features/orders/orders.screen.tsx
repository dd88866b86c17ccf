import { Card, ClockIcon, EmptyState, Segmented } from '@holdfast/ui';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress, type RouteSearch } from '#platform/router/routes.rules.ts';
import { sortByUrgency } from '#components/order-duty.rules.ts';
import { useIsWide } from './use-is-wide.ts';
import { OrderFilterForm, useOrderFilters } from './order-filters.tsx';
import { OrderList } from './order-list.tsx';
import { OrderRoom } from './order-room.tsx';
import styles from './orders.module.css';
import { useOrders, type OrderScope } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';

/** The orders, and the room of one: one after the other on a phone, side by side from 768 px. */
export function OrdersScreen({ search }: { search: RouteSearch }) {
  const say = useWords(ordersWords);
  const isWide = useIsWide();
  const router = useRouter();
  // It stands in the address, like the order: a reload, or a message that leads here, cannot say another thing than the list.
  const scope = search.scope ?? 'active';
  const setScope = (next: OrderScope) =>
    router.go(screenAddress('/front-end-order', { ...search, scope: next }), { replace: true });
  const filters = useOrderFilters();
  const orders = useOrders(scope, filters.filters);
  const known = orders.data && scope === 'active' ? sortByUrgency(orders.data) : orders.data;
  // On a wide screen the most urgent order is open by itself. It stays open when it ends, or moves down: what one reads is not exchanged.
  const [picked, setPicked] = useState<{ scope: OrderScope; orderId: string }>();
  const first = isWide ? known?.[0]?.orderId : undefined;
  if (first !== undefined && picked?.scope !== scope) setPicked({ scope, orderId: first });
  const shown = search.orderId ?? (isWide && picked?.scope === scope ? picked.orderId : undefined);
  const hasOrders = known !== undefined && known.length > 0; // not before they are known, and not where there are none
  if (!isWide && shown !== undefined) return <OrderRoom key={shown} orderId={shown} isAlone />;
  return (
    <div className={styles.split}>
      <section className={styles.listColumn} aria-label={say('title')}>
        <header className={styles.listHead}>
          <h1>{say('title')}</h1>
          <Segmented
            label={say('scope')}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'active', label: say('active') },
              { value: 'past', label: say('past') },
            ]}
          />
        </header>
        {scope === 'past' && <OrderFilterForm {...filters} />}
        <OrderList
          orders={orders}
          known={known}
          scope={scope}
          selected={isWide ? shown : undefined}
          onAll={scope === 'past' && filters.count > 0 ? filters.clear : undefined}
        />
      </section>
      {isWide && (
        <div>
          {shown !== undefined && <OrderRoom key={shown} orderId={shown} />}
          {shown === undefined && hasOrders && (
            <Card className={styles.placeholder}>
              <EmptyState icon={<ClockIcon />} title={say('choose')} />
            </Card>
          )}
        </div>
      )}
    </div>
  );
}
