import {
  appealReasons,
  ORDER_ACTIONS,
  requestReasonsOf,
  rulingReasons,
  type OrderAction,
  type RulingName,
} from '@holdfast/contract/orders';
import { settingsAt } from '@holdfast/contract/settings';
import { AppError, minor, toOrderId, type OperatorId } from '@holdfast/kernel';
import { ruleOnOrder, rulingFaults, selectRuled } from '#features/orders/rule-on-order.ts';
import { inTransaction, type Database } from '#platform/db/db.ts';
import type { TestMember } from '../test-client.ts';
import type { TestServer } from '../test-server.ts';
import { paidInput } from '../traders.ts';
import type { OrderModel, Party, Who } from './model.ts';

/** How each action is done for real: the call of a member, or the ruling of an operator. */

export interface Traded {
  readonly server: TestServer;
  readonly members: Readonly<Record<Party | 'stranger', TestMember>>;
  readonly orderId: string;
  readonly lockedAt: string;
}

/** The name of a refusal, or `SUCCESS`. */
export type Outcome = string;

type Send = (
  member: TestMember,
  on: { readonly orderId: string; readonly version: string },
  facts: {
    readonly role: Party;
    readonly state: OrderModel['state'];
    readonly lockedAt: string;
    readonly blames: boolean;
  },
) => Promise<{ readonly outcome: string }>;

const isAfterPaid = (state: OrderModel['state']) => !['ACCEPT_WAIT', 'LOCKED', 'GRACE'].includes(state);

const SPLIT_PARTS = { payer: '60.00', payee: '50.00' } as const;

const SENDS: Readonly<Partial<Record<OrderAction, Send>>> = {
  accept: (member, on) => member.send('/order/accept', on),
  decline: (member, on) => member.send('/order/decline', { ...on, reason: 'other' }),
  paid: (member, { orderId, version }, { lockedAt }) =>
    member.send('/order/paid', {
      ...paidInput({ orderId, version: Number(version) }),
      paidAt: lockedAt, // within the time to pay, whenever it is said
    }),
  cancel: (member, on, { blames }) =>
    member.send('/order/cancel', { ...on, notPaid: '1', reason: blames ? 'seller-asked' : 'changed-mind' }),
  'request-cancel': (member, on, { role, state }) => {
    const reason = requestReasonsOf(role, state)[0] ?? 'other';
    const isStrong = role === 'payer' && isAfterPaid(state);
    return member.send(isStrong ? '/order/request-cancel-after-paid' : '/order/request-cancel', {
      ...on,
      reason,
    });
  },
  'allow-cancel': (member, on, { role, state }) => {
    const isStrong = role === 'payer' && isAfterPaid(state);
    return member.send(isStrong ? '/order/allow-cancel-after-paid' : '/order/allow-cancel', {
      ...on,
      nothingMoved: '1',
    });
  },
  'deny-cancel': (member, on, { role }) =>
    member.send('/order/deny-cancel', { ...on, ...(role === 'payee' && { reason: 'still-checking' }) }),
  'deny-as-received': (member, on) => member.send('/order/deny-as-received', on),
  'ask-time': (member, on) => member.send('/order/ask-time', { ...on, minutes: '10' }),
  extend: (member, on) => member.send('/order/extend', { ...on, minutes: '30' }),
  release: (member, on) => member.send('/order/release', on),
  appeal: (member, on, { role, state }) =>
    member.send('/order/appeal', {
      ...on,
      reason: appealReasons(role, state)[0] ?? 'other',
      text: '請客服看一下',
    }),
  // Different parts, so that an offer is never the agreement to the other one.
  'offer-split': (member, on, { role }) =>
    member.send('/order/split', { ...on, payerPart: SPLIT_PARTS[role] }),
  split: async (member, on, { role }) => {
    // Without an offer the same call makes one.
    const found = await member.send('/order/detail', { orderId: on.orderId });
    if (found.errorCode === 0 && found.data.order.splitOffer?.by !== 'counterparty')
      return { outcome: 'nothing to agree to' };
    return member.send('/order/split', {
      ...on,
      payerPart: SPLIT_PARTS[role === 'payer' ? 'payee' : 'payer'],
    });
  },
  'decline-split': (member, on) => member.send('/order/decline-split', on),
  'take-blame': (member, on) => member.send('/order/take-blame', on),
  'late-claim': (member, on) => member.send('/order/late-claim', { ...on, text: '13:58 從台新銀行轉的' }),
  chat: (member, { orderId }) => member.send('/order/say', { orderId, text: '您好' }),
  'add-proof': async (member, { orderId }) =>
    member.send('/order/add-proof', { orderId, fileId: await member.proof() }),
  'see-pay-details': async (member, { orderId }) => {
    const reply = await member.send('/order/detail', { orderId });
    const isShown = reply.errorCode === 0 && reply.data.order.payTo !== null;
    return { outcome: isShown ? 'SUCCESS' : 'not shown' };
  },
};

const RULED_BY: Readonly<Partial<Record<OrderAction, RulingName>>> = {
  'rule-release': 'release',
  'force-cancel': 'cancel',
  split: 'split',
  relock: 'relock',
};

/** What somebody can try: of all actions, those that somebody of this kind has a way to ask for. */
export const triesOf = (who: Who): OrderAction[] =>
  ORDER_ACTIONS.filter((action) => (who === 'operator' ? RULED_BY : SENDS)[action] !== undefined);

export async function tryStep(
  { server, members, orderId, lockedAt }: Traded,
  model: OrderModel,
  {
    who,
    action,
    blames,
  }: { readonly who: Who; readonly action: OrderAction; readonly blames?: true | undefined },
): Promise<Outcome> {
  if (who === 'operator')
    return rule(server.database.db, { orderId, version: model.version, name: RULED_BY[action] });
  const role = who === 'stranger' ? 'payer' : who;
  const { state, version } = model;
  const reply = await SENDS[action]?.(
    members[who],
    { orderId, version: String(version) },
    { role, state, lockedAt, blames: blames === true },
  );
  return reply?.outcome ?? 'no way to ask';
}

/** What the call of an operator does once claim and second person are there. */
export async function rule(
  db: Database,
  { orderId, version, name = 'cancel' }: { orderId: string; version: number; name?: RulingName | undefined },
): Promise<Outcome> {
  const id = toOrderId(orderId);
  try {
    return await inTransaction(db, async (tx) => {
      const ruled = await selectRuled(tx, { orderId: id, version }, { locks: true });
      if (!ruled) return 'changed';
      const { coin, quantity } = ruled.order;
      const ruling = {
        orderId: id,
        version,
        ruling: name,
        reason: rulingReasons(name)[0] ?? 'other',
        text: '依雙方提供的資料決定',
        fault: 'payer',
        evidence: ['event-1'],
        payerPart: name === 'split' ? minor(coin, quantity / 3n) : null,
      } as const;
      const faults = rulingFaults(ruled, ruling);
      if (faults.length > 0) return faults.join(' ');
      const rulers = { ruledBy: '1' as OperatorId, approvedBy: '2' as OperatorId };
      const isDone = await ruleOnOrder(tx, ruled, { ruling, settings: settingsAt([], new Date(0)), rulers });
      return isDone ? 'SUCCESS' : 'due';
    });
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
