import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { listCatalogue as findPage } from './question.store.ts';

const PAGE = 50;

/** All questions that there are or were, for whoever keeps them. */
export const listCatalogue: Handler<'/operator/security-question/list'> = async (
  { tx },
  { cursor, state },
) => {
  const [before = NEWEST] = keysOf(cursor, 1);
  return toPage(await findPage(tx, { before, state }, PAGE + 1), PAGE, ({ id }) => [id]);
};
