import { toExtraNumber } from '@holdfast/contract/notifications';
import { TIMERS, type Hat, type Told, type Transition } from '@holdfast/contract/orders';
import { defined, minor, type MemberId, toMemberId } from '@holdfast/kernel';
import { findMembers, type MemberRow } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { memberOf, sideOf } from './order.rules.ts';
import type { OrderRow } from './order.store.ts';

export interface Notice {
  readonly memberId: MemberId;
  readonly type: string;
  readonly extra: Readonly<Record<string, string | number | boolean>>;
}

type Extra = Record<string, string | number | boolean | null | undefined>;

/** The extra data (spec 3) of an order as one of its members is told of it. What is not known yet is left out. */
function extraOf(
  order: OrderRow,
  told: Told,
  me: MemberRow,
  other: MemberRow,
  names: { payer: MemberRow; locker: MemberRow },
): Extra {
  const { coin } = order;
  const quantity = toExtraNumber(coin, minor(coin, order.quantity));
  const ended = order.ended_at?.getTime();
  return {
    type: told.type,
    orderId: String(order.id),
    serialNo: order.serial_no,
    coinType: coin,
    lockUserNick: names.locker.nick,
    lockQuantity: String(quantity),
    lockDate: order.locked_at.toISOString(),
    isOwner: order.owner_id === me.id,
    orderType: sideOf(order),
    amount: Number(order.pay_twd),
    quantity,
    payType: order.paid?.payType,
    paidUserNick: order.paid ? names.payer.nick : undefined,
    paidBank: order.paid?.paidBank,
    paidQRType: order.paid?.paidQRType,
    payer: order.paid?.payer,
    nick: other.nick,
    userId: other.uid,
    userLevelName: `Lv.${other.level}`,
    realNameStatus: other.real_name_status,
    transactionType: order.payer_id === me.id ? 'in' : 'out',
    deadlineDate: order.deadline_at?.toISOString(),
    cancelUserNick: order.state === 'CANCELLED' ? names.payer.nick : undefined,
    claimUntil: ended === undefined ? undefined : new Date(ended + TIMERS.lateClaim.defaultMs).toISOString(),
    ...told.with,
  };
}

/** The inbox messages that a transition asks for, one per recipient. */
export async function noticesOf(
  tx: Tx,
  order: OrderRow,
  { tells }: Transition,
  more: Extra = {},
): Promise<Notice[]> {
  const members = await findMembers(tx, [order.payer_id, order.payee_id]);
  const by = (hat: Hat) => defined(members.get(String(memberOf(order, hat))), 'an order has its members');
  const names = { payer: by('payer'), locker: by('locker') };
  return tells.flatMap((told) =>
    told.to.flatMap((hat) => {
      if (hat === 'operators') return [];
      const me = by(hat);
      const other = me.id === order.payer_id ? by('payee') : by('payer');
      const extra = { ...extraOf(order, told, me, other, names), ...more };
      const known = Object.entries(extra).filter(([, value]) => value !== null && value !== undefined);
      return {
        memberId: toMemberId(me.id),
        type: told.type,
        extra: Object.fromEntries(known) as Notice['extra'],
      };
    }),
  );
}
