import { fail } from '@holdfast/contract/errors';
import type { OtpChannel } from '@holdfast/contract/member';
import { toMail, toMobile } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import type { OneTimeCodes } from '#features/one-time-code/index.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { selectContactForUpdate } from './contact.store.ts';

type Language = 'zh-TW' | 'en';

/**
 * Sends a code to the new address, and one to the old address if that is proven: otherwise a session and its transaction secret would
 * suffice to take over the account.
 */
async function begin(
  codes: OneTimeCodes,
  { tx, session, deviceHash, origin }: MemberContext,
  { channel, target, language }: { channel: OtpChannel; target: string; language: Language | undefined },
) {
  const old = await selectContactForUpdate(tx, session.memberId, channel);
  if (old.address === target && !old.isUnproven) throw fail('CONTACT_SAME');
  const common = { channel, asker: { kind: 'session' } as const, deviceHash, origin, language };
  const send = async (purpose: 'old' | 'new', to: string, subject: string, reader?: MemberId) => {
    const { id, resendAt } = await codes.sendCode(tx, {
      ...common,
      purpose: `${channel}-change-${purpose}`,
      target: to,
      subject,
      reader,
    });
    return { id, resendAt: resendAt.toISOString() };
  };
  const needsOld = old.address !== '' && !old.isUnproven;
  return {
    ...(needsOld && { old: await send('old', old.address, session.account, session.memberId) }),
    new: await send('new', target, target),
  };
}

export const beginMobileChange =
  (codes: OneTimeCodes): Handler<'/member/mobile-change/create-verification'> =>
  (context, { mobile, lang: language }) => {
    const target = toMobile(mobile) ?? fail('PARAMETERS_INVALID', { fields: ['mobile'] });
    return begin(codes, context, { channel: 'mobile', target, language });
  };

export const beginMailChange =
  (codes: OneTimeCodes): Handler<'/member/mail-change/create-verification'> =>
  (context, { mail, lang: language }) => {
    const target = toMail(mail) ?? fail('PARAMETERS_INVALID', { fields: ['mail'] });
    return begin(codes, context, { channel: 'mail', target, language });
  };
