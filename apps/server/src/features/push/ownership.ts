import type { MemberId } from '@holdfast/kernel';
import { type InboxMessage } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { endOthers, endToken, limitOthers, removeOthers, removeToken, type Install } from './token.store.ts';

/** Told to whoever loses an address to another account. */
export const movedNotice = (memberId: MemberId, now: Date): InboxMessage => ({
  memberId,
  type: 'pushMoved',
  extra: { when: now.toISOString() },
});

/**
 * A member has signed in on an install. What others have registered there ends, and they are told by the messages that are returned; the
 * member's other installs are told of the account's safety only, because somebody may use them who has not signed in.
 */
export async function moveWithSignIn(tx: Tx, install: Install, now: Date): Promise<InboxMessage[]> {
  const others = await removeOthers(tx, install);
  await limitOthers(tx, install);
  return others.map((memberId) => movedNotice(memberId, now));
}

/**
 * A device was removed from elsewhere, or its session goes on under another token. What has happened to the account until now still goes there:
 * whoever breaks into it would remove the devices of its owner first, before they have told of the sign-in.
 */
export const endInstallUntilNow = (tx: Tx, install: Install): Promise<void> => endToken(tx, install);

/** After a sign-out: nothing more goes there. */
export const endInstall = (tx: Tx, install: Install): Promise<void> => removeToken(tx, install);

/**
 * Sessions were ended from elsewhere (another password, a freeze, an operator): every other install is told of that, and then of nothing more.
 */
export const endOtherInstalls = (
  tx: Tx,
  memberId: MemberId,
  exceptInstall: Buffer | undefined,
): Promise<void> => endOthers(tx, memberId, exceptInstall);
