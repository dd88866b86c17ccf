import { fail } from '@holdfast/contract/errors';
import { toMemberId, type MemberId } from '@holdfast/kernel';
import { announce } from '#features/notifications/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import { endSessions, forgetTries } from '#features/sign-in/index.ts';
import type { AnyoneContext, Preparation } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { assertNewPassword } from '#platform/passwords/new-secret.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { readTicket } from '#platform/tickets/tickets.store.ts';
import { findPasswordHash, lockMember, savePassword, type LockedMember } from './password.store.ts';

export interface PasswordParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
}

export interface NewPassword {
  readonly hash: string;
  /** It is the one the member has. Told only to who has shown whose it is. */
  readonly isUnchanged: boolean;
}

/**
 * Judges and hashes a new password, in a `prepare`. `account` is undefined when the caller has proven nothing; the work is the same, or
 * the time it takes would tell.
 */
export async function hashNewPassword(
  { passwords }: PasswordParts,
  { db }: Pick<Preparation, 'db'>,
  { account, password }: { account: string | undefined; password: string },
): Promise<NewPassword> {
  assertNewPassword(password);
  const stored = await findPasswordHash(db, account ?? '');
  const isUnchanged = await passwords.verify(stored, password);
  return { isUnchanged, hash: await passwords.hash(password) };
}

/** The same for who comes with a ticket instead of a session: the ticket says whose password it is. */
export const hashForTicket =
  (parts: PasswordParts, purpose: string) =>
  async ({ db, deviceHash }: Preparation, token: string, password: string): Promise<NewPassword> => {
    const ticket = await readTicket(db, token, { purpose, deviceHash });
    return hashNewPassword(parts, { db }, { account: ticket?.subject, password });
  };

/**
 * Saves the password, ends the member's sessions (`except` the caller's own), lets money wait, and tells the member. Wrong tries at the old
 * one delay nobody who has set a new one. `check` runs once the member's row is locked.
 */
export async function saveNewPassword(
  { messages }: PasswordParts,
  context: AnyoneContext,
  change: NewPassword & { account: string; except?: string; check?: (member: LockedMember) => Promise<void> },
): Promise<MemberId> {
  const { tx, origin, audit } = context;
  const member = (await lockMember(tx, change.account)) ?? fail('TICKET_INVALID');
  await change.check?.(member);
  if (change.isUnchanged) throw fail('PASSWORD_UNCHANGED');
  const memberId = toMemberId(member.id);
  await savePassword(tx, memberId, change.hash);
  await forgetTries(tx, { account: change.account, network: origin.network });
  const { except } = change;
  await endSessions(tx, { memberId, reason: 'password', ...(except !== undefined && { except }) });
  await startCoolDown(tx, { memberId, cause: 'password' });
  await announce(context, messages, { memberId, type: 'passwordChanged' });
  audit({ action: 'password-changed', subject: `member:${memberId}` });
  return memberId;
}
