import { claimFile, releaseFile } from '#features/assets/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findAvatar, saveAvatar } from './avatar.store.ts';

const BY = 'avatar';

/** Makes an uploaded picture the member's avatar, or takes the avatar away. The one before is gone with the commit. */
export const setAvatar: Handler<'/member/avatar/set'> = async ({ tx, session }, { fileId }) => {
  const { memberId } = session;
  if (fileId !== undefined) await claimFile(tx, { fileId, owner: memberId, purpose: 'avatar', by: BY });
  const before = await findAvatar(tx, memberId);
  await saveAvatar(tx, memberId, fileId);
  if (before !== undefined && before !== fileId) await releaseFile(tx, { fileId: before, by: BY });
  return { fileId: fileId ?? null };
};

export const getAvatar: Handler<'/member/avatar/get'> = async ({ tx, session }) => ({
  fileId: (await findAvatar(tx, session.memberId)) ?? null,
});
