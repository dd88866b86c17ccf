import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import {
  BackIcon,
  Button,
  buttonClass,
  DutyLine,
  formatMoney,
  IconButton,
  MoreIcon,
  Pill,
  Skeleton,
  stackClass,
  StepRail,
} from '@holdfast/ui';
import { clockTime, useWords, inLanguage } from '@holdfast/client/i18n';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { Link, useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useSettings } from '#state/services.tsx';
import { orderSentence } from '#components/order-duty-card.tsx';
import { dutyKeyOf, toneOf } from '#components/order-duty.rules.ts';
import { NeverAsk } from './never-ask.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { sharedWords } from '#components/components.words.ts';
import { isReleaseEarly, mainActionOf, stepStatesOf } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrder } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';
import { OrderMenu } from './order-menu.tsx';
import { PaidSheet } from './paid-sheet.tsx';
import { PayToCard, PaidCard, TradeCard } from './pay-cards.tsx';
import { ReleaseSheet } from './release-sheet.tsx';
import { Timeline } from './timeline.tsx';
import { useReturnPrompt } from './use-return-prompt.tsx';

/** The room of one order. Whose turn, how far, what to do: in this order, and only what the server allows. */
export function OrderRoom({ orderId, hasBack = false }: { orderId: string; hasBack?: boolean }) {
  const read = useOrder(orderId);
  const { data, isError } = read;
  if (data) return <Room order={data.order} hasBack={hasBack} />;
  return (
    <div className={styles.room}>
      {hasBack && (
        <header className={styles.roomHead}>
          <BackToOrders />
        </header>
      )}
      {isError ? (
        <ReadFailed read={read} />
      ) : (
        <div className={stackClass} aria-busy>
          <Skeleton width="70%" height="52px" />
          <Skeleton height="84px" />
          <Skeleton height="84px" />
          <Skeleton height="240px" />
        </div>
      )}
    </div>
  );
}

/** The way out of a room that fills the screen, also of one that cannot be shown. */
function BackToOrders() {
  const say = useWords(ordersWords);
  const router = useRouter();
  return (
    <IconButton
      label={say('back')}
      className={styles.back}
      onClick={() => router.back(screenAddress('/front-end-order'))}
    >
      <BackIcon size={22} />
    </IconButton>
  );
}

type Opened = 'paid' | 'release' | 'menu';

function Room({ order, hasBack }: { order: OrderDetail; hasBack: boolean }) {
  const say = useWords(ordersWords);
  const [opened, setOpened] = useDraft<Opened | undefined>(`room ${order.orderId}`, undefined);
  const main = mainActionOf(order);
  const close = () => setOpened(undefined);
  const prompt = useReturnPrompt(order.orderId, main === 'paid' && opened === undefined, () =>
    setOpened('paid'),
  );
  const mainLabel =
    main === 'release' ? say(isReleaseEarly(order) ? 'releaseEarly' : 'release') : say('paid');
  return (
    <article className={styles.room}>
      <RoomHead order={order} hasBack={hasBack} onMenu={() => setOpened('menu')} />
      <Duty order={order} />
      <Steps order={order} />
      <div className={styles.cardsPair}>
        <div className={stackClass}>
          <PayToCard order={order} />
          <PaidCard order={order} />
          {main && (
            <div className={styles.mainAction}>
              <Button
                block
                large
                look={main === 'release' && isReleaseEarly(order) ? 'quiet' : 'primary'}
                onClick={() => setOpened(main)}
              >
                {mainLabel}
              </Button>
            </div>
          )}
          {!ORDER_STATE_INFO[order.state].live && (
            <Link to={screenAddress('/home')} className={buttonClass({ look: 'quiet', block: true })}>
              {say('toWallet')}
            </Link>
          )}
        </div>
        <div className={stackClass}>
          <TradeCard order={order} />
          {ORDER_STATE_INFO[order.state].live && <NeverAsk />}
          <Timeline order={order} />
        </div>
      </div>
      {opened === 'paid' && main === 'paid' && <PaidSheet order={order} onClose={close} />}
      {opened === 'release' && main === 'release' && <ReleaseSheet order={order} onClose={close} />}
      {opened === 'menu' && <OrderMenu order={order} onClose={close} />}
      {prompt}
    </article>
  );
}

function RoomHead({ order, hasBack, onMenu }: { order: OrderDetail; hasBack: boolean; onMenu: () => void }) {
  const say = useWords(ordersWords);
  const sayShown = useWords(sharedWords);
  const { language } = useSettings();
  const label = ORDER_STATE_INFO[order.state];
  return (
    <header className={styles.roomHead}>
      {hasBack && <BackToOrders />}
      <div className={styles.roomTitle}>
        <h1>{orderSentence(order, sayShown)}</h1>
        <p className={styles.serial}>
          <span>
            <span className="visually-hidden">{say('serial')} </span>
            {order.serialNo}
          </span>
          <Pill tone={toneOf(order.state)}>{inLanguage(label, language)}</Pill>
        </p>
      </div>
      <IconButton label={say('more')} className={styles.menuButton} onClick={onMenu}>
        <MoreIcon size={22} strokeWidth={3} />
      </IconButton>
    </header>
  );
}

/** Values that the sentences about an order are filled with. */
function useOrderValues(order: OrderDetail) {
  const { language } = useSettings();
  return {
    nick: order.counterparty.nick,
    coin: order.coin,
    quantity: formatMoney(order.quantity),
    receives: formatMoney(order.receives),
    pay: formatMoney(order.payTwd),
    time: order.deadlineDate === null ? '—' : clockTime(order.deadlineDate, language),
  };
}

function Duty({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const values = useOrderValues(order);
  const key = dutyKeyOf(order);
  return (
    <DutyLine
      tone={toneOf(order.state)}
      title={say(`line.${key}`, values)}
      note={say(`note.${key}`, values)}
      deadlineMs={order.deadlineDate === null ? undefined : Date.parse(order.deadlineDate)}
    />
  );
}

function Steps({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const { language } = useSettings();
  const [lock, pay, confirm, done] = stepStatesOf(order);
  const { nick } = order.counterparty;
  const isPayer = order.role === 'payer';
  const paidAt = order.paid && clockTime(order.paid.at, language);
  const endedAt = order.endedAt ? clockTime(order.endedAt, language) : undefined;
  return (
    <StepRail
      aria-label={say('steps')}
      steps={[
        { name: say('stepLock'), note: clockTime(order.lockedAt, language), state: lock },
        {
          name: say('stepPay'),
          note: pay === 'broken' ? say('stopped') : (paidAt ?? (isPayer ? say('you') : nick)),
          state: pay,
        },
        {
          name: say('stepConfirm'),
          note: confirm === 'broken' ? say('stopped') : isPayer ? nick : say('you'),
          state: confirm,
        },
        { name: say('stepDone'), note: done === 'done' ? endedAt : undefined, state: done },
      ]}
    />
  );
}
