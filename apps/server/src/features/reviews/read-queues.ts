import type { ReviewClaim } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { REVIEW_KIND_NAMES } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { operatorNames } from '#features/operators/index.ts';
import type { Handler, Operator } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { listClaims, listLost, type Claim } from './claim.store.ts';
import type { ReviewKinds } from './review-kinds.ts';

const PAGE = 30;

const toClaim = (
  { operatorId, claimedAt, endsAt }: Claim,
  reader: Operator,
  names: ReadonlyMap<OperatorId, string>,
): ReviewClaim => ({
  by: names.get(operatorId) ?? '',
  isMine: operatorId === reader.id,
  since: claimedAt.toISOString(),
  until: endsAt.toISOString(),
});

export const listQueue =
  (kinds: ReviewKinds): Handler<'/operator/review/list'> =>
  async ({ tx, operator }, { kind, state, age, cursor }) => {
    const [after] = keysOf(cursor, 1);
    const ageHours = age === undefined ? undefined : Number(age);
    const found = await kinds[kind].list(tx, { state, after, ageHours, limit: PAGE + 1 });
    const { items, next } = toPage(found, PAGE, ({ key }) => [key]);
    const claims = await listClaims(
      tx,
      kind,
      items.map(({ id }) => id),
    );
    const names = await operatorNames(
      tx,
      [...claims.values()].map(({ operatorId }) => operatorId),
    );
    return {
      next,
      items: items.map(({ since, decidedAt, ...item }) => {
        const claim = claims.get(item.id);
        return {
          ...item,
          since: since.toISOString(),
          decidedAt: decidedAt?.toISOString() ?? null,
          claim: claim ? toClaim(claim, operator, names) : null,
        };
      }),
    };
  };

export const readSummary =
  (kinds: ReviewKinds): Handler<'/operator/review/summary'> =>
  async ({ tx, operator }) => {
    const queues = [];
    for (const kind of REVIEW_KIND_NAMES) {
      const { waiting, oldestAt } = await kinds[kind].count(tx);
      queues.push({ kind, waiting, oldestAt: oldestAt?.toISOString() ?? null });
    }
    const lost = await listLost(tx, operator.id, REVIEW_KIND_NAMES);
    const names = await operatorNames(
      tx,
      lost.map(({ operatorId }) => operatorId),
    );
    return {
      queues,
      lost: lost.map(({ kind, id, operatorId, at }) => ({
        kind,
        id,
        by: names.get(operatorId) ?? '',
        at: at.toISOString(),
      })),
    };
  };

export const readItemState =
  (kinds: ReviewKinds): Handler<'/operator/review/state/{id}'> =>
  async ({ tx, operator }, { kind }, { id }) => {
    const { state, version } = (await kinds[kind].find(tx, id)) ?? fail('REVIEW_NOT_FOUND');
    const claim = (await listClaims(tx, kind, [id])).get(id);
    const names = await operatorNames(tx, claim ? [claim.operatorId] : []);
    const shown = claim ? toClaim(claim, operator, names) : null;
    return {
      state,
      version,
      claim: shown,
      lostTo: shown && claim?.takenFrom === operator.id ? { by: shown.by, at: shown.since } : null,
    };
  };
