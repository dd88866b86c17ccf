/** Who a member is, and what the member may do. */
export { realNameOf, requiredRealNameOf, type RealNameOf } from './member-info.ts';
export { memberProfileCalls } from './member-profile.calls.ts';
export {
  findMemberId,
  findMemberIdByNick,
  findMemberIdByUid,
  findMembers,
  type Member,
} from './member.store.ts';
