import { fail } from '@holdfast/contract/errors';
import type { MemberId } from '@holdfast/kernel';
import { TOPICS } from '#platform/outbox/outbox.store.ts';
import type { Guards } from './guards.ts';
import { proofOf, type AdmitToStream } from './stream.ts';

export interface StreamSource {
  /** The newest sequence number of a member's inbox. */
  lastInboxSeq(memberId: MemberId): Promise<bigint>;
  /** A page of inbox rows after `seq`, oldest first, as the contract has them. */
  inboxAfter(
    memberId: MemberId,
    seq: bigint,
  ): Promise<{ rows: readonly object[]; lastSeq: bigint; more: boolean }>;
}

/** The stream of a member: the rows of the own inbox, and hints of what else has changed. */
export function memberStreams({
  guards,
  source,
  maintenanceUntil,
}: {
  guards: Pick<Guards, 'findSession'>;
  source: StreamSource;
  maintenanceUntil: () => Date | undefined;
}): AdmitToStream {
  return async (request, { call, params }, count) => {
    if (!call.who.includes('self')) throw fail('ROLE_NOT_ALLOWED');
    const until = maintenanceUntil();
    if (until) throw fail('MAINTENANCE', { until: until.toISOString() });
    const { memberId, account } = await guards.findSession(proofOf(request));
    const owner = `member:${memberId}`;
    await count(owner);
    if (params['account'] !== account) throw fail('MEMBER_NOT_FOUND');
    let lastSeq = await source.lastInboxSeq(memberId);
    return {
      owner,
      audiences: [memberId],
      // The first frame carries where the inbox ends.
      opened: { lastSeq: String(lastSeq) },
      // Rows that were written between reading the inbox and subscribing: no hint will announce them.
      atOnce: ['inbox'],
      recheck: async () => void (await guards.findSession(proofOf(request))),
      async tell(topics, send) {
        for (let more = topics.has('inbox'); more;) {
          const news = await source.inboxAfter(memberId, lastSeq);
          if (news.rows.length > 0 && !send({ type: 'inbox', rows: news.rows })) return;
          ({ lastSeq, more } = news);
        }
        const what = TOPICS.filter((topic) => topics.has(topic) && topic !== 'inbox' && topic !== 'ended');
        if (what.length > 0) send({ type: 'changed', what });
      },
    };
  };
}
