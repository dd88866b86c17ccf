import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { memberInfo, type CardsOf } from './member-info.ts';

/** Who a member is. */
export { realNameOf, type RealNameOf } from './member-info.ts';
export { findMembers, type MemberRow } from './member.store.ts';

export const memberProfileCalls = ({ cardsOf }: { cardsOf: CardsOf }) =>
  calls({ '/member/info/{account}': handle(memberInfo(cardsOf), { limit: readsPerMinute(120) }) });
