import type { CallOutput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import { toMail, toMobile } from '@holdfast/contract/rules';
import { maskCodeAddress, requireCodeAddresses, type OneTimeCodes } from '#features/one-time-code/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { assertGranted } from './assert-granted.ts';
import { selectContactsForUpdate } from './contact.store.ts';

interface Begin {
  readonly channel: OtpChannel;
  readonly target: string;
  /** On which proven channel the member wants to confirm the change. */
  readonly via: OtpChannel | undefined;
  readonly language: 'zh-TW' | 'en' | undefined;
}

/**
 * Sends a code to the new address, and one to an address that was proven before, whichever channel it is on: otherwise a session and its
 * transaction secret would suffice to take over the account. Only who has no proven address at all needs none.
 */
async function begin(
  codes: OneTimeCodes,
  context: MemberContext,
  { channel, target, via = channel, language }: Begin,
): Promise<CallOutput<'/member/mobile-change/create-verification'>> {
  const { tx, session, deviceHash, origin } = context;
  const { account, memberId } = session;
  const contacts = await selectContactsForUpdate(tx, memberId);
  await assertGranted(context, channel, target);
  const { [channel]: present } = contacts;
  if (present.address === target && present.provenAt) throw fail('CONTACT_SAME');
  const proven = await requireCodeAddresses(tx, account);
  const old = proven.find((address) => address.channel === via) ?? proven[0];
  // Session and transaction secret show more than a session or a known install, so whoever has less uses up nothing of this.
  const asker = { kind: 'own', member: memberId } as const;
  const common = { asker, deviceHash, origin, language };
  const sendOld = async (to: NonNullable<typeof old>) => {
    const { id, resendAt } = await codes.sendCode(tx, {
      ...common,
      purpose: `${channel}-change-old`,
      channel: to.channel,
      target: to.target,
      subject: account,
      reader: to.isCurrent ? memberId : undefined,
    });
    return { id, resendAt: resendAt.toISOString(), ...maskCodeAddress(to) };
  };
  const sentOld = old && (await sendOld(old));
  const { id, resendAt } = await codes.sendCode(tx, {
    ...common,
    purpose: `${channel}-change-new`,
    channel,
    target,
    subject: target,
  });
  return { ...(sentOld && { old: sentOld }), new: { id, resendAt: resendAt.toISOString() } };
}

export const beginMobileChange =
  (codes: OneTimeCodes): Handler<'/member/mobile-change/create-verification'> =>
  (context, { mobile, via, lang: language }) => {
    const target = toMobile(mobile) ?? fail('PARAMETERS_INVALID', { fields: ['mobile'] });
    return begin(codes, context, { channel: 'mobile', target, via, language });
  };

export const beginMailChange =
  (codes: OneTimeCodes): Handler<'/member/mail-change/create-verification'> =>
  (context, { mail, via, lang: language }) => {
    const target = toMail(mail) ?? fail('PARAMETERS_INVALID', { fields: ['mail'] });
    return begin(codes, context, { channel: 'mail', target, via, language });
  };
