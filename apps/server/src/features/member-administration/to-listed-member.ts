import type { CallOutput } from '@holdfast/contract/calls';
import { maskContact } from '@holdfast/contract/rules';
import type { AdministeredMember } from './member.store.ts';

type ListedMember = CallOutput<'/member/appbk/memberList'>['items'][number];

/** A member with everything personal masked. */
export function toListedMember(member: AdministeredMember): ListedMember {
  const {
    uid,
    account,
    nick,
    level,
    role,
    realNameStatus,
    isForbidden,
    isFrozen,
    mobile,
    mail,
    registeredAt,
  } = member;
  return {
    uid,
    account,
    nick,
    level,
    role,
    realNameStatus,
    isForbidden,
    isFrozen,
    mobile: maskContact('mobile', mobile),
    mail: maskContact('mail', mail),
    registeredAt: registeredAt.toISOString(),
  };
}
