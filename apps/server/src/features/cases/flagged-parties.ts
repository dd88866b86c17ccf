import { fail } from '@holdfast/contract/errors';
import { defined, formatAmount, type MemberId } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import { operatorNames } from '#features/operators/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { decideFlaggedParties, listFlaggedParties } from './flagged-parties.store.ts';

/** Orders behind whose two parties one person may stand (threat D16). */

const PAGE = 20;

export const listParties: Handler<'/operator/flag/parties'> = async (
  { tx, audit },
  { cursor, state = 'open' },
) => {
  const [before] = keysOf(cursor, 1);
  const found = await listFlaggedParties(tx, { state, before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  const members = await findMembers(tx, [
    ...new Set(items.flatMap(({ payerId, payeeId }) => [payerId, payeeId])),
  ]);
  const names = await operatorNames(
    tx,
    items.flatMap(({ decidedBy }) => decidedBy ?? []),
  );
  const partyOf = (id: MemberId) => {
    const { account, nick } = defined(members.get(id), 'an order has its members');
    return { account, nick };
  };
  audit({ action: 'flags-viewed', subject: 'flagged-parties', detail: { state, rows: items.length } });
  return {
    next,
    items: items.map(({ payerId, payeeId, decidedBy, decidedAt, at, kinds, quantity, ...flagged }) => ({
      ...flagged,
      quantity: formatAmount(flagged.coin, quantity),
      kinds: [...kinds],
      payer: partyOf(payerId),
      payee: partyOf(payeeId),
      at: at.toISOString(),
      decided:
        decidedBy === null || decidedAt === null
          ? null
          : { by: names.get(decidedBy) ?? '', at: decidedAt.toISOString() },
    })),
  };
};

/** Takes one out of the queue. The parties notice nothing of either. */
export const decideParties: Handler<'/operator/flag/parties-decide/{id}'> = async (
  { tx, operator, audit },
  { verdict },
  { id },
) => {
  const orderId = await decideFlaggedParties(tx, { id, verdict, operatorId: operator.id });
  if (orderId === undefined) throw fail('FLAG_DECIDED');
  hintOperators(tx, { topic: 'board' });
  audit({ action: 'flag-decided', subject: `order:${orderId}`, detail: { verdict, what: 'parties' } });
  return {};
};
