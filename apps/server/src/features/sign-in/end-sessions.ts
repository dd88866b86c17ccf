import type { MemberId, SessionId } from '@holdfast/kernel';
import { endOtherInstalls } from '#features/push/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import type { EndReason } from './session.rules.ts';
import { endLiveSession, findInstallOf } from './session.store.ts';

/** Ends a member's sessions, `except` one, for a reason that the member is told; their devices get no more push messages than that. The caller holds the member's row lock. */
export async function endSessions(
  tx: Tx,
  end: { memberId: MemberId; reason: EndReason; except?: SessionId },
): Promise<void> {
  const kept = end.except === undefined ? undefined : await findInstallOf(tx, end.except);
  await endOtherInstalls(tx, end.memberId, kept);
  if (await endLiveSession(tx, end)) await enqueueHintsFor(tx, [end.memberId], ['ended']);
}
