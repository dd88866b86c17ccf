import type { OrderDetail } from '@holdfast/contract/calls';
import { EXTENSION_CHOICES_MINUTES, EXTENSION_COUNT_MAX } from '@holdfast/contract/orders';
import { Button, Chips, Notice, Sheet, stackClass, useServerTime } from '@holdfast/ui';
import { isUnsure, useAction } from '@holdfast/client/calls';
import { oneOf, recordOf } from '@holdfast/client/storage';
import { clockTime, useWords } from '@holdfast/client/i18n';
import { AppError } from '@holdfast/kernel';
import { useRef } from 'react';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices, useSettings } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { payTimeWords } from './pay-time.words.ts';

type Minutes = (typeof EXTENSION_CHOICES_MINUTES)[number];
type Act = 'extend' | 'ask-time';

const MINUTE_MS = 60_000;
const readMinutes = recordOf<{ minutes: Minutes }>({ minutes: oneOf(EXTENSION_CHOICES_MINUTES) });

const asChoice = (minutes: number | null): Minutes =>
  EXTENSION_CHOICES_MINUTES.find((choice) => Number(choice) === minutes) ?? '15';

/** More time to pay: the payee gives it, the payer asks for it. */
export function PayTimeSheet({ order, act, onClose }: { order: OrderDetail; act: Act; onClose: () => void }) {
  const say = useWords(payTimeWords);
  const { language } = useSettings();
  const [{ minutes }, put, forget] = useFormDraft(`${act} ${order.orderId}`, {
    read: readMinutes,
    initial: { minutes: asChoice(order.askedMinutes) },
  });
  const send = useSend(order, { act, minutes }, () => {
    forget();
    onClose();
  });
  const endMs = useNewEnd(order, Number(minutes));
  const { nick } = order.counterparty;
  const time = clockTime(order.deadlineDate ?? order.lockedAt, language);
  const asked = order.askedMinutes;
  return (
    <Sheet
      title={say(act === 'extend' ? 'extend' : 'ask')}
      onClose={send.isBusy ? undefined : onClose}
      foot={
        <Button block large busy={send.isBusy} onClick={() => void send.run()}>
          {say(act === 'extend' ? 'extendSend' : 'askSend', { minutes })}
        </Button>
      }
    >
      <div className={stackClass}>
        {act === 'ask-time' && <p>{say('askText', { nick, time })}</p>}
        {act === 'extend' && (
          <p>{asked === null ? say('extendText', { nick }) : say('extendAsked', { nick, minutes: asked })}</p>
        )}
        <div className={styles.choice}>
          <p>{say('howLong')}</p>
          <Chips
            label={say('howLong')}
            value={minutes}
            onChange={(chosen) => put({ minutes: chosen })}
            options={EXTENSION_CHOICES_MINUTES.map((one) => ({
              value: one,
              label: say('minutes', { minutes: one }),
            }))}
          />
        </div>
        {act === 'extend' && (
          <p className={styles.soft}>
            {say('newEnd', { time: clockTime(new Date(endMs).toISOString(), language) })}
          </p>
        )}
        {act === 'extend' && order.extensions.count === EXTENSION_COUNT_MAX - 1 && (
          <Notice tone="held">{say('extendLast')}</Notice>
        )}
        <Refusal error={send.error} />
      </div>
    </Sheet>
  );
}

/** Where the time to pay runs, more of it is added to its end; where it is over, it begins again now. */
function useNewEnd({ state, deadlineDate }: OrderDetail, minutes: number): number {
  const now = useServerTime((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  const from = state === 'LOCKED' && deadlineDate !== null ? Date.parse(deadlineDate) : now;
  return from + minutes * MINUTE_MS;
}

function useSend(order: OrderDetail, { act, minutes }: { act: Act; minutes: Minutes }, onDone: () => void) {
  const say = useWords(payTimeWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  // Of a try without an answer. The next press is the same command, though the room may know by now what the first one did: time that is given
  // twice is twice as long.
  const triedVersion = useRef<number>(undefined);
  return useAction(
    async () => {
      triedVersion.current ??= order.version;
      const input = { orderId: order.orderId, version: String(triedVersion.current), minutes };
      try {
        await command(() =>
          act === 'extend' ? callApi('/order/extend', { input }) : callApi('/order/ask-time', { input }),
        );
      } catch (error) {
        if (!(error instanceof AppError && isUnsure(error))) triedVersion.current = undefined;
        throw error;
      }
      showToast(say(act === 'extend' ? 'extended' : 'asked'));
      onDone();
    },
    { shows: ['ORDER_ACTION_NOT_ALLOWED'] },
  );
}

/** What the payer has asked for, to each side in its own words. */
export function AskedTime({ order }: { order: OrderDetail }) {
  const say = useWords(payTimeWords);
  const { language } = useSettings();
  const { askedMinutes: minutes, role, counterparty, deadlineDate } = order;
  if (minutes === null || deadlineDate === null) return null;
  const values = { nick: counterparty.nick, minutes, time: clockTime(deadlineDate, language) };
  return (
    <Notice tone={role === 'payee' ? 'held' : 'neutral'}>
      {say(role === 'payee' ? 'theyAsk' : 'youAsked', values)}
    </Notice>
  );
}
