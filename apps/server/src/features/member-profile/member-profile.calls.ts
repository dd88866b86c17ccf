import { calls, handle } from '#platform/gateway/call-table.ts';
import { readsPerMinute } from '#platform/limits/limits.ts';
import { memberInfo, type CardsOf } from './member-info.ts';
import { ownLevel } from './own-level.ts';
import { permissions } from './permissions.ts';

export const memberProfileCalls = ({ cardsOf }: { cardsOf: CardsOf }) =>
  calls({
    '/member/info/{account}': handle(memberInfo(cardsOf), { limit: readsPerMinute(120) }),
    '/member/account/permissions': handle(permissions, { limit: readsPerMinute(120) }),
    '/member/account/use-level-get': handle(ownLevel, { limit: readsPerMinute(60) }),
  });
