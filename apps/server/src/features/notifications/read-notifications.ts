import type { Handler } from '#platform/gateway/call-table.ts';
import { markRead, markReadUpTo, readState, saveMuted } from './read-state.store.ts';

/** The member has read messages: single ones, or everything up to one. */
export const readNotifications: Handler<'/member/notification/read'> = async (
  { tx, session: { memberId } },
  { upTo, seqs },
) => {
  if (upTo !== undefined) await markReadUpTo(tx, memberId, upTo);
  if (seqs !== undefined) await markRead(tx, memberId, seqs);
  return {};
};

/** Which groups the member is not interrupted by. */
export const readPreferences: Handler<'/member/notification/preferences'> = async ({ tx, session }) => {
  const { muted } = await readState(tx, session);
  return { muted: [...muted] };
};

export const setPreferences: Handler<'/member/notification/preferences/set'> = async (
  { tx, session: { memberId } },
  { muted },
) => {
  await saveMuted(tx, memberId, muted);
  return {};
};
