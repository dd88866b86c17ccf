import type { OrderSummary } from '@holdfast/contract/calls';
import {
  BuyIcon,
  Card,
  CardIcon,
  CountBadge,
  cx,
  HideIcon,
  IconButton,
  LevelBadge,
  ListRow,
  MenuIcon,
  RecordsIcon,
  SellIcon,
  ShowIcon,
  Skeleton,
} from '@holdfast/ui';
import type { Coin } from '@holdfast/kernel';
import { useState } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { Link } from '#platform/router/router-context.tsx';
import { screenAddress, type RouteSearch } from '#platform/router/routes.rules.ts';
import { usePanelAddress } from '#platform/router/use-panel-address.ts';
import { useMemberData, useServices, useSettings } from '#state/services.tsx';
import { JournalList } from '#components/journal-list.tsx';
import { NotificationBell } from '#components/notification-bell.tsx';
import { OrderDutyCard } from '#components/order-duty-card.tsx';
import { isYourTurn, sortByUrgency } from '#components/order-duty.rules.ts';
import { OwnAvatar } from '#components/own-avatar.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { BalanceCard } from './balance-card.tsx';
import styles from './home.module.css';
import { isThere, useRecentActivity, useRunningOrders } from './home.query.ts';
import { homeWords } from './home.words.ts';
import { Setup } from './setup.tsx';

const RECENT_MAX = 5;

/**
 * Who, how much, what waits, what happened: in this order. What is to be set up may wait: it has no clock. Each part takes its place only
 * when those above it have theirs, so that nothing moves while it loads.
 */
export function HomeScreen({ search }: { search: RouteSearch }) {
  const [coin, setCoin] = useState<Coin>(search.coin ?? 'TWD');
  const running = useRunningOrders();
  const activity = useRecentActivity(coin);
  const hasDuties = isThere(running);
  const isFirstPictureDone = hasDuties && isThere(activity);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <Who />
        <BalanceCard coin={coin} onCoin={setCoin} />
        <QuickActions coin={coin} />
      </div>
      <div className={cx(styles.column, styles.feed)}>
        {hasDuties ? (
          <>
            <Duties read={running} />
            <Activity coin={coin} read={activity} />
          </>
        ) : (
          <FeedSkeleton />
        )}
      </div>
      <Setup mayBegin={isFirstPictureDone} />
    </div>
  );
}

function FeedSkeleton() {
  const say = useWords(homeWords);
  return (
    <>
      <section className={styles.section} aria-busy>
        <h2 className={styles.sectionHead}>{say('duties')}</h2>
        <Skeleton height="84px" />
      </section>
      <section className={styles.section} aria-busy>
        <h2 className={styles.sectionHead}>{say('activity')}</h2>
        <Card flush>
          <RowSkeletons />
        </Card>
      </section>
    </>
  );
}

function Who() {
  const say = useWords(homeWords);
  const { settings } = useServices();
  const { hidesAmounts } = useSettings();
  const panelAddress = usePanelAddress();
  const member = useMemberData();
  if (!member) return null;
  const { login, memberInfo } = member;
  return (
    <header className={styles.who}>
      <OwnAvatar large />
      <div className={styles.whoText}>
        <h1 className={styles.nick}>
          {login.nick} {memberInfo && <LevelBadge level={memberInfo.userLevel} />}
        </h1>
        <p className={styles.note}>
          {memberInfo?.realNameStatus === 'Approved' ? say('verified') : login.account}
        </p>
      </div>
      <IconButton
        label={say(hidesAmounts ? 'showAmounts' : 'hideAmounts')}
        onClick={() => settings.change({ hidesAmounts: !hidesAmounts })}
      >
        {hidesAmounts ? <HideIcon size={22} /> : <ShowIcon size={22} />}
      </IconButton>
      <NotificationBell />
      <Link to={panelAddress('settings')} className={styles.menu} aria-label={say('settings')}>
        <MenuIcon size={22} />
      </Link>
    </header>
  );
}

function QuickActions({ coin }: { coin: Coin }) {
  const say = useWords(homeWords);
  const panelAddress = usePanelAddress();
  const actions = [
    [screenAddress('/transaction', { coin }), BuyIcon, say('buy')],
    [screenAddress('/pendingOrder', { panel: 'create-listing', coin }), SellIcon, say('sell')],
    [panelAddress('bank-cards'), CardIcon, say('cards')],
    [panelAddress('journal'), RecordsIcon, say('records')],
  ] as const;
  return (
    <ul className={styles.actions}>
      {actions.map(([to, Icon, label]) => (
        <li key={label}>
          <Link to={to} className={styles.action}>
            <span className={styles.actionIcon}>
              <Icon size={24} />
            </span>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Duties({ read }: { read: ReturnType<typeof useRunningOrders> }) {
  const say = useWords(homeWords);
  const { data } = read;
  if (!data) return <LoadFailure title={say('duties')} read={read} />;
  const yours = data.items.filter(isYourTurn);
  const others = data.items.filter((order) => !isYourTurn(order));
  // Home reads one page. A merchant with more than that is told so, instead of taking the page for everything.
  const hasMore = data.next !== null;
  return (
    <>
      <section className={styles.section}>
        <h2 className={styles.sectionHead}>
          {say('duties')} {data.waiting > 0 && <CountBadge>{data.waiting}</CountBadge>}
        </h2>
        {data.waiting === 0 && <p className={styles.quietLine}>{say('nothingWaiting')}</p>}
        <OrderCards orders={yours} />
      </section>
      {others.length > 0 && (
        <section className={styles.section}>
          <h2>{say('running')}</h2>
          <OrderCards orders={others} />
        </section>
      )}
      {hasMore && (
        <Link to={screenAddress('/front-end-order')} className={styles.all}>
          {say('moreRunning')}
        </Link>
      )}
    </>
  );
}

function OrderCards({ orders }: { orders: readonly OrderSummary[] }) {
  return sortByUrgency(orders).map((order) => (
    <OrderDutyCard
      key={order.orderId}
      order={order}
      to={screenAddress('/front-end-order', { orderId: order.orderId })}
    />
  ));
}

function Activity({ coin, read }: { coin: Coin; read: ReturnType<typeof useRecentActivity> }) {
  const say = useWords(homeWords);
  const panelAddress = usePanelAddress();
  const { data, isError } = read;
  if (isError && !data) return <LoadFailure title={say('activity')} read={read} />;
  return (
    <section className={styles.section} aria-busy={!data}>
      <h2 className={styles.sectionHead}>
        {say('activity')}
        {data && data.items.length > RECENT_MAX && (
          <Link to={panelAddress('journal')} className={styles.all}>
            {say('all')}
          </Link>
        )}
      </h2>
      <Card flush>
        {!data && <RowSkeletons />}
        {data?.items.length === 0 && <HowItBegins coin={coin} />}
        {data && data.items.length > 0 && (
          <JournalList coin={coin} entries={data.items.slice(0, RECENT_MAX)} />
        )}
      </Card>
      {data && <ZoneNote />}
    </section>
  );
}

/** What an empty wallet means: why one buys money with money, and who holds it meanwhile. */
function HowItBegins({ coin }: { coin: Coin }) {
  const say = useWords(homeWords);
  return (
    <div className={styles.begins}>
      <p className={styles.beginsTitle}>{say('noActivity', { coin })}</p>
      <ol className={styles.lines}>
        <li>{say(`whatIs${coin}`)}</li>
        <li>{say('whatIsHeld', { coin })}</li>
        <li>{say('whatIsReleased', { coin })}</li>
      </ol>
      <Link to={screenAddress('/transaction', { coin })} className={styles.all}>
        {say('goBuy', { coin })}
      </Link>
    </div>
  );
}

function RowSkeletons() {
  return [0, 1, 2].map((row) => (
    <ListRow
      key={row}
      lead={<Skeleton width="40px" height="40px" />}
      title={<Skeleton width="40%" />}
      note={<Skeleton width="60%" />}
      end={<Skeleton width="80px" />}
    />
  ));
}

function LoadFailure({ title, read }: { title: string } & Parameters<typeof ReadFailed>[0]) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ReadFailed read={read} />
    </section>
  );
}
