import type { CoolDownCause } from '@holdfast/contract/member';
import type { AccountNoticeType } from '@holdfast/contract/notifications';
import type { AuditAction } from '@holdfast/contract/operators';
import { defined, type MemberId } from '@holdfast/kernel';
import { changeExtra, changeMessage, notify } from '#features/notifications/index.ts';
import { listCodeAddresses, redeemOwnCode } from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';

/** A day: after it the cool-down is over, and the notice comes too late. */
const NOTICE_MINUTES = 24 * 60;

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

/** Redeems the ticket of a code to an address that was proven before, like a change of contact. */
export async function redeemChangeTicket(
  { tx, session: { account }, deviceHash }: MemberContext,
  purpose: GuardedChange['cause'],
  ticket: string | undefined,
): Promise<void> {
  await redeemOwnCode(tx, { account, ticket, purpose, deviceHash });
}

/** Starts the cool-down of a change of how a member signs in, and tells of it in the inbox and on every address. */
export async function tellChange(
  messages: Messages,
  context: Pick<MemberContext, 'tx' | 'now' | 'rid'>,
  {
    memberId,
    account,
    causeInstall,
    notice: type,
    cause,
  }: Pick<GuardedChange, 'notice' | 'cause'> & {
    memberId: MemberId;
    account: string;
    causeInstall: Buffer | undefined;
  },
): Promise<void> {
  const { tx } = context;
  // Before the cool-down begins: the addresses are the same, but these are surely the ones from before.
  const addresses = await listCodeAddresses(tx, account);
  await startCoolDown(tx, { memberId, cause });
  await notify(tx, [{ memberId, type, extra: changeExtra(context), causeInstall }]);
  for (const { channel, target, isCurrent } of addresses)
    await messages.queue(tx, {
      channel,
      to: target,
      usefulMinutes: NOTICE_MINUTES,
      reader: isCurrent ? memberId : undefined,
      offersFreeze: true,
      ...changeMessage(type),
    });
}

/** What follows a change by the member: a cool-down, notices everywhere, another token for the session. */
export async function concludeChange(
  { messages, renewSession }: GuardedChangeParts,
  context: MemberContext,
  { notice, cause, audit: action }: GuardedChange,
): Promise<{ coolDownUntil: string; access_token: string }> {
  const { tx, session, audit } = context;
  const { memberId, account, installKey: causeInstall } = session;
  await tellChange(messages, context, { memberId, account, causeInstall, notice, cause });
  audit({ action, subject: `member:${memberId}` });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return { coolDownUntil: until.toISOString(), access_token: await renewSession(context, account) };
}
