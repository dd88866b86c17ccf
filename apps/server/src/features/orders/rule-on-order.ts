import { fail } from '@holdfast/contract/errors';
import {
  findTransition,
  isBuilt,
  questionableUntil,
  RULINGS,
  rulingReasons,
  rulingsFor,
  type RuledFault,
  type RulingName,
  type RulingReason,
} from '@holdfast/contract/orders';
import { timerMs, type Settings } from '@holdfast/contract/settings';
import { afterFee, feeMinor, minor, type Minor, type OperatorId, type OrderId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { applyTransition } from './apply-transition.ts';
import { findOpenCase, openCase, type CaseFile } from './case.store.ts';
import { sayAsOperator } from './operator-line.ts';
import { findOrder, selectOrderForUpdate, type LockedOrder } from './order.store.ts';
import { findOwnEvidence, saveRuling } from './ruling.store.ts';

/** What an operator decides about an order: T28 to T31, and the end of a question about an order that is over. */

export interface Ruling {
  readonly orderId: OrderId;
  /** The order's, as whoever rules has seen it. */
  readonly version: number;
  readonly ruling: RulingName;
  readonly reason: RulingReason;
  readonly text: string;
  readonly fault: RuledFault;
  readonly evidence: readonly string[];
  /** What a split gives the payer, before the fee. */
  readonly payerPart: Minor | null;
}

/** An order as a ruling finds it. */
export interface Ruled {
  readonly order: LockedOrder;
  readonly caseFile: Pick<CaseFile, 'id' | 'openedAt'> | undefined;
}

/** What each side gets by a ruling; null where nothing moves. */
export interface Shares {
  readonly payer: Minor;
  readonly payee: Minor;
  readonly fee: Minor;
}

/** The order of a ruling, with its row lock where it is to be made. Undefined when something has happened to it since it was seen. */
export async function selectRuled(
  tx: Tx,
  { orderId, version }: Pick<Ruling, 'orderId' | 'version'>,
  { locks }: { locks: boolean },
): Promise<Ruled | undefined> {
  const order = await (locks ? selectOrderForUpdate(tx, orderId) : findOrder(tx, orderId));
  if (!order) throw fail('ORDER_NOT_FOUND');
  if (order.version !== version) return undefined;
  return { order, caseFile: await findOpenCase(tx, orderId) };
}

/**
 * The fields of a ruling that do not fit the order, or each other; empty where it may be made. The time to claim is the payer's: who has claimed
 * within it loses nothing by how long the operators take.
 */
export function rulingFaults({ order, caseFile }: Ruled, ruling: Ruling): string[] {
  const { ruling: name, reason, evidence, payerPart } = ruling;
  const rule = RULINGS[name];
  const isOpen = rulingsFor({ state: order.state, hasCase: caseFile !== undefined }).includes(name);
  const isInTime =
    name !== 'relock' ||
    !order.endedAt ||
    (caseFile &&
      caseFile.openedAt.getTime() <= questionableUntil({ ...order, endedAt: order.endedAt.getTime() }));
  const isSplit = name === 'split';
  const isWithin = payerPart !== null && payerPart > 0n && payerPart < order.quantity;
  return [
    ...(isOpen && isInTime ? [] : ['ruling']),
    ...(rulingReasons(name).includes(reason) ? [] : ['reason']),
    ...(rule.needsEvidence && evidence.length === 0 ? ['evidence'] : []),
    ...(isSplit ? (isWithin ? [] : ['payerPart']) : payerPart === null ? [] : ['payerPart']),
  ];
}

/** What a ruling says to rest on and what is no part of its order: names are typed by a client, and a ruling is read for years. */
export async function foreignEvidence(
  tx: Tx,
  { orderId, evidence }: Pick<Ruling, 'orderId' | 'evidence'>,
): Promise<string[]> {
  if (evidence.length === 0) return [];
  const own = await findOwnEvidence(tx, orderId, evidence);
  return evidence.filter((name) => !own.includes(name));
}

/** What a ruling gives to each side. */
export function sharesOf(order: LockedOrder, { ruling, payerPart }: Ruling): Shares | null {
  const { coin, quantity, fee, feeBasisPoints } = order;
  const none = minor(coin, 0n);
  if (ruling === 'release') return { payer: afterFee(quantity, fee), payee: none, fee };
  if (ruling === 'cancel') return { payer: none, payee: quantity, fee: none };
  if (ruling !== 'split' || payerPart === null) return null;
  const partFee = feeMinor(payerPart, feeBasisPoints);
  return {
    payer: afterFee(payerPart, partFee),
    payee: minor(coin, quantity - payerPart),
    fee: partFee,
  };
}

/** Who rules, and who agreed where it takes two. */
export interface Rulers {
  readonly ruledBy: OperatorId;
  readonly approvedBy: OperatorId | null;
}

/**
 * Makes a ruling on an order whose row lock is held: the case with the ruling, and the transition with all that belongs to it, in one
 * transaction. False when a clock of the order is due first.
 */
export async function ruleOnOrder(
  tx: Tx,
  { order, caseFile }: Ruled,
  { ruling, settings, rulers }: { ruling: Ruling; settings: Settings; rulers: Rulers },
): Promise<boolean> {
  const { ruling: name, reason, text, fault, evidence, payerPart } = ruling;
  const { event } = RULINGS[name];
  // Every ruling stands on a case: one that nobody has asked for opens its own.
  const id = caseFile?.id ?? (await openOwnCase(tx, order, { reason, settings }));
  await saveRuling(tx, id, {
    orderId: order.id,
    outcome: event ?? 'dismissed',
    reason,
    text,
    evidence,
    ...rulers,
  });
  // What was decided stands in the thread, where both sides read it together. A transition has notices of its own.
  await sayAsOperator(tx, order, { operatorId: rulers.ruledBy, text, isTold: event === null });
  hintOperators(tx, { topic: 'board' }, { topic: 'orders', orderId: order.id });
  if (event === null) return true;
  const transition = findTransition({ at: order.state }, event, 'operator');
  if (!transition || !isBuilt(transition)) throw fail('ORDER_ACTION_NOT_ALLOWED');
  const applied = await applyTransition(tx, order, {
    transition,
    settings,
    actor: 'operator',
    actorId: null,
    fault,
    ...(payerPart !== null && {
      parts: { payer: payerPart, payee: minor(order.coin, order.quantity - payerPart) },
    }),
    detail: { reason, proofIds: evidence },
  });
  return applied !== undefined;
}

async function openOwnCase(
  tx: Tx,
  order: LockedOrder,
  { reason, settings }: { reason: string; settings: Settings },
): Promise<string> {
  const { id } = await openCase(tx, {
    orderId: order.id,
    openedBy: 'operator',
    event: 'force-cancel',
    previousState: order.state,
    reason,
    text: null,
    proofIds: [],
    firstAnswerMs: timerMs(settings, 'firstAnswer'),
    rulingMs: timerMs(settings, 'ruling'),
    escalationMs: timerMs(settings, 'escalation'),
  });
  return id;
}
