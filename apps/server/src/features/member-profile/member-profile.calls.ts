import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { getAvatar, setAvatar } from './avatar.ts';
import { memberInfo, type CardsOf } from './member-info.ts';
import { readPresenceChoice, setPresenceChoice } from './presence.ts';
import { permissions, type LocksMaxOf } from './permissions.ts';

export const memberProfileCalls = ({ cardsOf, locksMaxOf }: { cardsOf: CardsOf; locksMaxOf: LocksMaxOf }) =>
  calls({
    '/member/info/{account}': handle(memberInfo(cardsOf), { limit: readsPerMinute(120) }),
    '/member/avatar/get': handle(getAvatar, { limit: readsPerMinute(60) }),
    '/member/avatar/set': handle(setAvatar, { limit: perMinute(10) }),
    '/member/account/permissions': handle(permissions(locksMaxOf), { limit: readsPerMinute(120) }),
    '/member/presence': handle(readPresenceChoice, { limit: readsPerMinute(60) }),
    '/member/presence/set': handle(setPresenceChoice, { limit: perMinute(20) }),
  });
