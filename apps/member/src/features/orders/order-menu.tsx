import type { OrderDetail } from '@holdfast/contract/calls';
import { CANCEL_REASONS } from '@holdfast/contract/orders';
import {
  Button,
  Card,
  Checkbox,
  Chips,
  Countdown,
  formatMoney,
  ListRow,
  Notice,
  RowList,
  Sheet,
  stackClass,
} from '@holdfast/ui';
import { useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useWords } from '@holdfast/client/i18n';
import { useServices } from '#state/services.tsx';
import { Refusal } from '#components/refusal.tsx';
import { RelationSheet } from '#components/relation-sheet.tsx';
import { relationWords } from '#components/relation.words.ts';
import { useToast } from '#components/toast.tsx';
import { CancelsLeft } from './cancels-left.tsx';
import { EvidenceButton } from './evidence-button.tsx';
import { menuActionsOf } from './order-room.rules.ts';
import styles from './orders.module.css';
import { useOrderCommand } from './orders.query.ts';
import { ordersWords } from './orders.words.ts';

type ActionKey = Extract<keyof (typeof ordersWords)['zh-TW'], `action.${string}`>;

function actionKey(action: string): ActionKey {
  const key = `action.${action}`;
  return Object.hasOwn(ordersWords['zh-TW'], key) ? (key as ActionKey) : 'action.other';
}

/** Actions that open a sheet of the room; the menu closes for it. */
const SHEETS = {
  release: 'release',
  appeal: 'appeal',
  extend: 'extend',
  'ask-time': 'ask-time',
  'late-claim': 'late-claim',
  'request-cancel': 'request-cancel',
} as const;
type MenuSheet = keyof typeof SHEETS;
export type RoomSheet = Exclude<MenuSheet, 'request-cancel'>;

const hasRoomSheet = (action: string): action is MenuSheet => Object.hasOwn(SHEETS, action);

/** Everything but the next step: what is open, and for what is closed the reason the server gave. */
export function OrderMenu({
  order,
  onClose,
  onOpen,
}: {
  order: OrderDetail;
  onClose: () => void;
  onOpen: (sheet: MenuSheet) => void;
}) {
  const say = useWords(ordersWords);
  const [isCancelling, setCancelling] = useState(false);
  const sayRelation = useWords(relationWords);
  const [isAboutOther, setAboutOther] = useState(false);
  const actions = menuActionsOf(order);
  const cancel = actions.find(({ action }) => action === 'cancel');
  if (isCancelling && cancel?.open) return <CancelSheet order={order} onClose={onClose} />;
  if (isAboutOther) return <RelationSheet other={order.counterparty} onClose={onClose} />;
  return (
    <Sheet title={say('menuTitle')} onClose={onClose}>
      {actions.length === 0 && <p className={styles.soft}>{say('nothingElse')}</p>}
      {actions.length > 0 && (
        <Card flush>
          <RowList label={say('menuTitle')}>
            {actions.map(({ action, open, reason, opensAt }) => (
              <li key={action}>
                {open && action === 'cancel' && (
                  <ListRow title={say('cancel')} onClick={() => setCancelling(true)} />
                )}
                {open && hasRoomSheet(action) && (
                  <ListRow
                    title={action === 'release' ? say('releaseEarly') : say(actionKey(action))}
                    note={action === 'release' ? say('releaseEarlyNote') : undefined}
                    onClick={() => onOpen(action)}
                  />
                )}
                {(!open || !(action === 'cancel' || hasRoomSheet(action))) && (
                  <ListRow
                    title={<span className={styles.soft}>{say(actionKey(action))}</span>}
                    note={
                      opensAt === null ? (
                        reason && say(`why.${reason}`)
                      ) : (
                        <>
                          {say('opensIn')} <Countdown deadlineMs={Date.parse(opensAt)} />
                        </>
                      )
                    }
                  />
                )}
              </li>
            ))}
          </RowList>
        </Card>
      )}
      <Button look="text" onClick={() => setAboutOther(true)}>
        {sayRelation('more', { nick: order.counterparty.nick })}
      </Button>
      <EvidenceButton orderId={order.orderId} />
    </Sheet>
  );
}

type Reason = (typeof CANCEL_REASONS)[number];

/** Cancelling is for who has not paid: it says what happens, warns, and opens only with that tick. */
function CancelSheet({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const say = useWords(ordersWords);
  const [reason, setReason] = useState<Reason>('changed-mind');
  const [hasNotPaid, setHasNotPaid] = useState(false);
  const cancel = useCancel(order, reason, onClose);
  const isPayer = order.role === 'payer';
  return (
    <Sheet
      title={say('cancel')}
      onClose={cancel.isBusy ? undefined : onClose}
      foot={
        <>
          <Button
            look="danger"
            block
            large
            disabled={isPayer && !hasNotPaid}
            busy={cancel.isBusy}
            onClick={() => void cancel.run()}
          >
            {say('cancel')}
          </Button>
          <Button look="quiet" block disabled={cancel.isBusy} onClick={onClose}>
            {say('keep')}
          </Button>
        </>
      }
    >
      <div className={stackClass}>
        <p>{say('cancelText', { quantity: formatMoney(order.quantity), coin: order.coin })}</p>
        <Notice tone="held">{say('cancelWarning')}</Notice>
        {isPayer && !order.cancelRequest && <CancelsLeft />}
        <div className={styles.choice}>
          <p>{say('cancelWhy')}</p>
          <Chips
            label={say('cancelWhy')}
            value={reason}
            onChange={setReason}
            options={CANCEL_REASONS.map((one) => ({ value: one, label: say(`reason.${one}`) }))}
          />
        </div>
        {isPayer && (
          <Checkbox
            label={say('notPaid')}
            checked={hasNotPaid}
            onChange={(event) => setHasNotPaid(event.target.checked)}
          />
        )}
        <Refusal error={cancel.error} />
      </div>
    </Sheet>
  );
}

function useCancel(order: OrderDetail, reason: Reason, onClose: () => void) {
  const say = useWords(ordersWords);
  const { callApi } = useServices();
  const command = useOrderCommand();
  const showToast = useToast();
  return useAction(
    async () => {
      const { orderId, version } = order;
      const input = { orderId, version: String(version), notPaid: '1', reason } as const;
      await command(() => callApi('/order/cancel', { input }));
      showToast(say('cancelled'));
      onClose();
    },
    { shows: ['CANCEL_LIMIT', 'ORDER_ACTION_NOT_ALLOWED', 'ORDER_ACTION_NOT_BUILT'] },
  );
}
