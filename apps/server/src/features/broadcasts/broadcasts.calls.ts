import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { askBroadcast, countMembers } from './ask-broadcast.ts';
import { closeBroadcast } from './close-broadcast.ts';
import { listBroadcasts } from './list-broadcasts.ts';
import { setLanguage } from './set-language.ts';
import { stopBroadcast } from './stop-broadcast.ts';

export const broadcastCalls = ({
  appFacts: { introVideoUrl },
}: {
  appFacts: { introVideoUrl: string | undefined };
}) =>
  calls({
    '/operator/broadcast/list': handle(listBroadcasts(introVideoUrl), { limit: readsPerMinute(120) }),
    '/operator/broadcast/count': handle(countMembers, { limit: readsPerMinute(30) }),
    '/operator/broadcast/ask': handle(askBroadcast(introVideoUrl !== undefined), { limit: perMinute(10) }),
    '/operator/broadcast/stop': handle(stopBroadcast, { limit: perMinute(30) }),
    '/member/broadcast/close': handle(closeBroadcast, { limit: perMinute(60) }),
    '/member/broadcast/language': handle(setLanguage, { limit: perMinute(20) }),
  });
