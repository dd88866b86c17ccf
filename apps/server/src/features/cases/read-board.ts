import type { CaseClaim } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { CASE_STAGES } from '@holdfast/contract/operators';
import { formatAmount, toOrderId, type OperatorId } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import { operatorNames } from '#features/operators/index.ts';
import { listClaims, listHeld, listLost, type Claim } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, Operator } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { findOpenRuling } from './rule.ts';
import { countBoard, findItem, listBoard, serialNosOf, type Waiting } from './case.store.ts';

const PAGE = 30;

export const toClaim = (
  { operatorId, claimedAt, endsAt }: Claim,
  reader: Operator,
  names: ReadonlyMap<OperatorId, string>,
): CaseClaim => ({
  by: names.get(operatorId) ?? '',
  isMine: operatorId === reader.id,
  since: claimedAt.toISOString(),
  until: endsAt.toISOString(),
});

/** Which orders the board is narrowed to, by who has them. */
async function narrowed(tx: Tx, operator: Operator, holder: 'mine' | 'nobody' | undefined) {
  if (holder === 'mine') return { only: await listHeld(tx, 'order', operator.id) };
  return holder === 'nobody' ? { except: await listHeld(tx, 'order') } : {};
}

/** The stuck board. It reads what waits now, whatever the history. */
export const listCases: Handler<'/operator/case/list'> = async (
  { tx, operator },
  { cursor, stage, late, holder },
) => {
  const [since, id] = keysOf(cursor, 2);
  const found = await listBoard(tx, {
    stages: stage === undefined ? CASE_STAGES : [stage],
    isLate: late === '1',
    after: since === undefined || id === undefined ? undefined : { since, id },
    limit: PAGE + 1,
    ...(await narrowed(tx, operator, holder)),
  });
  const { items, next } = toPage(found, PAGE, ({ key, orderId }) => [key, orderId]);
  const claims = await listClaims(
    tx,
    'order',
    items.map(({ orderId }) => orderId),
  );
  const names = await operatorNames(
    tx,
    [...claims.values()].map(({ operatorId }) => operatorId),
  );
  const members = await findMembers(tx, [
    ...new Set(items.flatMap(({ payerId, payeeId }) => [payerId, payeeId])),
  ]);
  return {
    next,
    items: items.map((item) => {
      const claim = claims.get(item.orderId);
      return {
        ...toLine(item),
        payer: members.get(item.payerId)?.nick ?? '',
        payee: members.get(item.payeeId)?.nick ?? '',
        claim: claim ? toClaim(claim, operator, names) : null,
      };
    }),
  };
};

const toLine = ({ orderId, serialNo, caseId, stage, state, openedBy, reason, duty, ...item }: Waiting) => ({
  orderId,
  serialNo,
  caseId,
  stage,
  state,
  openedBy,
  reason,
  duty,
  coin: item.coin,
  quantity: formatAmount(item.coin, item.quantity),
  payTwd: String(item.payTwd),
  since: item.since.toISOString(),
  dueAt: item.dueAt.toISOString(),
});

export const readSummary: Handler<'/operator/case/summary'> = async ({ tx, operator }) => {
  const counted = await countBoard(tx);
  const lost = await listLost(tx, operator.id, ['order']);
  const names = await operatorNames(
    tx,
    lost.map(({ operatorId }) => operatorId),
  );
  const serialNos = await serialNosOf(
    tx,
    lost.map(({ id }) => toOrderId(id)),
  );
  return {
    stages: CASE_STAGES.map((stage) => {
      const { waiting = 0, late = 0 } = counted.find((one) => one.stage === stage) ?? {};
      return { stage, waiting, late };
    }),
    lost: lost.map(({ id, operatorId, at }) => ({
      orderId: id,
      serialNo: serialNos.get(toOrderId(id)) ?? '',
      by: names.get(operatorId) ?? '',
      at: at.toISOString(),
    })),
  };
};

export const readCaseState: Handler<'/operator/case/state/{id}'> = async (
  { tx, operator },
  _input,
  { id },
) => {
  const orderId = toOrderId(id);
  const { serialNo, version, state, waits, isEscalated } =
    (await findItem(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  const claim = (await listClaims(tx, 'order', [orderId])).get(orderId);
  const names = await operatorNames(tx, claim ? [claim.operatorId] : []);
  const shown = claim ? toClaim(claim, operator, names) : null;
  return {
    version,
    state,
    waits,
    isEscalated,
    openRequest: (await findOpenRuling(tx, serialNo)) ?? null,
    claim: shown,
    lostTo: shown && claim?.takenFrom === operator.id ? { by: shown.by, at: shown.since } : null,
  };
};
