import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { memberInfo, type CardsOf } from './member-info.ts';
import { ownLevel, permissions } from './permissions.ts';

/** Who a member is, and what it may do. */
export { realNameOf, type RealNameOf } from './member-info.ts';
export { findMembers, type MemberRow } from './member.store.ts';

export const memberProfileCalls = ({ cardsOf }: { cardsOf: CardsOf }) =>
  calls({
    '/member/info/{account}': handle(memberInfo(cardsOf), { limit: readsPerMinute(120) }),
    '/member/account/permissions': handle(permissions, { limit: readsPerMinute(120) }),
    '/member/account/use-level-get': handle(ownLevel, { limit: readsPerMinute(60) }),
  });
