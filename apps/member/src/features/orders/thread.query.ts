import type { CallOutput, FileLink, ThreadLine } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAction } from '@holdfast/client/calls';
import { useRefresh } from '@holdfast/client/queries';
import { useServices } from '#state/services.tsx';

/** The lines of an order as far as they have been read, the oldest first. */
export function useThread(orderId: string) {
  const { callApi } = useServices();
  const read = useInfiniteQuery({
    queryKey: ['/order/thread', {}, { orderId }, 'pages'],
    queryFn: async ({ pageParam }): Promise<CallOutput<'/order/thread'>> =>
      callApi('/order/thread', {
        input: { orderId, ...(pageParam !== undefined && { cursor: pageParam }) },
        isBackground: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const [newest] = read.data?.pages ?? [];
  return {
    read,
    lines: read.data?.pages.flatMap(({ items }) => items).toReversed(),
    unread: newest?.unread ?? 0,
    mayWrite: newest?.mayWrite ?? false,
    mayProve: newest?.mayProve ?? false,
  };
}
export type Thread = ReturnType<typeof useThread>;

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const follow = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isVisible;
}

/** Says what has been seen, while the lines are on the screen and somebody may be looking. */
export function useSeen(orderId: string, { lines, unread }: Thread): void {
  const { callApi } = useServices();
  const refresh = useRefresh();
  const last = lines?.at(-1)?.number;
  const isVisible = useIsVisible();
  const see = useAction(
    async (number: number) => {
      const input = { orderId, number: String(number) };
      await callApi('/order/thread/seen', { input, isBackground: true });
      refresh('/order/thread', '/order/list');
    },
    { shows: ['CONNECTION_UNSTABLE', 'PROXY_UNREACHABLE', 'RATE_LIMITED', 'ORDER_NOT_FOUND'] },
  );
  const run = useEffectEvent((number: number) => void see.run(number));
  const isNew = unread > 0 && isVisible;
  useEffect(() => {
    if (isNew && last !== undefined) run(last);
  }, [isNew, last]);
}

type Said = { text: string } | { fileId: string };

/** Writes a message, or shows a file that has been uploaded. */
export function useSay(orderId: string, onSaid: (said: Said) => void) {
  const { callApi } = useServices();
  const refresh = useRefresh();
  return useAction(
    async (said: Said) => {
      try {
        await callApi('/order/say', { input: { orderId, ...said } });
      } finally {
        refresh('/order/thread');
      }
      onSaid(said);
    },
    {
      shows: [
        'MESSAGE_INVALID',
        'THREAD_FULL',
        'RATE_LIMITED',
        'ORDER_ACTION_NOT_ALLOWED',
        'FILE_NOT_FOUND',
        'CONNECTION_UNSTABLE',
        'PROXY_UNREACHABLE',
      ],
    },
  );
}

/** The file of a line. It never changes, so it is read once. */
export function useLineFile(orderId: string, { number }: ThreadLine, isWanted: boolean) {
  const { callApi, files } = useServices();
  return useQuery({
    queryKey: ['/order/thread/file', orderId, number, 'bytes'],
    queryFn: async ({ signal }) => {
      const link: FileLink = await callApi('/order/thread/file', {
        input: { orderId, number: String(number) },
        isBackground: true,
      });
      return (await defined(files, 'an app that shows files has a reader')()).read(link, signal);
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
