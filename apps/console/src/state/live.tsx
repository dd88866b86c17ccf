import { knownErrorName } from '@holdfast/client/calls';
import { followLive, type LiveListener, type LiveTopics } from '@holdfast/client/live';
import { useRefresh } from '@holdfast/client/queries';
import type { BuiltPath } from '@holdfast/contract/calls';
import { AppError } from '@holdfast/kernel';
import { createContext, use, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { gatherPaths } from './gather-paths.ts';
import { useServices } from './services.tsx';

/** Which reads a topic of the operators' stream invalidates. What has happened to an order stands in its thread too. */
const CONSOLE_TOPICS: LiveTopics = {
  board: [
    '/operator/case/list',
    '/operator/case/summary',
    '/operator/flag/list',
    '/operator/flag/parties',
    '/operator/remark/list',
  ],
  orders: ['/operator/case/state/{id}', '/operator/case/thread'],
  thread: ['/operator/case/thread'],
};

const LiveContext = createContext(false);

/** How often a screen asks by itself: not at all while the stream stands that tells of changes. */
export function useUnlessLive(ms: number): number | undefined {
  return use(LiveContext) ? undefined : ms;
}

/**
 * Follows the operator's stream, of the board and of the order that is looked at. Another order is another stream: the new one has everything asked anew when
 * it opens, so nothing falls between the two.
 */
export function LiveProvider({ order, children }: { order: string | undefined; children: ReactNode }) {
  const { live, failures } = useServices();
  const refresh = useRefresh();
  const [isLive, setLive] = useState(false);
  const ask = useEffectEvent((paths: readonly BuiltPath[]) => refresh(...paths));
  const follow = useEffectEvent((watched: string | undefined, signal: AbortSignal) => {
    const gathered = gatherPaths(ask, signal);
    const listener: LiveListener = {
      onChanged: (paths) => {
        setLive(true);
        gathered(paths);
      },
      onOpened: () => {},
      onInbox: () => {},
      onLost: () => setLive(false),
      onEnded: (errorCode, data) => {
        setLive(false);
        failures.report(new AppError(knownErrorName(errorCode) ?? 'NOT_SIGNED_IN', data));
      },
    };
    // Without the code of the stream the screens go on asking by themselves.
    live?.(watched).then(
      (ports) => followLive(ports, { listener, topics: CONSOLE_TOPICS }, signal),
      () => {},
    );
  });
  useEffect(() => {
    const stop = new AbortController();
    follow(order, stop.signal);
    return () => stop.abort();
  }, [order]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}
