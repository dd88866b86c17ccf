import type { Handler } from '#platform/gateway/call-table.ts';
import { removeToken } from './token.store.ts';

/** The install is told nothing more: the member has switched push messages off on it. */
export const removePush: Handler<'/member/device/push-remove'> = async ({ tx, session }) => {
  await removeToken(tx, session);
  return {};
};
