import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { markSafetyRead } from './read-state.store.ts';
import { recordSeen } from './safety-notice.store.ts';

/** Finds since when an account knows an install, as PostgreSQL's text of the time; undefined for an unknown install. */
export type InstallKnownSince = (
  tx: Tx,
  memberId: MemberId,
  installKey: Buffer,
) => Promise<string | undefined>;

/** The member has seen the safety notices up to a sequence number on this install. */
export const seeSafetyNotices =
  (installKnownSince: InstallKnownSince): Handler<'/member/notification/seen'> =>
  async ({ tx, session }, { seq }) => {
    const { memberId, installKey } = session;
    const knownSince = await installKnownSince(tx, memberId, installKey);
    await recordSeen(tx, { memberId, installKey, seq, knownSince });
    await markSafetyRead(tx, memberId, seq);
    return {};
  };
