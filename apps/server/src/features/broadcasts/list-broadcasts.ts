import type { CallOutput } from '@holdfast/contract/calls';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, NEWEST, toPage } from '#platform/paging/paging.ts';
import { listBroadcasts as findBroadcasts, type Broadcast } from './broadcast.store.ts';

const PAGE = 20;
const PERMILLE = 1000n;

type Row = CallOutput<'/operator/broadcast/list'>['items'][number];

const toText = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** How much of the members, by their numbers, it has gone through. */
function progressOf({ endedAt, upTo, reached }: Broadcast): number {
  if (endedAt !== null) return Number(PERMILLE);
  return upTo === null || upTo === 0n ? 0 : Number((reached * PERMILLE) / upTo);
}

function toRow(one: Broadcast): Row {
  const { upTo: _upTo, reached: _reached, stoppedAt, stoppedBy, stopReason, ...rest } = one;
  return {
    ...rest,
    startsAt: toText(one.startsAt),
    writtenAt: one.writtenAt.toISOString(),
    approvedAt: toText(one.approvedAt),
    beganAt: toText(one.beganAt),
    endedAt: toText(one.endedAt),
    stopped:
      stoppedAt === null
        ? null
        : { at: stoppedAt.toISOString(), by: stoppedBy ?? '', reason: stopReason ?? '' },
    progress: progressOf(one),
  };
}

export const listBroadcasts =
  (filmUrl: string | undefined): Handler<'/operator/broadcast/list'> =>
  async ({ tx }, { cursor }) => {
    const [before = NEWEST] = keysOf(cursor, 1);
    const { items, next } = toPage(await findBroadcasts(tx, before, PAGE + 1), PAGE, ({ id }) => [id]);
    return { items: items.map(toRow), next, hasFilm: filmUrl !== undefined, filmUrl: filmUrl ?? null };
  };
