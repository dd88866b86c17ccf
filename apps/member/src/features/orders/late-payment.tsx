import type { OrderDetail } from '@holdfast/contract/calls';
import { Field, Notice } from '@holdfast/ui';
import { recordOf, text } from '@holdfast/client/storage';
import { clockTime, useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useSettings } from '#state/services.tsx';
import { instantInPayTime } from './pay-time.rules.ts';
import { payTimeWords } from './pay-time.words.ts';

const readTime = recordOf<{ time: string }>({ time: text });

/** When a payment was made that is said only after the time to pay. `undefined` while that still runs: nothing more is asked then. */
export function useLatePayment(order: OrderDetail) {
  const say = useWords(payTimeWords);
  const { language } = useSettings();
  const [{ time }, put, forget] = useFormDraft(`paid-at ${order.orderId}`, {
    read: readTime,
    initial: { time: '' },
  });
  const { lockedAt, payEndedAt: endedAt } = order;
  if (endedAt === null) return undefined;
  const clock = (instant: string) => clockTime(instant, language);
  const paidAt = instantInPayTime(time, { lockedAt, endedAt }, clock);
  const wrong = say('lateWrong', { from: clock(lockedAt), until: clock(endedAt) });
  return {
    paidAt,
    title: say('lateTitle'),
    forget,
    ask: (wasTried: boolean) => (
      <>
        <Notice tone="held">{say('lateText', { time: clock(endedAt) })}</Notice>
        <Field
          type="time"
          label={say('latePaidAt')}
          value={time}
          onChange={(event) => put({ time: event.target.value })}
          hint={say('lateHint')}
          error={wasTried && paidAt === undefined ? wrong : undefined}
        />
      </>
    ),
  };
}
