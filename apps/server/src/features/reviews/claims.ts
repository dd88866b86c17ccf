import { fail } from '@holdfast/contract/errors';
import type { ReviewKindName } from '@holdfast/contract/operators';
import type { OperatorId } from '@holdfast/kernel';
import { operatorNames } from '#features/operators/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, Operator, OperatorContext } from '#platform/gateway/call-table.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import { claimItem, endClaim, listClaims, type Item } from './claim.store.ts';
import type { ReviewKinds } from './review-kinds.ts';

/** Claims that need a reason: what an operator opens beside the queue's order. More in an hour is no work on cases. */
const REASONED_PER_HOUR = 30;
const HOUR_SECONDS = 3600;
/** So many items of a queue are looked at for one that nobody has. */
const NEXT_LOOKED_AT = 50;

async function countReasoned({
  tx,
  operator,
  audit,
}: Pick<OperatorContext, 'tx' | 'operator' | 'audit'>): Promise<void> {
  const { fits, waitSeconds, levels } = await pour(tx, [
    {
      name: `reviews opened by operator ${operator.id}`,
      capacity: REASONED_PER_HOUR,
      drainSeconds: HOUR_SECONDS,
    },
  ]);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
  if ((levels[0] ?? 0) > REASONED_PER_HOUR - 2)
    audit({
      action: 'reveals-many',
      subject: `operator:${operator.email}`,
      detail: { count: REASONED_PER_HOUR },
    });
}

async function nameOf(tx: Tx, id: OperatorId): Promise<string> {
  return (await operatorNames(tx, [id])).get(id) ?? '';
}

/** Claims an item or prolongs the claim. What is not simply the next piece of work asks for a reason. */
export const claim =
  (kinds: ReviewKinds): Handler<'/operator/review/claim/{id}'> =>
  async (context, { kind, reason, since }, { id }) => {
    const { tx, operator, audit } = context;
    const item = { kind, id };
    const found = (await kinds[kind].find(tx, id)) ?? fail('REVIEW_NOT_FOUND');
    const held = (await listClaims(tx, kind, [id])).get(id);
    const isOwn = held?.operatorId === operator.id;
    const isTakenOver = held !== undefined && !isOwn;
    if (isTakenOver && since === undefined)
      throw fail('REVIEW_CLAIMED', { by: await nameOf(tx, held.operatorId) });
    if ((isTakenOver || (!isOwn && found.state !== 'waiting')) && reason === undefined)
      throw fail('PARAMETERS_INVALID', { fields: ['reason'] });
    if (reason !== undefined && !isOwn) await countReasoned(context);
    const claimed = await claimItem(tx, item, { operatorId: operator.id, seenSince: since });
    if (!claimed) throw fail('REVIEW_NOT_HELD');
    if (!claimed.isProlonged)
      audit({
        action: claimed.takenFrom === null ? 'review-claimed' : 'review-taken-over',
        subject: `member:${found.memberId}`,
        detail: {
          kind,
          item: id,
          ...(claimed.takenFrom !== null && { from: await nameOf(tx, claimed.takenFrom) }),
          ...(reason !== undefined && { reason }),
        },
      });
    return { until: claimed.endsAt.toISOString() };
  };

/** Gives an item back to the queue. */
export const release =
  (kinds: ReviewKinds): Handler<'/operator/review/release/{id}'> =>
  async ({ tx, operator, audit }, { kind }, { id }) => {
    const found = (await kinds[kind].find(tx, id)) ?? fail('REVIEW_NOT_FOUND');
    if (!(await endClaim(tx, { kind, id }, operator.id))) throw fail('REVIEW_CLAIM_NEEDED');
    audit({ action: 'review-released', subject: `member:${found.memberId}`, detail: { kind, item: id } });
    return {};
  };

/** The one behind what is open, from the last to the first; null where there is no other. */
function behind(own: readonly string[], open: string | undefined): string | null {
  const next = own[(own.indexOf(open ?? '') + 1) % own.length];
  return next === undefined || next === open ? null : next;
}

/**
 * Claims the oldest item that nobody has. Of two who ask at once, the second gets the one behind it. Where all are taken, an own one that was
 * left is the next: nobody else can decide it.
 */
export const claimNext =
  (kinds: ReviewKinds): Handler<'/operator/review/next'> =>
  async ({ tx, operator, audit }, { kind, age, open }) => {
    const { list, find } = kinds[kind];
    const ageHours = age === undefined ? undefined : Number(age);
    const own: string[] = [];
    for (let after: bigint | undefined; ;) {
      const waiting = await list(tx, { state: 'waiting', after, ageHours, limit: NEXT_LOOKED_AT });
      const ids = waiting.map(({ id }) => id);
      const claims = await listClaims(tx, kind, ids);
      own.push(...ids.filter((id) => claims.get(id)?.operatorId === operator.id));
      for (const id of ids.filter((one) => !claims.has(one))) {
        const item = { kind, id };
        if (!(await claimItem(tx, item, { operatorId: operator.id }))) continue;
        const found = await find(tx, id);
        if (found?.state !== 'waiting') {
          // Somebody has decided it since it was listed.
          await endClaim(tx, item, operator.id);
          continue;
        }
        audit({ action: 'review-claimed', subject: `member:${found.memberId}`, detail: { kind, item: id } });
        return { id };
      }
      after = waiting.at(-1)?.key;
      if (waiting.length < NEXT_LOOKED_AT) return { id: behind(own, open) };
    }
  };

/** For the slice that decides: ends the claim of whoever decides, in the same transaction. Refuses whoever has none that lives. */
export async function spendClaim(tx: Tx, operator: Operator, item: Item): Promise<void> {
  if (!(await endClaim(tx, item, operator.id))) throw fail('REVIEW_CLAIM_NEEDED');
}

/** For the slice that shows: whether this operator works on it, and so sees it in clear. */
export async function holdsClaim(
  tx: Tx,
  operator: Operator,
  kind: ReviewKindName,
  id: string,
): Promise<boolean> {
  return (await listClaims(tx, kind, [id])).get(id)?.operatorId === operator.id;
}
