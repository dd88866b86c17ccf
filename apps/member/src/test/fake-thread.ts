import type { ThreadLine } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO } from '@holdfast/contract/orders';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

/** A line of a thread as its reader sees it. */
export function fakeLine(now: number, line: Partial<ThreadLine> & Pick<ThreadLine, 'number'>): ThreadLine {
  return {
    by: 'counterparty',
    kind: 'message',
    text: null,
    en: null,
    file: null,
    event: null,
    suspicions: [],
    isSeen: false,
    at: instantAt(now - MINUTE),
    ...line,
  };
}

const PAGE = 30;

export function threadHandlers(world: FakeWorld): Handlers {
  const linesOf = (orderId: string) => world.threads?.[orderId] ?? [];
  const keep = (orderId: string, lines: readonly ThreadLine[]) => {
    world.threads = { ...world.threads, [orderId]: lines };
  };
  const unreadOf = (lines: readonly ThreadLine[]) =>
    lines.filter(({ by, kind, isSeen }) => by !== 'you' && kind !== 'event' && !isSeen).length;
  const isLive = (orderId: string) => {
    const order = world.orders.find((one) => one.orderId === orderId) ?? refuse('ORDER_NOT_FOUND');
    return ORDER_STATE_INFO[order.state].live;
  };
  const mayProveIn = (orderId: string) => {
    const order = world.orders.find((one) => one.orderId === orderId);
    return order?.state === 'PAID' && order.role === 'payer';
  };
  return {
    '/order/add-proof': ({ input: { orderId } }) => {
      const lines = linesOf(orderId);
      const line = fakeLine(world.now, {
        number: lines.length + 1,
        by: 'you',
        kind: 'proof',
        file: { type: 'image/jpeg', bytes: 1000 },
      });
      keep(orderId, [...lines, line]);
      return { line };
    },
    '/order/thread': ({ input: { orderId, cursor } }) => {
      const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
      const found = linesOf(orderId)
        .filter(({ number }) => number < before)
        .toReversed();
      const items = found.slice(0, PAGE);
      return {
        items,
        next: found.length > PAGE ? String(items.at(-1)?.number) : null,
        unread: unreadOf(linesOf(orderId)),
        mayWrite: isLive(orderId),
        mayProve: mayProveIn(orderId),
        serverTime: instantAt(world.now),
      };
    },
    '/order/say': ({ input: { orderId, text, fileId } }) => {
      if (!isLive(orderId)) return refuse('ORDER_ACTION_NOT_ALLOWED');
      const lines = linesOf(orderId);
      const line = fakeLine(world.now, {
        number: lines.length + 1,
        by: 'you',
        kind: fileId === undefined ? 'message' : 'file',
        text: text ?? null,
        file: fileId === undefined ? null : { type: 'image/jpeg', bytes: 1000 },
        at: instantAt(world.now),
      });
      keep(orderId, [...lines, line]);
      return { line };
    },
    '/order/evidence': ({ input: { orderId, format = 'json' } }) => ({
      fileName: `holdfast-${orderId}.${format}`,
      format,
      content: btoa('{}\n'),
    }),
    '/order/thread/seen': ({ input: { orderId, number } }) => {
      const lines = linesOf(orderId).map((line) =>
        line.by !== 'you' && line.number <= Number(number) ? { ...line, isSeen: true } : line,
      );
      keep(orderId, lines);
      return { unread: unreadOf(lines) };
    },
    '/order/thread/file': ({ input: { orderId, number } }) => {
      const file = linesOf(orderId)[Number(number) - 1]?.file ?? refuse('FILE_NOT_FOUND');
      return {
        host: '',
        token: 'A'.repeat(43),
        key: 'A'.repeat(43),
        path: `/file/${'A'.repeat(22)}`,
        exp: instantAt(world.now + MINUTE),
        serviceId: 'view',
        fileId: 'A'.repeat(22),
        ...file,
      };
    },
  };
}
