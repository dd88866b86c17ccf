import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { listHistory } from './history.store.ts';

const PAGE = 30;

/** A page of sign-ins and failed attempts, newest first. */
export const listSignIns: Handler<'/member/security/history'> = async ({ tx, session }, { cursor }) => {
  const [before] = keysOf(cursor, 1);
  const found = await listHistory(tx, { memberId: session.memberId, before, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return {
    items: items.map(({ id, outcome, device, place, at }) => ({
      id,
      outcome,
      device,
      place: place.name,
      network: place.network,
      at: at.toISOString(),
    })),
    next,
  };
};
