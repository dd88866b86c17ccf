import type { MemberId, SessionId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import type { EndReason } from './session.rules.ts';
import { endLiveSession } from './session.store.ts';

/** Ends a member's sessions, `except` one, for a reason that the member is told. The caller holds the member's row lock. */
export async function endSessions(
  tx: Tx,
  end: { memberId: MemberId; reason: EndReason; except?: SessionId },
): Promise<void> {
  if (await endLiveSession(tx, end)) await enqueueHintsFor(tx, [end.memberId], ['ended']);
}
