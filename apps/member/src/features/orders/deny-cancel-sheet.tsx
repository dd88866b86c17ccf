import type { OrderDetail } from '@holdfast/contract/calls';
import { CASE_TEXT_MAX, DENY_REASONS } from '@holdfast/contract/orders';
import { Button, Chips, Field, Sheet, stackClass } from '@holdfast/ui';
import { useAction } from '@holdfast/client/calls';
import { recordOf, text } from '@holdfast/client/storage';
import { useWords } from '@holdfast/client/i18n';
import { useFormDraft } from '#state/drafts/use-form-draft.ts';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { useToast } from '#components/toast.tsx';
import { cancelWords } from './cancel.words.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { REQUEST_REFUSALS, useRequestValues } from './request-values.ts';

const readDenied = recordOf<{ reason: string; words: string }>({ reason: text, words: text });

type TextKey = Extract<keyof (typeof cancelWords)['zh-TW'], `deny.${string}`>;

/** What the refusal leads to. */
function consequenceOf({ state, role }: OrderDetail): TextKey {
  if (state === 'LOCKED') return 'deny.goesOn';
  if (state === 'STUCK_CASE') return 'deny.inCase';
  if (role === 'payee') return 'deny.opensCase';
  return state === 'PAID' ? 'deny.sticks' : 'deny.stays';
}

/** Refusing. A payee says why, because support reads it; words where the reason says nothing and a case opens with them. */
export function DenySheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(cancelWords);
  const values = useRequestValues(order);
  const [{ reason: kept, words }, setDenied, forget] = useFormDraft(`deny-cancel ${order.orderId}`, {
    read: readDenied,
    initial: { reason: '', words: '' },
  });
  const isPayee = order.role === 'payee';
  const opensCase = isPayee && order.state !== 'STUCK_CASE';
  const reason = DENY_REASONS.find((one) => one === kept);
  const said = words.trim();
  const isReady = !isPayee || (reason !== undefined && (reason !== 'other' || !opensCase || said !== ''));
  const deny = useDeny(
    order,
    { ...(isPayee && reason && { reason }), ...(opensCase && said !== '' && { text: said }) },
    () => {
      forget();
      onClose();
    },
  );
  return (
    <Sheet
      title={say('denyTitle')}
      onClose={deny.isBusy ? undefined : onClose}
      foot={
        <>
          <Button block large disabled={!isReady} busy={deny.isBusy} onClick={() => void deny.run()}>
            {say('deny')}
          </Button>
          <Button look="quiet" block disabled={deny.isBusy} onClick={onClose}>
            {say('later')}
          </Button>
        </>
      }
    >
      <div className={stackClass}>
        <p>{say(consequenceOf(order), values)}</p>
        {isPayee && (
          <div className={styles.choice}>
            <p>{say('denyWhy')}</p>
            <Chips
              label={say('denyWhy')}
              value={reason}
              onChange={(next) => setDenied({ reason: next, words })}
              options={DENY_REASONS.map((one) => ({ value: one, label: say(`denial.${one}`) }))}
            />
          </div>
        )}
        {opensCase && (
          <Field
            label={say('denyWords')}
            maxLength={CASE_TEXT_MAX}
            value={words}
            onChange={(event) => setDenied({ reason: kept, words: event.target.value })}
          />
        )}
        <Refusal error={deny.error} />
      </div>
    </Sheet>
  );
}

function useDeny(
  order: OrderDetail,
  why: { reason?: (typeof DENY_REASONS)[number]; text?: string },
  onDone: () => void,
) {
  const say = useWords(cancelWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async () => {
      const input = { orderId: order.orderId, version: String(order.version), ...why };
      await command(() => callApi('/order/deny-cancel', { input }));
      showToast(say('denied'));
      onDone();
    },
    { shows: [...REQUEST_REFUSALS] },
  );
}
