import type { AccountNoticeType } from '@holdfast/contract/notifications';
import { defined } from '@holdfast/kernel';
import { changeExtra, changeMessage, notify } from '#features/notifications/index.ts';
import { listCodeAddresses, redeemOwnCode } from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';

/** A day: after it the cool-down is over, and the notice comes too late. */
const NOTICE_MINUTES = 24 * 60;

export interface AuthenticatorParts {
  readonly messages: Messages;
  /** Gives the caller's session another token, because what it rests on has changed. */
  readonly renewSession: (context: MemberContext, account: string) => Promise<string>;
}

/** Redeems the ticket of a code to an address that was proven before, like a change of contact. */
export async function redeemChangeTicket(
  { tx, session: { account }, deviceHash }: MemberContext,
  ticket: string | undefined,
): Promise<void> {
  await redeemOwnCode(tx, { account, ticket, purpose: 'authenticator', deviceHash });
}

/** What follows a change of how the member signs in: a cool-down, notices everywhere, another token for the session. */
export async function concludeChange(
  { messages, renewSession }: AuthenticatorParts,
  context: MemberContext,
  type: Extract<AccountNoticeType, 'authenticatorAdded' | 'authenticatorRemoved'>,
): Promise<{ coolDownUntil: string; access_token: string }> {
  const { tx, session, audit } = context;
  const { memberId, account, installKey } = session;
  // Before the cool-down begins: the addresses are the same, but these are surely the ones from before.
  const addresses = await listCodeAddresses(tx, account);
  await startCoolDown(tx, { memberId, cause: 'authenticator' });
  await notify(tx, [{ memberId, type, extra: changeExtra(context), causeInstall: installKey }]);
  for (const { channel, target, isCurrent } of addresses)
    await messages.queue(tx, {
      channel,
      to: target,
      usefulMinutes: NOTICE_MINUTES,
      reader: isCurrent ? memberId : undefined,
      offersFreeze: true,
      ...changeMessage(type),
    });
  audit({
    action: type === 'authenticatorAdded' ? 'authenticator-added' : 'authenticator-removed',
    subject: `member:${memberId}`,
  });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return { coolDownUntil: until.toISOString(), access_token: await renewSession(context, account) };
}
