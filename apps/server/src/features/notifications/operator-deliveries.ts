import { fail } from '@holdfast/contract/errors';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { giveUpLetter, listLetters, retryLetter } from '#platform/outbox/dead-letter.store.ts';
import { readLanes } from '#platform/outbox/delivery.store.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';

const PAGE = 50;

/** Who members are, by their ids. */
export type NamesOf = (
  tx: Tx,
  ids: readonly MemberId[],
) => Promise<ReadonlyMap<MemberId, { readonly account: string; readonly nick: string }>>;

/** How far relay and push services are behind. */
export const readDeliveries: Handler<'/operator/delivery/read'> = async ({ tx }) => {
  const { relaySeconds, lanes } = await readLanes(tx);
  return {
    relaySeconds,
    lanes: lanes.map(({ carrier, lane, waitingSince, failingSince, pausedUntil, reason }) => ({
      carrier,
      lane,
      waitingSince: waitingSince?.toISOString() ?? null,
      failing:
        failingSince && pausedUntil
          ? {
              since: failingSince.toISOString(),
              nextTryAt: pausedUntil.toISOString(),
              reason: reason ?? '',
            }
          : null,
    })),
  };
};

export const listDeadLetters =
  (namesOf: NamesOf): Handler<'/operator/dead-letter/list'> =>
  async ({ tx }, { cursor }) => {
    const [before = NEWEST] = keysOf(cursor, 1);
    const found = await listLetters(tx, { before, limit: PAGE + 1 });
    const { items, next } = toPage(found, PAGE, (last) => [last.id]);
    const names = await namesOf(
      tx,
      items.map(({ memberId }) => memberId),
    );
    return {
      items: items.map(({ id, memberId, at, ...letter }) => {
        const { account, nick } = defined(names.get(memberId), 'a letter has its member');
        return { id: String(id), account, nick, ...letter, at: at.toISOString() };
      }),
      next,
    };
  };

/** Another try, by the worker. */
export const retryDeadLetter: Handler<'/operator/dead-letter/retry'> = async (
  { tx, audit },
  { id, reason },
) => {
  const kind = await retryLetter(tx, id);
  if (kind === undefined) throw fail('DEAD_LETTER_NOT_FOUND');
  audit({ action: 'dead-letter-retried', subject: `dead-letter:${id}`, detail: { kind, reason } });
  return {};
};

export const giveUpDeadLetter: Handler<'/operator/dead-letter/give-up'> = async (
  { tx, audit },
  { id, reason },
) => {
  const kind = await giveUpLetter(tx, id);
  if (kind === undefined) throw fail('DEAD_LETTER_NOT_FOUND');
  audit({ action: 'dead-letter-given-up', subject: `dead-letter:${id}`, detail: { kind, reason } });
  return {};
};
