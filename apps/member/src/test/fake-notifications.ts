import type { InboxRow } from '@holdfast/contract/calls';
import { isMuted, noticeGroupOf } from '@holdfast/contract/notifications';
import { withoutSuperseded } from '#state/notifications/last-words.rules.ts';
import type { Handlers } from './fake-server.ts';
import type { FakeWorld } from './fake-world.ts';

/** The inbox. What is there at the start has been read, unless the world says so; what comes later is unread until it is marked. */
export function notificationHandlers(world: FakeWorld): Handlers {
  let readUpTo = BigInt(world.readUpTo ?? world.messages.at(-1)?.seq ?? 0);
  const readSeqs = new Set<string>();
  let muted = world.muted ?? [];
  const isRead = ({ seq }: InboxRow) => BigInt(seq) <= readUpTo || readSeqs.has(seq);
  const listed = (row: InboxRow) => ({ ...row, isRead: isRead(row), isMuted: isMuted(row, muted) });
  const again = (row: InboxRow) => ({
    ...listed(row),
    isSuperseded: !withoutSuperseded(world.messages).includes(row),
  });
  return {
    '/member/notification/list': ({ input: { newestFirst, group, unread } }) => {
      const rows = (newestFirst ? world.messages.toReversed() : (world.newMessages ?? [])).filter(
        (row) => (!group || noticeGroupOf(row.type) === group) && (!unread || !isRead(row)),
      );
      return {
        items: rows.map(newestFirst ? again : listed),
        next: null,
        safety: world.safety ?? [],
        unread: world.messages.filter((row) => !isRead(row)).length,
      };
    },
    '/member/notification/read': ({ input: { upTo, seqs = [] } }) => {
      if (upTo !== undefined && BigInt(upTo) > readUpTo) readUpTo = BigInt(upTo);
      for (const seq of seqs) readSeqs.add(seq);
      return {};
    },
    '/member/notification/preferences': () => ({ muted }),
    '/member/notification/preferences/set': ({ input }) => {
      ({ muted } = input);
      return {};
    },
    '/member/notification/seen': ({ input: { seq } }) => {
      world.safety = (world.safety ?? []).filter((row) => BigInt(row.seq) > BigInt(seq));
      return {};
    },
  };
}
