import { fail } from '@holdfast/contract/errors';
import { announce } from '#features/notifications/index.ts';
import { forgetInstalls, startCoolDown } from '#features/security/index.ts';
import { clearFailedAttempts, endSessions } from '#features/sign-in/index.ts';
import type { AnyoneContext, Preparation, Session } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { assertNewPassword } from '#platform/passwords/new-secret.ts';
import type { Watch } from '#platform/metrics/watch.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { requireTicket } from '#platform/tickets/require-ticket.ts';
import {
  findPasswordHash,
  savePassword,
  selectMemberForUpdate,
  type PasswordOwner,
} from './password.store.ts';

export interface PasswordParts {
  readonly passwords: Passwords;
  readonly messages: Messages;
  readonly watch: Watch;
}

export interface NewPassword {
  readonly hash: string;
  /** It equals the current password. Told only to a caller who has proven to own the account. */
  readonly isUnchanged: boolean;
}

/** Hashes a new password, in a `prepare`, for a caller who has proven to own the account. */
export async function hashNewPassword(
  { passwords }: PasswordParts,
  { db }: Pick<Preparation, 'db'>,
  { account, password }: { account: string; password: string },
): Promise<NewPassword> {
  const stored = await findPasswordHash(db, account);
  const isUnchanged = await passwords.verify(stored, password);
  return { isUnchanged, hash: await passwords.hash(password) };
}

/** Hashes a new password for a caller with a ticket instead of a session. The ticket says whose password it is; without one nothing is hashed. */
export const hashForTicket =
  (parts: PasswordParts, purpose: string) =>
  async (preparation: Preparation, token: string, password: string): Promise<NewPassword> => {
    assertNewPassword(password);
    const { subject } = await requireTicket(preparation, token, purpose);
    return hashNewPassword(parts, preparation, { account: subject, password });
  };

/**
 * Saves a new password: ends the member's sessions except the caller's own, starts a cool-down, notifies the member, and clears failed
 * sign-ins with the old password. `check` runs under the member's row lock.
 */
export async function saveNewPassword(
  { messages }: PasswordParts,
  context: AnyoneContext,
  change: NewPassword & {
    account: string;
    /** The session of the caller, if there is one: it stays. */
    session?: Session;
    /** The install of a caller without a session. */
    installKey?: Buffer | undefined;
    check?: (member: PasswordOwner) => Promise<void>;
  },
): Promise<void> {
  const { tx, origin, audit } = context;
  const member = (await selectMemberForUpdate(tx, change.account)) ?? fail('TICKET_INVALID');
  await change.check?.(member);
  if (change.isUnchanged) throw fail('PASSWORD_UNCHANGED');
  const memberId = member.id;
  await savePassword(tx, memberId, change.hash);
  await clearFailedAttempts(tx, { account: change.account, network: origin.network });
  const { session } = change;
  await endSessions(tx, { memberId, reason: 'password', ...(session && { except: session.id }) });
  if (!session) await forgetInstalls(tx, memberId); // whoever recovers may have lost one of them
  await startCoolDown(tx, { memberId, cause: 'password' });
  const causeInstall = session?.installKey ?? change.installKey;
  await announce(context, messages, { memberId, type: 'passwordChanged', causeInstall });
  audit({ action: 'password-changed', subject: `member:${memberId}` });
}
