import { fail } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import { countryCodeOf } from '@holdfast/contract/rules';
import { defined } from '@holdfast/kernel';
import { changeExtra, notify } from '#features/notifications/index.ts';
import { redeemCodeTicket } from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { changeMessage } from './change-texts.ts';
import { saveMail, saveMobile, selectContactForUpdate, type Contact } from './contact.store.ts';

/** A day: after it the cool-down is over, and the notice comes too late. */
const NOTICE_MINUTES = 24 * 60;

interface Tickets {
  readonly newTicket: string;
  readonly oldTicket?: string | undefined;
}

/** Redeems the tickets of both codes and returns the new address. */
async function redeemTickets(
  { tx, session, deviceHash }: MemberContext,
  { channel, old, newTicket, oldTicket }: Tickets & { channel: OtpChannel; old: Contact },
): Promise<string> {
  if (old.address !== '' && !old.isUnproven) {
    const proof = { purpose: `${channel}-change-old`, deviceHash } as const;
    const { subject, data } = await redeemCodeTicket(tx, oldTicket ?? '', proof);
    if (subject !== session.account || data['target'] !== old.address) throw fail('TICKET_INVALID');
  }
  const proof = { purpose: `${channel}-change-new`, deviceHash } as const;
  return (await redeemCodeTicket(tx, newTicket, proof)).subject;
}

/** Saves the new address, starts a cool-down, and tells the member and the old address. */
async function end(messages: Messages, context: MemberContext, channel: OtpChannel, tickets: Tickets) {
  const { tx, session } = context;
  const { memberId, installKey } = session;
  const old = await selectContactForUpdate(tx, memberId, channel);
  const address = await redeemTickets(context, { channel, old, ...tickets });
  if (channel === 'mail') await saveMail(tx, memberId, address);
  else if (!(await saveMobile(tx, memberId, { mobile: address, countryCode: countryCodeOf(address) })))
    throw fail('MOBILE_TAKEN'); // told only to who has proven the number
  await startCoolDown(tx, { memberId, cause: channel });
  const what = old.address === '' ? 'Added' : old.address === address ? 'Verified' : 'Changed';
  await notify(tx, [
    { memberId, type: `${channel}${what}`, extra: changeExtra(context), causeInstall: installKey },
  ]);
  if (old.address !== '' && old.address !== address)
    await messages.queue(tx, {
      channel,
      to: old.address,
      usefulMinutes: NOTICE_MINUTES,
      reader: old.isUnproven ? undefined : memberId, // an unproven address may belong to somebody else
      offersFreeze: true,
      ...changeMessage(channel),
    });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return { coolDownUntil: until.toISOString() };
}

export const endMobileChange =
  (messages: Messages): Handler<'/member/mobile-change/verify'> =>
  (context, input) =>
    end(messages, context, 'mobile', input);

export const endMailChange =
  (messages: Messages): Handler<'/member/mail-change/verify'> =>
  (context, input) =>
    end(messages, context, 'mail', input);
