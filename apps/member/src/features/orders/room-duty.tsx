import type { OrderDetail } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { cx, DutyLine, formatMoney, MoneyText, StepRail } from '@holdfast/ui';
import { clockTime, dayAndTime, useWords } from '@holdfast/client/i18n';
import { useServices, useSettings } from '#state/services.tsx';
import { useIsOverdue } from '#components/order-duty-card.tsx';
import { dutyDeadlineOf, dutyKeyOf, toneOf } from '#components/order-duty.rules.ts';
import { acceptWords } from './accept-wait.words.ts';
import { notAcceptedBy, stepStatesOf } from './order-room.rules.ts';
import styles from './orders.module.css';
import { ordersWords } from './orders.words.ts';

/** Values that the sentences about an order are filled with. */
function useOrderValues(order: OrderDetail) {
  const { language } = useSettings();
  const deadline = dutyDeadlineOf(order);
  return {
    nick: order.counterparty.nick,
    coin: order.coin,
    quantity: formatMoney(order.quantity),
    pay: formatMoney(order.payTwd),
    time: deadline === null ? '—' : clockTime(deadline, language),
  };
}

/** Whether the coin has come back to the reader. */
const isReturnedOwn = ({ role, state }: OrderDetail): boolean =>
  role === 'payee' && state !== 'FINISHED' && !ORDER_STATE_INFO[state].live;

/** Whose turn it is, what for and until when. */
export function Duty({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const values = useOrderValues(order);
  const sayAccept = useWords(acceptWords);
  const key = dutyKeyOf(order, useIsOverdue(order));
  const deadline = dutyDeadlineOf(order);
  const notAccepted = notAcceptedBy(order);
  if (notAccepted)
    return (
      <DutyLine
        tone={toneOf(order)}
        title={sayAccept(`line.${notAccepted}`, values)}
        note={sayAccept(`note.${notAccepted === 'unanswered' ? 'declined' : notAccepted}`, values)}
      />
    );
  return (
    <DutyLine
      tone={toneOf(order)}
      title={say(`line.${key}`, values)}
      note={say(isReturnedOwn(order) ? 'returnedOwn' : `note.${key}`, values)}
      deadlineMs={deadline === null ? undefined : Date.parse(deadline)}
    />
  );
}

/**
 * The trade went through: what the viewer got, large. The payer gets the coin here, the payee got NT$ at the bank, or has a part of the coin
 * back. The bar turns from held to free once, for whoever sees it happen (`isFresh`).
 */
export function Moment({ order, isFresh }: { order: OrderDetail; isFresh: boolean }) {
  const say = useWords(ordersWords);
  const values = useOrderValues(order);
  const { language } = useSettings();
  const { serverNow } = useServices();
  const { heldUntil, returned, role, coin } = order;
  const key = role === 'payer' ? 'bought' : 'sold';
  const gets = role === 'payer' ? order.receives : returned;
  const isHeld = heldUntil !== null && Date.parse(heldUntil) > serverNow();
  return (
    <div className={cx(styles.moment, isFresh && styles.isFresh)}>
      <span className={styles.momentBar} data-moment-bar aria-hidden />
      <h2 className={styles.cardTitle}>{say(`line.${key === 'sold' && returned ? 'returned' : key}`)}</h2>
      <p className={styles.momentAmount}>
        {gets === null ? (
          <>
            NT$ <MoneyText value={order.payTwd} size="hero" />
          </>
        ) : (
          <>
            <MoneyText value={gets} size="hero" signed /> {coin}
          </>
        )}
      </p>
      {returned !== null && (
        <p className={styles.soft}>
          {say(`shared.${key}`, {
            ...values,
            returned: formatMoney(returned),
            receives: formatMoney(order.receives),
          })}
        </p>
      )}
      {(key === 'bought' || returned === null) && (
        <p className={styles.soft}>
          {isHeld
            ? say('heldOwn', { time: dayAndTime(heldUntil, serverNow(), language) })
            : say(`note.${key}`, values)}
        </p>
      )}
    </div>
  );
}

export function Steps({ order }: { order: OrderDetail }) {
  const say = useWords(ordersWords);
  const { language } = useSettings();
  const { nick } = order.counterparty;
  const isPayer = order.role === 'payer';
  const [ordered, pay, confirm, done] = stepStatesOf(order);
  const paidAt = order.paid && clockTime(order.paid.at, language);
  const endedAt = order.endedAt ? clockTime(order.endedAt, language) : undefined;
  return (
    <StepRail
      aria-label={say('steps')}
      steps={[
        { name: say('stepLock'), note: clockTime(order.lockedAt, language), state: ordered },
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
