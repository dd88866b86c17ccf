import { fail } from '@holdfast/contract/errors';
import type { CoolDownCause } from '@holdfast/contract/member';
import type { AccountNoticeType } from '@holdfast/contract/notifications';
import type { AuditAction } from '@holdfast/contract/operators';
import { defined, type MemberId } from '@holdfast/kernel';
import { announce } from '#features/notifications/index.ts';
import { areAddressesLost, redeemOwnCode } from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';

/** A change of how a member signs in, and what it is called where. */
export interface GuardedChange {
  readonly notice: AccountNoticeType;
  readonly cause: CoolDownCause & ('authenticator' | 'passkey');
  readonly audit: AuditAction;
}

export interface GuardedChangeParts {
  readonly messages: Messages;
  /** Gives the caller's session another token, because what it rests on has changed. */
  readonly renewSession: (context: MemberContext, account: string) => Promise<string>;
}

/**
 * Redeems the ticket of a code to an address that was proven before, like a change of contact. While every address is declared lost the
 * password and the secret prove nobody: who has stolen both would keep the account by what is added now.
 */
export async function redeemChangeTicket(
  { tx, session: { account }, deviceHash }: MemberContext,
  purpose: GuardedChange['cause'],
  ticket: string | undefined,
): Promise<void> {
  if (await areAddressesLost(tx, account)) throw fail('CONTACT_NOT_GRANTED');
  await redeemOwnCode(tx, { account, ticket, purpose, deviceHash });
}

/** Starts the cool-down of a change of how a member signs in, and tells of it in the inbox and on every address. */
export async function tellChange(
  messages: Messages,
  context: Pick<MemberContext, 'tx' | 'now' | 'rid'>,
  {
    memberId,
    causeInstall,
    notice: type,
    cause,
  }: Pick<GuardedChange, 'notice' | 'cause'> & { memberId: MemberId; causeInstall: Buffer | undefined },
): Promise<void> {
  await startCoolDown(context.tx, { memberId, cause });
  await announce(context, messages, { memberId, type, causeInstall });
}

/** What follows a change by the member: a cool-down, notices everywhere, another token for the session. */
export async function concludeChange(
  { messages, renewSession }: GuardedChangeParts,
  context: MemberContext,
  { notice, cause, audit: action }: GuardedChange,
): Promise<{ coolDownUntil: string; access_token: string }> {
  const { tx, session, audit } = context;
  const { memberId, account, installKey: causeInstall } = session;
  await tellChange(messages, context, { memberId, causeInstall, notice, cause });
  audit({ action, subject: `member:${memberId}` });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return { coolDownUntil: until.toISOString(), access_token: await renewSession(context, account) };
}
