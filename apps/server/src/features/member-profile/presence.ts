import { defined } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findHidesPresence, saveHidesPresence } from './presence.store.ts';

/** Whether others are told when the member was here. */
export const readPresenceChoice: Handler<'/member/presence'> = async ({ tx, session }) => ({
  isShown: !defined(await findHidesPresence(tx, session.memberId), 'a session has its member'),
});

export const setPresenceChoice: Handler<'/member/presence/set'> = async ({ tx, session }, { shown }) => {
  const isShown = shown === '1';
  await saveHidesPresence(tx, session.memberId, !isShown);
  return { isShown };
};
