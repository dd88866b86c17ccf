import { fail } from '@holdfast/contract/errors';
import { maskMessage } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import { operatorNames } from '#features/operators/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { decideFlag, listAround, listFlags } from './flag.store.ts';

/** Lines that look like the beginning of a fraud, across all orders (feature H9). */

const PAGE = 20;

export const listFlagged: Handler<'/operator/flag/list'> = async (
  { tx, audit },
  { cursor, state = 'open', kind },
) => {
  const [before] = keysOf(cursor, 1);
  const found = await listFlags(tx, { state, kind, before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  const around = await listAround(tx, items);
  const members = await findMembers(tx, [
    ...new Set(items.flatMap(({ payerId, payeeId }) => [payerId, payeeId])),
  ]);
  const names = await operatorNames(
    tx,
    items.flatMap(({ decidedBy }) => decidedBy ?? []),
  );
  audit({
    action: 'flags-viewed',
    subject: 'flags',
    detail: { state, rows: items.length, ...(kind && { kind }) },
  });
  return {
    next,
    items: items.map(({ payerId, payeeId, decidedBy, decidedAt, at, kinds, ...flag }) => {
      const { account, nick } = defined(
        members.get(flag.author === 'payer' ? payerId : payeeId),
        'an order has its members',
      );
      const reader = defined(members.get(flag.author === 'payer' ? payeeId : payerId), 'both of them');
      return {
        ...flag,
        kinds: [...kinds],
        at: at.toISOString(),
        writer: { account, nick },
        reader: { account: reader.account, nick: reader.nick },
        lines: around
          .filter(
            ({ orderId, number }) =>
              orderId === flag.orderId && number >= flag.number - 2 && number <= flag.number + 1,
          )
          .map(({ number, author, kind: lineKind, text, at: writtenAt }) => ({
            number,
            author,
            kind: lineKind,
            text: text === null ? null : maskMessage(text),
            at: writtenAt.toISOString(),
          })),
        decided:
          decidedBy === null || decidedAt === null
            ? null
            : { by: names.get(decidedBy) ?? '', at: decidedAt.toISOString() },
      };
    }),
  };
};

/** Takes one out of the queue. What the parties see of the line stays as it is. */
export const decideFlagged: Handler<'/operator/flag/decide/{id}'> = async (
  { tx, operator, audit },
  { verdict },
  { id },
) => {
  const decided = await decideFlag(tx, { id, verdict, operatorId: operator.id });
  if (!decided) throw fail('FLAG_DECIDED');
  hintOperators(tx, { topic: 'board' });
  audit({
    action: 'flag-decided',
    subject: `order:${decided.orderId}`,
    detail: { verdict, what: `line-${decided.number}` },
  });
  return {};
};
