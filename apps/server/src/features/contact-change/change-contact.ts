import { fail } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import { countryCodeOf, toMail, toMobile } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { changeExtra, tell } from '#features/notifications/index.ts';
import { redeemCodeTicket, type OneTimeCodes } from '#features/one-time-code/index.ts';
import { coolDownUntil, startCoolDown } from '#features/security/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import type { Messages } from '#platform/messaging/messages.ts';
import { changeMessage } from './change-texts.ts';
import { lockContact, saveMail, saveMobile } from './contact.store.ts';

export interface ContactChangeParts {
  readonly codes: OneTimeCodes;
  readonly messages: Messages;
}

/** A day: who reads it later has missed the cool-down too. */
const NOTICE_MINUTES = 24 * 60;

type Language = 'zh-TW' | 'en';

/** The new address must be read by the member, and so must the old one, or a session and its secret would be enough to take both. */
async function begin(
  { codes }: ContactChangeParts,
  { tx, session, deviceHash, origin }: MemberContext,
  { channel, target, language }: { channel: OtpChannel; target: string; language: Language | undefined },
) {
  const old = await lockContact(tx, session.memberId, channel);
  if (old.address === target && !old.is_unproven) throw fail('CONTACT_SAME');
  const common = { channel, deviceHash, origin, language };
  const sent = async (purpose: 'old' | 'new', to: string, subject: string, reader?: MemberId) => {
    const { id, resendAt } = await codes.sendCode(tx, {
      ...common,
      purpose: `${channel}-change-${purpose}`,
      target: to,
      subject,
      reader,
    });
    return { id, resendAt: resendAt.toISOString() };
  };
  const asksOld = old.address !== '' && !old.is_unproven;
  return {
    ...(asksOld && { old: await sent('old', old.address, session.account, session.memberId) }),
    new: await sent('new', target, target),
  };
}

async function end(
  { messages }: ContactChangeParts,
  context: MemberContext,
  channel: OtpChannel,
  { newTicket, oldTicket }: { newTicket: string; oldTicket?: string | undefined },
) {
  const { tx, session, deviceHash } = context;
  const { memberId, account } = session;
  const old = await lockContact(tx, memberId, channel);
  if (old.address !== '' && !old.is_unproven) {
    const proof = { purpose: `${channel}-change-old`, deviceHash } as const;
    const { subject, data } = await redeemCodeTicket(tx, oldTicket ?? '', proof);
    if (subject !== account || data['target'] !== old.address) throw fail('TICKET_INVALID');
  }
  const proof = { purpose: `${channel}-change-new`, deviceHash } as const;
  const { subject: address } = await redeemCodeTicket(tx, newTicket, proof);
  if (channel === 'mail') await saveMail(tx, memberId, address);
  else if (!(await saveMobile(tx, memberId, { mobile: address, countryCode: countryCodeOf(address) })))
    throw fail('MOBILE_TAKEN'); // told only to who reads the number
  await startCoolDown(tx, { memberId, cause: channel });
  const what = old.address === '' ? 'Added' : old.address === address ? 'Verified' : 'Changed';
  const type = `${channel}${what}` as const;
  await tell(tx, [{ memberId, type, extra: changeExtra(context) }]);
  if (old.address !== '' && old.address !== address)
    await messages.queue(tx, {
      channel,
      to: old.address,
      usefulMinutes: NOTICE_MINUTES,
      // The member has just read a code there, unless it was lost before.
      reader: old.is_unproven ? undefined : memberId,
      ...changeMessage(channel),
    });
  const until = defined(await coolDownUntil(tx, memberId), 'a cool-down that was just started');
  return { coolDownUntil: until.toISOString() };
}

export const beginMobileChange =
  (parts: ContactChangeParts): Handler<'/member/mobile-change/create-verification'> =>
  (context, { mobile, lang: language }) => {
    const target = toMobile(mobile) ?? fail('PARAMETERS_INVALID', { fields: ['mobile'] });
    return begin(parts, context, { channel: 'mobile', target, language });
  };

export const beginMailChange =
  (parts: ContactChangeParts): Handler<'/member/mail-change/create-verification'> =>
  (context, { mail, lang: language }) => {
    const target = toMail(mail) ?? fail('PARAMETERS_INVALID', { fields: ['mail'] });
    return begin(parts, context, { channel: 'mail', target, language });
  };

export const endMobileChange =
  (parts: ContactChangeParts): Handler<'/member/mobile-change/verify'> =>
  (context, input) =>
    end(parts, context, 'mobile', input);

export const endMailChange =
  (parts: ContactChangeParts): Handler<'/member/mail-change/verify'> =>
  (context, input) =>
    end(parts, context, 'mail', input);
