import { endInstall } from '#features/push/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { revokeChannel } from '#platform/gateway/ticket-keys.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { endSession } from './session.store.ts';

/** Ends the session and revokes its channel; its live streams end too, and the device gets no more push messages. */
export const signOut: Handler<'/member/sign-out/{account}'> = async ({ tx, session, sid }) => {
  await endSession(tx, session.id, 'signed-out');
  await endInstall(tx, session);
  await revokeChannel(tx, sid);
  await enqueueHintsFor(tx, [session.memberId], ['ended']);
  return {};
};
