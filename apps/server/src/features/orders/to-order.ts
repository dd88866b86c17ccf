import type { OrderDetail, OrderSummary } from '@holdfast/contract/calls';
import { allowedActions, dutyOf } from '@holdfast/contract/orders';
import { maskHolderName } from '@holdfast/contract/rules';
import { afterFee, defined, formatAmount, formatPrice, minor } from '@holdfast/kernel';
import { findCard, type CardVault } from '#features/bank-cards/index.ts';
import { findMembers, type MemberRow } from '#features/member-profile/index.ts';
import type { Trace } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/db.ts';
import { actionFacts, areDetailsShown, memberOf, roleOf } from './order.rules.ts';
import { listEvents, type OrderRow } from './order.store.ts';

export interface Viewer {
  readonly memberId: string;
  readonly now: Date;
}

/** Who looks at one order: a look at somebody's payment details leaves a trace. */
export interface DetailViewer extends Viewer {
  readonly vault: CardVault;
  readonly audit: (trace: Trace) => void;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

function toSummary(
  order: OrderRow,
  members: ReadonlyMap<string, MemberRow>,
  { memberId, now }: Viewer,
): OrderSummary {
  const { coin } = order;
  const role = defined(roleOf(order, memberId), 'only a party sees an order');
  const other = defined(
    members.get(String(memberOf(order, role === 'payer' ? 'payee' : 'payer'))),
    'an order has its members',
  );
  return {
    orderId: String(order.id),
    serialNo: order.serial_no,
    version: order.version,
    coin,
    role,
    isOwner: String(order.owner_id) === memberId,
    state: order.state,
    duty: dutyOf(order.state),
    quantity: formatAmount(coin, order.quantity),
    price: formatPrice(order.price_e4),
    payTwd: String(order.pay_twd),
    fee: formatAmount(coin, order.fee),
    receives: formatAmount(coin, afterFee(minor(coin, order.quantity), minor(coin, order.fee))),
    counterparty: { uid: other.uid, nick: other.nick, level: other.level },
    lockedAt: order.locked_at.toISOString(),
    dutySince: iso(order.duty_since),
    deadlineDate: iso(order.deadline_at),
    endedAt: iso(order.ended_at),
    allowedActions: allowedActions(actionFacts(order, role, now)).map(({ opensAt, ...action }) => ({
      ...action,
      opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
    })),
  };
}

export async function toSummaries(
  tx: Tx,
  orders: readonly OrderRow[],
  viewer: Viewer,
): Promise<OrderSummary[]> {
  const members = await findMembers(tx, [
    ...new Set(orders.flatMap((order) => [order.payer_id, order.payee_id])),
  ]);
  return orders.map((order) => toSummary(order, members, viewer));
}

/** The whole order as one party sees it. Where to pay is in it only for the payer, and only while it matters. */
export async function toDetail(tx: Tx, order: OrderRow, viewer: DetailViewer): Promise<OrderDetail> {
  const members = await findMembers(tx, [order.payer_id, order.payee_id]);
  const summary = toSummary(order, members, viewer);
  const payer = defined(members.get(String(order.payer_id)), 'an order has its members');
  const events = await listEvents(tx, order.id);
  const card = areDetailsShown(order.state, summary.role)
    ? defined(await findCard(tx, order.card_id), 'an order has its card')
    : undefined;
  if (card) viewer.audit({ action: 'payment-details-viewed', subject: `order:${order.id}` });
  return {
    ...summary,
    payTo: card
      ? { bankCode: card.bank_code, accountNumber: viewer.vault.open(card), holderName: card.holder_name }
      : null,
    paid: order.paid && {
      payType: order.paid.payType as 'bank' | 'qr',
      paidBank: order.paid.paidBank ?? null,
      paidQRType: order.paid.paidQRType ?? null,
      lastFive: order.paid.lastFive,
      payer: order.paid.payer,
      at: defined(order.paid_at, 'a paid order says when').toISOString(),
    },
    payerNameMasked: maskHolderName(payer.real_name),
    payWindowMinutes: order.pay_window_minutes,
    timeline: events.map((event) => ({
      event: event.event,
      by:
        event.actor === summary.role
          ? 'you'
          : event.actor === 'system' || event.actor === 'operator'
            ? event.actor
            : 'counterparty',
      state: event.to_state,
      at: event.at.toISOString(),
    })),
  };
}
