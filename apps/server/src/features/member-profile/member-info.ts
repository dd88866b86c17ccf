import type { MemberInfo } from '@holdfast/contract/calls';
import { maskHolderName } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMembers } from './member.store.ts';

/** The cards part of memberInfo, which another slice owns. */
export type CardsOf = (tx: Tx, memberId: MemberId) => Promise<Pick<MemberInfo, 'banks' | 'bankCardStatus'>>;
/** The verified real name, or undefined. */
export type RealNameOf = (tx: Tx, memberId: MemberId) => Promise<string | undefined>;

export const realNameOf: RealNameOf = async (tx, memberId) => {
  const member = (await findMembers(tx, [memberId])).get(memberId);
  return member?.real_name_status === 'Approved' ? member.real_name : undefined;
};

/** `ch***@example.com`: enough to recognise one's own address. */
export function maskEmail(email: string): string {
  const at = email.indexOf('@');
  return at < 1 ? '' : `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`;
}

/** `0912***678`. */
export function maskMobile(mobile: string): string {
  return mobile.length < 8 ? '' : `${mobile.slice(0, 4)}***${mobile.slice(-3)}`;
}

/** The seed's getMemberInfo. The device stores this record, so names, mail and mobile leave the server masked. */
export const memberInfo =
  (cardsOf: CardsOf): Handler<'/member/info/{account}'> =>
  async ({ tx, session }) => {
    const members = await findMembers(tx, [session.memberId]);
    const member = defined(members.get(session.memberId), 'a session has its member');
    return {
      account: member.account,
      userLevel: member.level,
      realName: maskHolderName(member.real_name),
      realNameStatus: member.real_name_status,
      email: maskEmail(member.email),
      mobile: maskMobile(member.mobile),
      countryCode: member.country_code,
      registerDate: member.registered_at.toISOString(),
      platformBinding: member.platform_binding,
      ...(await cardsOf(tx, session.memberId)),
    };
  };
