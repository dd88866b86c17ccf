import type { CallInput, RequestChange } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import {
  findTransition,
  needsTwoToRule,
  placeAfter,
  RULINGS,
  type OrderState,
} from '@holdfast/contract/orders';
import { defined, formatAmount, parseAmount, toOrderId, type OperatorId } from '@holdfast/kernel';
import { askForRequest, findOpenRequest, type RequestKind } from '#features/operators/index.ts';
import {
  foreignEvidence,
  ruleOnOrder,
  rulingFaults,
  selectRuled,
  sharesOf,
  type Ruled,
  type Ruling,
} from '#features/orders/index.ts';
import { endClaim } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { DeadlineDueError } from '#platform/gateway/pipeline.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { assertHolds } from './claims.ts';

/** Rulings. Whoever rules has claimed the order; where it takes two, another one approves exactly what the request says, or nothing happens. */

/** Rulings that one operator makes alone in an hour. More is no work on cases, whatever each of them is worth. */
const ALONE_PER_HOUR = 20;
const HOUR_SECONDS = 3600;

/** A ruling as it is stored while it waits: amounts as texts. */
type Payload = Omit<Ruling, 'payerPart'> & { readonly payerPart: string | null; readonly by: OperatorId };

/** What a request about an order is about. */
const rulingSubject = (serialNo: string): string => `order:${serialNo}`;

/** A ruling that waits for the second person. */
export const findOpenRuling = (tx: Tx, serialNo: string): Promise<string | undefined> =>
  findOpenRequest(tx, { kind: 'order-ruling', subject: rulingSubject(serialNo) });

/** What a request is about when the order is not as it was any more. */
const CHANGED: RequestChange[] = [{ field: 'order', before: '', after: 'changed' }];

function stateAfter(at: OrderState, { ruling }: Ruling): string {
  const { event } = RULINGS[ruling];
  const transition = event === null ? undefined : findTransition({ at }, event, 'operator');
  return transition ? placeAfter(transition, at) : at;
}

/** What would happen, as two people read it. */
function changesOf(ruled: Ruled, ruling: Ruling): RequestChange[] {
  const { order } = ruled;
  const { coin, quantity } = order;
  const shares = sharesOf(order, ruling);
  const money = (amount: bigint) => `${formatAmount(coin, amount)} ${coin}`;
  return [
    { field: 'ruling', before: '', after: ruling.ruling },
    { field: 'orderState', before: order.state, after: stateAfter(order.state, ruling) },
    { field: 'rulingReason', before: '', after: ruling.reason },
    { field: 'fault', before: '', after: ruling.fault },
    ...(shares
      ? [
          { field: 'inEscrow', before: money(quantity), after: money(0n) },
          { field: 'payerGets', before: '', after: money(shares.payer) },
          { field: 'payeeGets', before: '', after: money(shares.payee) },
          { field: 'fee', before: '', after: money(shares.fee) },
        ]
      : []),
    ...(ruling.ruling === 'relock' ? [{ field: 'inEscrow', before: money(0n), after: money(quantity) }] : []),
    { field: 'evidence', before: '', after: ruling.evidence.join(', ') },
  ];
}

async function toRuling(
  tx: Tx,
  { payerPart, ...ruling }: Payload,
  options: { locks: boolean },
): Promise<{ ruled: Ruled; ruling: Ruling } | undefined> {
  const ruled = await selectRuled(tx, ruling, options);
  if (!ruled) return undefined;
  const part =
    payerPart === null ? null : defined(parseAmount(ruled.order.coin, payerPart), 'as it was asked');
  return { ruled, ruling: { ...ruling, payerPart: part } };
}

export const rulingRequest: RequestKind<Payload> = {
  kind: 'order-ruling',
  async changesOf(tx, payload, options) {
    const found = await toRuling(tx, payload, options);
    if (!found || rulingFaults(found.ruled, found.ruling).length > 0) return CHANGED;
    return changesOf(found.ruled, found.ruling);
  },
  tell: (tx, { orderId }) => hintOperators(tx, { topic: 'orders', orderId }),
  async apply({ tx, operator }, { payload }) {
    const { ruled, ruling } = defined(
      await toRuling(tx, payload, { locks: true }),
      'a request that is not stale',
    );
    const rulers = { ruledBy: payload.by, approvedBy: operator.id };
    const done = await ruleOnOrder(tx, ruled, { ruling, settings: await readSettings(tx), rulers });
    // A clock of the order is due first: what was asked for is no longer what would happen.
    if (!done) throw fail('REQUEST_STALE');
    await endClaim(tx, { kind: 'order', id: ruling.orderId }, payload.by);
  },
};

type Input = CallInput<'/operator/case/rule'>;

const payloadOf = ({ orderId, version, payerPart, ...rest }: Input, by: OperatorId): Payload => ({
  ...rest,
  orderId: toOrderId(orderId),
  version: Number(version),
  payerPart: payerPart ?? null,
  by,
});

/** Rules an order, or asks a second person where it takes one. */
export const rule: Handler<'/operator/case/rule'> = async (context, input) => {
  const { tx, operator, settings, audit } = context;
  const orderId = toOrderId(input.orderId);
  const seen = { orderId, version: Number(input.version) };
  const ruled = (await selectRuled(tx, seen, { locks: true })) ?? fail('CASE_CHANGED');
  await assertHolds(tx, operator, orderId);
  const { order } = ruled;
  const payload = payloadOf(input, operator.id);
  const part = payload.payerPart === null ? null : parseAmount(order.coin, payload.payerPart);
  if (part === undefined) throw fail('RULING_INVALID', { fields: ['payerPart'] });
  const ruling = { ...payload, payerPart: part };
  const fields = rulingFaults(ruled, ruling);
  if (fields.length > 0) throw fail('RULING_INVALID', { fields });
  // Once is enough: nothing of an order is ever deleted or given to another.
  if ((await foreignEvidence(tx, ruling)).length > 0) throw fail('RULING_INVALID', { fields: ['evidence'] });
  const set = await settings();
  const facts = { isPaid: order.paidAt !== null, payTwd: order.payTwd };
  if (needsTwoToRule(ruling.ruling, facts, set['limit.rulingAlone']))
    return askForRequest(context, rulingRequest, {
      subject: rulingSubject(order.serialNo),
      payload,
      reason: ruling.text,
    });
  const { fits, waitSeconds } = await pour(tx, [
    {
      name: `rulings alone of operator ${operator.id}`,
      capacity: ALONE_PER_HOUR,
      drainSeconds: HOUR_SECONDS,
    },
  ]);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
  const rulers = { ruledBy: operator.id, approvedBy: null };
  if (!(await ruleOnOrder(tx, ruled, { ruling, settings: set, rulers }))) throw new DeadlineDueError();
  await endClaim(tx, { kind: 'order', id: orderId }, operator.id);
  audit({
    action: 'order-ruled',
    subject: `order:${orderId}`,
    detail: { verdict: ruling.ruling, reason: ruling.reason },
  });
  return { requestId: null };
};
