import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { deleteAuthenticator } from './authenticator.store.ts';
import { tellChange } from './guarded-change.ts';

/** For a member who has lost phone and recovery codes: operators remove the authenticator, and the member is told everywhere. */
export async function removeLostAuthenticator(
  messages: Messages,
  { tx, now }: { tx: Tx; now: Date },
  memberId: MemberId,
): Promise<void> {
  await deleteAuthenticator(tx, memberId);
  await tellChange(
    messages,
    { tx, now, rid: undefined },
    { memberId, causeInstall: undefined, notice: 'authenticatorRemovedForMember', cause: 'authenticator' },
  );
}
