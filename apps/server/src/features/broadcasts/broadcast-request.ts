import { requestKindOf } from '@holdfast/contract/broadcasts';
import type { RequestChange } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { defined } from '@holdfast/kernel';
import type { RequestKind } from '#features/operators/index.ts';
import { appNow } from '#platform/db/clock.ts';
import { approve, findBroadcast, selectBroadcastForUpdate, type Broadcast } from './broadcast.store.ts';

interface Payload {
  readonly broadcast: string;
}

/** When it would go out if it were approved now: once its time has come nobody can approve it any more. */
function startOf({ startsAt }: Broadcast, now: Date): string {
  if (startsAt === null) return 'now';
  return startsAt <= now ? 'missed' : startsAt.toISOString();
}

/** Text, audience and time, whole: what is written never changes, and another one in its place makes this one stale. */
function changesOf(written: Broadcast, now: Date): RequestChange[] {
  const added = (field: string, after: string): RequestChange => ({ field, before: '', after });
  return [
    added('broadcastKind', written.kind),
    added('titleZh', written.titleZh),
    added('textZh', written.textZh),
    added('titleEn', written.titleEn),
    added('textEn', written.textEn),
    added('link', written.link ?? ''),
    added('audience', written.audience),
    ...(written.audienceValue === '' ? [] : [added('audienceValue', written.audienceValue)]),
    added('expected', String(written.expected)),
    added('sendAt', startOf(written, now)),
    ...(written.state === 'replaced' ? [added('broadcastState', 'replaced')] : []),
  ];
}

/** `isSafety`: decided by risk too, for no member can switch it off. */
const broadcastKind = (isSafety: boolean): RequestKind<Payload> => ({
  kind: requestKindOf(isSafety ? 'safety' : 'news'),
  takesRequest: true,
  async changesOf(tx, { broadcast }, { locks }) {
    const found = await (locks ? selectBroadcastForUpdate : findBroadcast)(tx, broadcast);
    return changesOf(defined(found, 'a broadcast is never removed'), await appNow(tx));
  },
  async apply({ tx }, { id }) {
    if (!(await approve(tx, id))) throw fail('BROADCAST_DAY_FULL');
  },
});

export const broadcastRequest = broadcastKind(false);
export const safetyBroadcastRequest = broadcastKind(true);
export const broadcastRequests = [broadcastRequest, safetyBroadcastRequest] as const;
