import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { BackIcon, IconButton, MoreIcon, Skeleton, stackClass, useLostFocus } from '@holdfast/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWords } from '@holdfast/client/i18n';
import { useRead } from '@holdfast/client/queries';
import { useDraft } from '#state/pin-lock/use-draft.ts';
import { useRouter } from '#platform/router/router-context.tsx';
import { screenAddress } from '#platform/router/routes.rules.ts';
import { useServices } from '#state/services.tsx';
import { orderSentence } from '#components/order-duty-card.tsx';
import { PresenceText } from '#components/presence.tsx';
import { ReadFailed } from '#components/read-failed.tsx';
import { ZoneNote } from '#components/zone-note.tsx';
import { StaleNote } from '#components/stale-note.tsx';
import { sharedWords } from '#components/components.words.ts';
import { AcceptWait } from './accept-wait.tsx';
import { AppealSheet } from './appeal-sheet.tsx';
import { BlameCard } from './blame-card.tsx';
import { AppealHint, CaseCard } from './case-card.tsx';
import { LateClaimSheet } from './late-claim-sheet.tsx';
import { NeverAsk } from './never-ask.tsx';
import { isAnswer, isOpen, mainActionOf } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrder } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';
import { OrderMenu, type RoomSheet } from './order-menu.tsx';
import { OrderPill } from './order-pill.tsx';
import { PaidSheet } from './paid-sheet.tsx';
import {
  EndedPlaceCard,
  hasPaymentCard,
  PaidCard,
  PaymentMadeCard,
  PayToCard,
  TradeCard,
} from './pay-cards.tsx';
import { AskedTime, PayTimeSheet } from './pay-time-sheet.tsx';
import { ReleaseSheet } from './release-sheet.tsx';
import { RatingCard } from './rating-card.tsx';
import { isRequestAct, RequestCard, type RequestAct } from './request-card.tsx';
import { RequestSheet } from './request-sheets.tsx';
import { RoomActions } from './room-actions.tsx';
import { RulingCard } from './ruling-card.tsx';
import { Duty, Moment, Steps } from './room-duty.tsx';
import { SplitCard } from './split-card.tsx';
import { ThreadCard } from './thread.tsx';
import { RemarkNote } from '#components/remark-note.tsx';
import { Timeline } from './timeline.tsx';
import { useReportEnd } from './use-report-end.ts';
import { useReturnPrompt } from './use-return-prompt.tsx';

/**
 * The room of one order. Whose turn, how far, what to do: in this order, and only what the server allows. On a phone it takes the whole
 * screen (`isAlone`): the tabs leave, and its action stays at the thumb.
 */
export function OrderRoom({ orderId, isAlone = false }: { orderId: string; isAlone?: boolean }) {
  const read = useOrder(orderId);
  const { data, isError } = read;
  const say = useWords(ordersWords);
  if (data) return <Room order={data.order} isAlone={isAlone} note={<StaleNote read={read} />} />;
  return (
    <div className={styles.room} data-fills-phone={isAlone || undefined}>
      {isAlone && (
        <header className={styles.roomHead}>
          <BackToOrders />
          <h1 className="visually-hidden">{say('room')}</h1>
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

/** Whoever looks at the order has read what its messages said. */
function useReadMessages(orderId: string): void {
  const { unread } = useServices().inbox;
  useEffect(() => unread.drop((message) => message.orderId === orderId), [unread, orderId]);
}

/** `proof`: as `paid`, for whoever comes back from the bank with the receipt at hand. */
type Opened = 'paid' | 'proof' | 'menu' | RoomSheet | RequestAct;

interface RoomProps {
  order: OrderDetail;
  isAlone: boolean;
  /** How old it is, where it could not be read anew. */
  note: ReactNode;
}

function Room({ order, isAlone, note }: RoomProps) {
  const [shown, setOpened] = useOpened(order);
  const isLive = ORDER_STATE_INFO[order.state].live;
  const [wasLive] = useState(isLive);
  useReadMessages(order.orderId);
  useReportEnd(order);
  const news = useRef<HTMLDivElement>(null);
  useLostFocus(() => news.current);
  const main = mainActionOf(order);
  const close = () => setOpened(undefined);
  const prompt = useReturnPrompt(order.orderId, main === 'paid' && shown === undefined, () =>
    setOpened('proof'),
  );
  const actions =
    order.state === 'ACCEPT_WAIT' ? (
      <AcceptWait order={order} isAtThumb={isAlone} />
    ) : (
      <RoomActions order={order} isAtThumb={isAlone} onAct={setOpened} />
    );
  return (
    <article className={styles.room} data-fills-phone={isAlone || undefined}>
      <RoomHead order={order} hasBack={isAlone} onMenu={() => setOpened('menu')} />
      {note}
      <div ref={news} role="status" tabIndex={-1}>
        {order.state === 'FINISHED' ? <Moment order={order} isFresh={wasLive} /> : <Duty order={order} />}
      </div>
      <Steps order={order} />
      <ZoneNote isCentered />
      <AskedTime order={order} />
      <AppealHint order={order} />
      <div className={styles.cardsPair}>
        <div className={stackClass}>
          <CaseCard order={order} />
          <RatingCard order={order} />
          <RequestCard order={order} onAct={setOpened} />
          <SplitCard order={order} />
          <PayToCard order={order} />
          <PaymentMadeCard order={order} />
          <PaidCard order={order} />
          <RulingCard order={order} />
          <BlameCard order={order} />
          {hasPaymentCard(order) || <TradeCard order={order} />}
          <EndedPlaceCard order={order} />
          {!isAlone && actions}
        </div>
        <div className={stackClass}>
          {hasPaymentCard(order) && <TradeCard order={order} />}
          <ThreadCard order={order} isAlone={isAlone} />
          {isLive && <NeverAsk />}
          {order.remark !== null && <RemarkNote text={order.remark.text} />}
          <Timeline order={order} />
        </div>
      </div>
      {isAlone && actions}
      {(shown === 'paid' || shown === 'proof') && (
        <PaidSheet order={order} asksProof={shown === 'proof'} onClose={close} />
      )}
      {shown === 'menu' && <OrderMenu order={order} onClose={close} onOpen={setOpened} />}
      {shown !== undefined && isRequestAct(shown) && (
        <RequestSheet act={shown} order={order} onClose={close} />
      )}
      {shown !== undefined && isRoomSheet(shown) && (
        <SheetOf action={shown} order={order} onClose={close} onInstead={() => setOpened('menu')} />
      )}
      {prompt}
    </article>
  );
}

/** Which sheet is open. One whose act the server no longer allows closes for good: kept, it would open again by itself once the act is allowed again. */
function useOpened(order: OrderDetail) {
  const [opened, setOpened] = useDraft<Opened | undefined>(`room ${order.orderId}`, undefined);
  const shown = opened !== undefined && canShow(order, opened) ? opened : undefined;
  const isGone = opened !== shown;
  useEffect(() => {
    if (isGone) setOpened(undefined);
  }, [isGone, setOpened]);
  return [shown, setOpened] as const;
}

/** Whether the order still is open to what a sheet does. */
function canShow(order: OrderDetail, opened: Opened): boolean {
  if (opened === 'menu') return true;
  if (opened === 'paid' || opened === 'proof') return mainActionOf(order) === 'paid';
  return isOpen(order, opened) && !isAnswer(order, opened);
}

const isRoomSheet = (opened: Opened): opened is RoomSheet =>
  opened !== 'paid' && opened !== 'proof' && opened !== 'menu' && !isRequestAct(opened);

/** The sheet of an action that stands in the menu or beside the main one. */
function SheetOf({
  action,
  onInstead,
  ...sheet
}: {
  action: RoomSheet;
  order: OrderDetail;
  onClose: () => void;
  onInstead: () => void;
}) {
  if (action === 'release') return <ReleaseSheet {...sheet} onInstead={onInstead} />;
  if (action === 'appeal') return <AppealSheet {...sheet} />;
  if (action === 'late-claim') return <LateClaimSheet {...sheet} />;
  return <PayTimeSheet {...sheet} act={action} />;
}

function RoomHead({ order, hasBack, onMenu }: { order: OrderDetail; hasBack: boolean; onMenu: () => void }) {
  const say = useWords(ordersWords);
  const sayShown = useWords(sharedWords);
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
          <OrderPill order={order} />
        </p>
        <OtherSide order={order} />
      </div>
      <IconButton label={say('more')} className={styles.menuButton} onClick={onMenu}>
        <MoreIcon size={22} strokeWidth={3} />
      </IconButton>
    </header>
  );
}

/** It changes by nothing being done, which no hint tells of. */
const PRESENCE_MS = 60_000;

/** Whether the other side of a live order is here; what is not known for sure is not said. */
function OtherSide({ order: { orderId, state } }: { order: OrderDetail }) {
  const isLive = ORDER_STATE_INFO[state].live;
  const { data, isError } = useRead(
    '/order/presence',
    { input: { orderId } },
    { isEnabled: isLive, refetchMs: PRESENCE_MS },
  );
  if (!isLive || isError || !data?.presence) return null;
  return (
    <p className={styles.soft}>
      <PresenceText presence={data.presence} ofOther />
    </p>
  );
}
