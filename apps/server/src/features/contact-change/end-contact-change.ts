import { fail } from '@holdfast/contract/errors';
import { OTP_CHANNELS, type OtpChannel } from '@holdfast/contract/member';
import type { AccountNoticeType } from '@holdfast/contract/notifications';
import { countryCodeOf } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { changeExtra, changeMessage, notify } from '#features/notifications/index.ts';
import { redeemCodeTicket, redeemOwnCode } from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import { renewSession } from '#features/sign-in/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { assertGranted } from './assert-granted.ts';
import { deleteGrant } from './grant.store.ts';
import { saveContact, selectContactsForUpdate, type Contacts } from './contact.store.ts';

/** A day: after it the cool-down is over, and the notice comes too late. */
const NOTICE_MINUTES = 24 * 60;

interface Tickets {
  readonly newTicket: string;
  readonly oldTicket?: string | undefined;
}

/** Redeems the tickets of both codes and returns the new address. */
async function redeemTickets(
  { tx, session: { account }, deviceHash }: MemberContext,
  { channel, newTicket, oldTicket }: Tickets & { channel: OtpChannel },
): Promise<string> {
  await redeemOwnCode(tx, { account, ticket: oldTicket, purpose: `${channel}-change-old`, deviceHash });
  const proof = { purpose: `${channel}-change-new`, deviceHash } as const;
  return (await redeemCodeTicket(tx, newTicket, proof)).subject;
}

/** Tells every other address of the member, the replaced one too, with a link that freezes the account. */
async function tellOthers(
  messages: Messages,
  { tx, session: { memberId } }: MemberContext,
  { channel, address, before, type }: Change,
): Promise<void> {
  for (const each of OTP_CHANNELS) {
    const { address: to, provenAt } = before[each];
    if (to === '' || to === address || (provenAt === null && each !== channel)) continue;
    await messages.queue(tx, {
      channel: each,
      to,
      usefulMinutes: NOTICE_MINUTES,
      reader: provenAt ? memberId : undefined, // an unproven address may belong to somebody else
      offersFreeze: true,
      ...changeMessage(type),
    });
  }
}

interface Change {
  readonly channel: OtpChannel;
  readonly address: string;
  readonly before: Contacts;
  readonly type: AccountNoticeType;
}

/** Saves the new address, starts a cool-down, renews the session, and tells the member on every channel that was there before. */
async function end(messages: Messages, context: MemberContext, channel: OtpChannel, tickets: Tickets) {
  const { tx, session } = context;
  const { memberId, installKey } = session;
  const before = await selectContactsForUpdate(tx, memberId);
  const old = before[channel];
  const address = await redeemTickets(context, { channel, ...tickets });
  await assertGranted(tx, { memberId, contacts: before, channel, target: address });
  await deleteGrant(tx, memberId);
  const countryCode = channel === 'mobile' ? countryCodeOf(address) : '';
  // Told only to who has proven the number.
  if (!(await saveContact(tx, memberId, { channel, old, address, countryCode }))) throw fail('MOBILE_TAKEN');
  await startCoolDown(tx, { memberId, cause: channel });
  const what = old.address === '' ? 'Added' : old.address === address ? 'Verified' : 'Changed';
  const type = `${channel}${what}` as const;
  await notify(tx, [{ memberId, type, extra: changeExtra(context), causeInstall: installKey }]);
  await tellOthers(messages, context, { channel, address, before, type });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return {
    coolDownUntil: until.toISOString(),
    access_token: await renewSession(context, session.account),
  };
}

export const endMobileChange =
  (messages: Messages): Handler<'/member/mobile-change/verify'> =>
  (context, input) =>
    end(messages, context, 'mobile', input);

export const endMailChange =
  (messages: Messages): Handler<'/member/mail-change/verify'> =>
  (context, input) =>
    end(messages, context, 'mail', input);
