import type { MemberInfo } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { maskContact, maskHolderName } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMembers } from './member.store.ts';

/** The bank cards in memberInfo, which another slice provides. */
export type CardsOf = (tx: Tx, memberId: MemberId) => Promise<Pick<MemberInfo, 'banks' | 'bankCardStatus'>>;
/** Finds the verified real name, or undefined. */
export type RealNameOf = (tx: Tx, memberId: MemberId) => Promise<string | undefined>;

export const realNameOf: RealNameOf = async (tx, memberId) => {
  const member = (await findMembers(tx, [memberId])).get(memberId);
  return member?.realNameStatus === 'Approved' ? member.realName : undefined;
};

/** Finds the verified real name; while the check is on, whoever has none is refused. */
export const requiredRealNameOf =
  ({ checking }: { readonly checking: boolean }): RealNameOf =>
  async (tx, memberId) => {
    const name = await realNameOf(tx, memberId);
    if (checking && name === undefined) throw fail('REAL_NAME_REQUIRED');
    return name;
  };

/** The seed's getMemberInfo. The device stores this record, so names, mail and mobile are masked. */
export const memberInfo =
  (cardsOf: CardsOf): Handler<'/member/info/{account}'> =>
  async ({ tx, session }) => {
    const members = await findMembers(tx, [session.memberId]);
    const member = defined(members.get(session.memberId), 'a session has its member');
    return {
      account: member.account,
      userLevel: member.level,
      realName: maskHolderName(member.realName),
      realNameStatus: member.realNameStatus,
      email: maskContact('mail', member.mail),
      mobile: maskContact('mobile', member.mobile),
      countryCode: member.countryCode,
      registerDate: member.registeredAt.toISOString(),
      platformBinding: member.isPlatformBound,
      ...(await cardsOf(tx, session.memberId)),
    };
  };
